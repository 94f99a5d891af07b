// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/wavefront.hpp"

#include <algorithm>
#include <utility>

#include "atoll/base/atomic.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t few = 128;    // vertices of a level that one thread expands alone
constexpr std::uint64_t grain = 128;  // vertices dealt at once
constexpr std::uint64_t vertex_grain = 1u << 14;
// How far ahead of an expansion its row and the marks of its ends are fetched.
constexpr std::uint64_t ahead_rows = 16;
constexpr std::uint64_t ahead_marks = 8;

}  // namespace

Wavefront::Wavefront(const OnePart& graph, bool aids, Crew& crew)
    : graph_(graph),
      crew_(crew),
      queue_(graph.vertices, Contents::whatever),
      marks_(graph.vertices, Contents::whatever),
      shares_(static_cast<std::size_t>(crew.threads())) {
  if (aids) make_records();
}

void Wavefront::make_records() {
  records_ = Array<std::uint32_t>(record_ends * graph_.vertices);
  crew_.for_chunks(graph_.vertices, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto v = static_cast<std::uint32_t>(i);
      const auto row = graph_.out[v];
      std::uint32_t* const record = &records_[record_ends * i];
      std::fill(record, record + record_ends, v);
      if (row.size() <= record_ends) {
        std::ranges::copy(row, record);
      } else {
        record[record_ends - 1] = unreached;
      }
    }
  });
}

// A record whose last end is nobody stands for a longer row.
std::span<const std::uint32_t> Wavefront::ends_of(std::uint32_t v) const {
  if (records_.empty()) return graph_.out[v];
  const std::span record = std::span(records_).subspan(record_ends * v, record_ends);
  return record.back() == unreached ? graph_.out[v] : record;
}

void Wavefront::prefetch_ends(std::uint32_t v) const {
  __builtin_prefetch(records_.empty() ? graph_.out.ends + graph_.out.offsets[v] : &records_[record_ends * v]);
}

void Wavefront::operator()(std::uint32_t source, SearchAnswer& answer, const Watch& watch) {
  Steps steps(watch);
  answer_ = &answer;
  watch_ = &watch;
  steps_ = &steps;
  counters_[0].taken = counters_[0].met = 0;
  for (Share& share : shares_) share.count = 0, share.scanned = {};
  queue_[0] = source;
  crew_.run([&](Worker& me) { work(me); });
  answer.statistics = steps.take();
}

void Wavefront::work(Worker& me) {
  Share& mine = shares_[static_cast<std::size_t>(me.index)];
  Level level;
  forget(me);
  me.meet();
  if (me.index == 0) marks_[queue_[0]] = level.mark();
  while (level.size() != 0) {
    if (level.size() < few) {
      if (me.index == 0) go_alone(mine, level);
      me.meet();
      level = shared_;
    } else {
      go_together(me, mine, level);
    }
  }
  if (me.index != 0) return;
  answer_->reached = level.end;
  answer_->depth = level.number - 1;
}

// My share of the vertices was not met yet.
void Wavefront::forget(const Worker& me) {
  const auto bound = [&](int thread) {
    return std::uint64_t{graph_.vertices} * static_cast<std::uint64_t>(thread) / static_cast<std::uint64_t>(me.threads);
  };
  const std::uint64_t begin = bound(me.index);
  const std::uint64_t end = bound(me.index + 1);
  std::fill(marks_.begin() + begin, marks_.begin() + end, std::uint8_t{0});
  for (std::uint32_t* wanted : {answer_->parent, answer_->level}) {
    if (wanted != nullptr) std::fill(wanted + begin, wanted + end, unreached);
  }
}

// From level to level, by one thread, as long as they are small.
void Wavefront::go_alone(Share& mine, Level& level) {
  while (level.size() != 0 && level.size() < few) {
    watch_->poll();
    std::atomic<std::uint64_t> met{0};
    expand<true>(mine, level, met, level.begin, level.end);
    flush(mine, level, met);
    record(level);
    level = {level.end, level.end + met, level.number + 1, level.phase};
  }
  shared_ = level;
}

void Wavefront::go_together(Worker& me, Share& mine, Level& level) {
  Counters& now = counters_[level.phase % 3];
  if (me.index == 0) {
    Counters& next = counters_[(level.phase + 1) % 3];
    next.taken.store(0, std::memory_order_relaxed);
    next.met.store(0, std::memory_order_relaxed);
  }
  for (std::uint64_t at; (at = level.begin + now.taken.fetch_add(grain, std::memory_order_relaxed)) < level.end;) {
    watch_->poll();
    expand<false>(mine, level, now.met, at, std::min(at + grain, level.end));
  }
  flush(mine, level, now.met);
  me.meet();
  if (me.index == 0) record(level);
  const std::uint64_t next = level.end + now.met.load(std::memory_order_relaxed);
  level = {level.end, next, level.number + 1, level.phase + 1};
}

template <bool alone>
void Wavefront::expand(Share& mine, const Level& level, std::atomic<std::uint64_t>& met, std::uint64_t from,
                       std::uint64_t to) {
  std::uint64_t scanned = 0;
  for (std::uint64_t i = from; i < to; ++i) {
    if (i + ahead_rows < to) prefetch_ends(queue_[i + ahead_rows]);
    if (i + ahead_marks < to) {
      for (const std::uint32_t w : ends_of(queue_[i + ahead_marks])) __builtin_prefetch(&marks_[w], 1);
    }
    const std::uint32_t v = queue_[i];
    std::uint32_t parent = unreached;
    const auto ends = ends_of(v);
    for (const std::uint32_t w : ends) {
      const std::uint8_t mark = load_relaxed(marks_[w]);
      scanned += w != v ? 1u : 0u;  // not what fills up a record
      if (mark == level.mark_before()) parent = std::min(parent, w);
      if (mark != 0 || !claim<alone>(w, level.mark_next())) continue;
      if (mine.count == mine.met.size()) flush(mine, level, met);
      mine.met[mine.count++] = w;
    }
    if (answer_->parent != nullptr) answer_->parent[user(v)] = user(level.number == 0 ? v : parent);
    if (answer_->level != nullptr) answer_->level[user(v)] = level.number;
  }
  mine.scanned[level.number % 2] += scanned;
}

template <bool alone>
bool Wavefront::claim(std::uint32_t vertex, std::uint8_t mark) {
  if constexpr (alone) {
    marks_[vertex] = mark;
    return true;
  } else {
    std::uint8_t nobody = 0;
    return std::atomic_ref(marks_[vertex]).compare_exchange_strong(nobody, mark, std::memory_order_relaxed);
  }
}

// What I met goes behind the level.
void Wavefront::flush(Share& mine, const Level& level, std::atomic<std::uint64_t>& met) {
  const std::uint64_t at = met.fetch_add(mine.count, std::memory_order_relaxed);
  std::copy_n(mine.met.begin(), mine.count, queue_.begin() + level.end + at);
  mine.count = 0;
}

void Wavefront::record(const Level& level) {
  std::uint64_t scanned = 0;
  for (Share& share : shares_) scanned += std::exchange(share.scanned[level.number % 2], 0);
  steps_->add({.vertices = level.size(), .scanned = scanned});
}

}  // namespace Atoll::kernels
