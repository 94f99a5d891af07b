// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "atoll/base/error.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/engine/steering.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint32_t none = 0xffffffffu;
constexpr std::uint64_t queue_grain = 64;
constexpr std::uint64_t word_grain = 64;
constexpr std::uint64_t vertex_grain = 1u << 14;
constexpr int few_bits = 24;  // of a word: below, they are visited one by one

void prefetch(const void* place) { __builtin_prefetch(place); }

}  // namespace

Search::Search(const OnePart& graph, bool aids, Crew& crew)
    : graph_(graph),
      crew_(crew),
      rows_(graph.vertices),
      queue_(graph.vertices),
      shares_(static_cast<std::size_t>(crew.threads())) {
  if (aids) make_aids();
  visited_ = Array<std::uint64_t>(words());
  front_ = Array<std::uint64_t>(words());
  next_ = Array<std::uint64_t>(words());
}

void Search::make_aids() {
  while (rows_ > 0 && graph_.out.degree(rows_ - 1) == 0 && graph_.in.degree(rows_ - 1) == 0) --rows_;
  first_ = Array<std::uint32_t>(rows_);
  if (!graph_.user_order) usual_ = Array<std::uint32_t>(graph_.vertices);
  crew_.for_chunks(graph_.vertices, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto v = static_cast<std::uint32_t>(i);
      const bool empty = graph_.in.degree(v) == 0;
      if (v < rows_) first_[v] = empty ? v : graph_.in[v].front();
      if (!graph_.user_order) {
        const std::uint64_t usual = empty ? none : (*graph_.users)[graph_.in[v].front()];
        usual_[(*graph_.users)[v]] = static_cast<std::uint32_t>(usual);
      }
    }
  });
}

void Search::operator()(const Options& options, SearchAnswer& answer, const Watch& watch) {
  const Stopwatch clock;
  if (!std::exchange(clean_, false))
    throw Error(ErrorKind::usage, "an earlier search was cut short", {}, "prepare again");
  options_ = options;
  answer_ = &answer;
  watch_ = &watch;
  begin();
  crew_.run([&](Worker& me) { work(me); });
  clear();
  clean_ = true;
  answer.statistics.seconds = clock.seconds();
  answer.depth = level_ - 2;  // the last level found nothing
}

// Slots are the user's vertices, or parents and levels are kept by slot until the end.
void Search::begin() {
  by_exceptions_ = !usual_.empty() && answer_->level == nullptr;
  const auto place = [&](std::uint32_t* wanted, Array<std::uint32_t>& kept) {
    if (graph_.user_order && wanted != nullptr) return wanted;
    if (kept.empty()) kept = filled(graph_.vertices);
    return kept.data();
  };
  parent_ = place(answer_->parent, parents_);
  depth_ = answer_->level != nullptr ? place(answer_->level, levels_) : nullptr;
  bottom_up_ = turning_ = swept_ = stop_ = false;
  level_ = 1;
  queue_[0] = options_.source;
  queue_begin_ = 0;
  queue_end_ = 1;
  if (options_.source < rows_) set_bit(visited_.data(), options_.source);
  front_vertices_ = answer_->reached = 1;
  front_arcs_ = graph_.out.degree(options_.source);
  unexplored_arcs_ = graph_.arcs - front_arcs_;
  steer_from({});
  for (auto& cursor : cursors_) cursor = 0;
  append_at_ = 0;
  level_clock_.lap();
}

Array<std::uint32_t> Search::filled(std::uint64_t size) {
  Array<std::uint32_t> nones(size);
  crew_.for_chunks(size, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(nones.begin() + begin, nones.begin() + end, none);
  });
  return nones;
}

void Search::work(Worker& me) {
  Share& mine = shares_[static_cast<std::size_t>(me.index)];
  mine.phase = 0;
  mine.level = 1;
  if (graph_.user_order) fill_answer(mine);
  me.meet();
  if (me.index == 0) {
    parent_[options_.source] = options_.source;
    if (depth_ != nullptr) depth_[options_.source] = 0;
  }
  me.meet();
  if (turning_) turn(me, mine);
  while (!stop_) {
    if (bottom_up_) {
      sweep(mine);
    } else {
      expand(mine);
    }
    me.meet();
    if (!mine.queue.empty()) visit_queue(mine);
    ++mine.level;
    if (me.index == 0) conclude();
    me.meet();
    if (turning_ && !stop_) turn(me, mine);
  }
  if (by_exceptions_) {
    answer_by_exceptions(me, mine);
  } else if (!graph_.user_order) {
    answer_in_user_order(mine);
  }
}

void Search::fill_answer(Share& mine) {
  deal(mine, graph_.vertices, vertex_grain, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint32_t* wanted : {answer_->parent, answer_->level}) {
      if (wanted != nullptr) std::fill(wanted + from, wanted + to, none);
    }
  });
}

// work(begin, end) over [0, count) for whoever asks next. Every thread goes through the same deals, with one meet
// between two: so the cursor of the next deal, last used two deals ago, is nobody's now.
template <class F>
void Search::deal(Share& mine, std::uint64_t count, std::uint64_t grain, F&& work) {
  std::atomic<std::uint64_t>& cursor = cursors_[mine.phase % 3];
  cursors_[(mine.phase + 1) % 3].store(0, std::memory_order_relaxed);
  ++mine.phase;
  for (std::uint64_t begin; (begin = cursor.fetch_add(grain, std::memory_order_relaxed)) < count;)
    work(begin, std::min(begin + grain, count));
}

void Search::expand(Share& mine) {
  deal(mine, queue_end_ - queue_begin_, queue_grain, [&](std::uint64_t from, std::uint64_t to) {
    watch_->poll();
    for (std::uint64_t i = queue_begin_ + from; i < queue_begin_ + to; ++i) {
      const std::uint32_t v = queue_[i];
      if (i + 1 < queue_begin_ + to) prefetch(graph_.out.ends + graph_.out.offsets[queue_[i + 1]]);
      const auto row = graph_.out[v];
      mine.scanned += row.size();
      for (const std::uint32_t w : row) reach(mine, v, w);
    }
  });
  mine.vertices = mine.queue.size();
  const std::uint64_t at = append_at_.fetch_add(mine.queue.size(), std::memory_order_relaxed);
  std::ranges::copy(mine.queue, queue_.begin() + queue_end_ + at);
}

void Search::reach(Share& mine, std::uint32_t v, std::uint32_t w) {
  if (test_bit(visited_.data(), w)) return;
  const std::atomic_ref<std::uint32_t> parent(parent_[w]);
  std::uint32_t held = parent.load(std::memory_order_relaxed);
  while (v < held) {
    if (!parent.compare_exchange_weak(held, v, std::memory_order_relaxed)) continue;
    if (held != none) return;
    mine.queue.push_back(w);
    mine.arcs += graph_.out.degree(w);
    return;
  }
}

// What I found top-down is visited from the next level on: while all work on this one, its parents may still improve.
void Search::visit_queue(Share& mine) {
  for (const std::uint32_t w : mine.queue) {
    mark_bit_shared(visited_.data(), w);
    if (depth_ != nullptr) depth_[w] = mine.level;
  }
  mine.queue.clear();
}

void Search::sweep(Share& mine) {
  deal(mine, words(), word_grain, [&](std::uint64_t from, std::uint64_t to) {
    watch_->poll();
    for (std::uint64_t w = from; w < to; ++w) next_[w] = sweep_word(mine, w);
  });
}

// The vertices of a word that this level reaches.
std::uint64_t Search::sweep_word(Share& mine, std::uint64_t w) {
  const std::uint64_t unvisited = ~visited_[w] & low_bits(rows_ - w * 64);
  if (unvisited == 0) return 0;
  std::uint64_t hits = first_.empty() ? 0 : try_first(w, unvisited);
  if (!by_exceptions_)
    for_set_bits(hits, w * 64, [&](std::uint64_t v) { settle(mine, static_cast<std::uint32_t>(v), first_[v]); });
  const std::uint64_t rest_of_word = unvisited & ~hits;
  for_set_bits(rest_of_word, w * 64, [&](std::uint64_t v) { prefetch(graph_.in.ends + graph_.in.offsets[v]); });
  for_set_bits(rest_of_word, w * 64, [&](std::uint64_t bit) {
    const auto v = static_cast<std::uint32_t>(bit);
    const auto row = graph_.in[v];
    const auto rest = row.begin() + (first_.empty() || row.empty() ? 0 : 1);
    const auto active = std::find_if(rest, row.end(), [&](std::uint32_t u) { return test_bit(front_.data(), u); });
    mine.scanned += static_cast<std::uint64_t>(active - rest);
    if (active == row.end()) return;
    hits |= std::uint64_t{1} << (v % 64);
    settle(mine, v, *active);
  });
  for_set_bits(hits, w * 64, [&](std::uint64_t v) { mine.arcs += graph_.out.degree(static_cast<std::uint32_t>(v)); });
  mine.vertices += static_cast<std::uint64_t>(std::popcount(hits));
  mine.scanned += static_cast<std::uint64_t>(std::popcount(unvisited));
  visited_[w] |= hits;
  return hits;
}

std::uint64_t Search::try_first(std::uint64_t w, std::uint64_t unvisited) const {
  const std::uint32_t* first = first_.data() + w * 64;
  const std::uint64_t* front = front_.data();
  std::uint64_t hits = 0;
  if (std::popcount(unvisited) < few_bits || w * 64 + 64 > rows_) {
    for_set_bits(unvisited, 0, [&](std::uint64_t b) { hits |= std::uint64_t{test_bit(front, first[b])} << b; });
    return hits;
  }
  for (std::uint32_t b = 0; b < 64; ++b) hits |= (front[first[b] / 64] >> (first[b] % 64) & 1) << b;
  return hits & unvisited;
}

// A vertex found bottom-up.
void Search::settle(Share& mine, std::uint32_t vertex, std::uint32_t parent) {
  if (by_exceptions_) {
    mine.exceptions.push_back({vertex, parent});
  } else {
    parent_[vertex] = parent;
    if (depth_ != nullptr) depth_[vertex] = mine.level;
  }
}

// By the leader, while the others wait: adds up the level and chooses the way of the next.
void Search::conclude() {
  const Frontier before{front_vertices_, front_arcs_};
  std::uint64_t scanned = 0;
  front_vertices_ = front_arcs_ = 0;
  for (Share& share : shares_) {
    front_vertices_ += std::exchange(share.vertices, 0);
    front_arcs_ += std::exchange(share.arcs, 0);
    scanned += std::exchange(share.scanned, 0);
  }
  record(before, scanned);
  if (bottom_up_) {
    std::swap(front_, next_);
    swept_ = true;
  } else {
    queue_begin_ = queue_end_;
    queue_end_ += append_at_.exchange(0);
  }
  ++level_;
  answer_->reached += front_vertices_;
  unexplored_arcs_ -= std::min(unexplored_arcs_, front_arcs_);
  stop_ = front_vertices_ == 0;
  watch_->report({"supersteps", level_ - 1, 0});
  steer_from(before);
  watch_->poll();
}

void Search::record(const Frontier& front, std::uint64_t scanned) {
  PartStatistics part;
  part.arcs_scanned = scanned;
  answer_->statistics.arcs_scanned += scanned;
  answer_->statistics.supersteps.push_back({.number = level_,
                                            .direction = bottom_up_ ? Direction::pull : Direction::push,
                                            .exchange = "kernel",
                                            .seconds = level_clock_.lap(),
                                            .active_vertices = front.vertices,
                                            .active_arcs = front.arcs,
                                            .parts = {part}});
}

void Search::steer_from(const Frontier& before) {
  const bool was = bottom_up_;
  bottom_up_ = steer({SteeringRule::by_arcs, options_.alpha, options_.beta},
                     {.last = was ? Direction::pull : Direction::push,
                      .before = before,
                      .now = {front_vertices_, front_arcs_},
                      .vertices = graph_.vertices,
                      .unexplored_arcs = unexplored_arcs_}) == Direction::pull;
  turning_ = was != bottom_up_;
}

// The frontier, from a queue to a bitmap or back. Ends with a meet.
void Search::turn(Worker& me, Share& mine) {
  if (bottom_up_) {
    deal(mine, queue_end_ - queue_begin_, queue_grain, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t i = queue_begin_ + from; i < queue_begin_ + to; ++i) mark_bit_shared(front_.data(), queue_[i]);
    });
  } else {
    deal(mine, words(), word_grain, [&](std::uint64_t from, std::uint64_t to) {
      for (std::uint64_t w = from; w < to; ++w) {
        const std::uint64_t bits = std::exchange(front_[w], 0);
        if (bits == 0) continue;
        std::uint64_t at = queue_end_ + append_at_.fetch_add(static_cast<std::uint64_t>(std::popcount(bits)),
                                                             std::memory_order_relaxed);
        for_set_bits(bits, w * 64, [&](std::uint64_t v) { queue_[at++] = static_cast<std::uint32_t>(v); });
      }
    });
  }
  me.meet();
  if (me.index == 0 && !bottom_up_) {
    queue_begin_ = queue_end_;
    queue_end_ += append_at_.exchange(0);
  }
  me.meet();
}

// A vertex and what is known of it by slot, into the answer.
void Search::put(std::uint32_t vertex) {
  const std::uint64_t user = (*graph_.users)[vertex];
  const std::uint32_t parent = parent_[vertex];
  if (answer_->parent != nullptr)
    answer_->parent[user] = parent == none ? none : static_cast<std::uint32_t>((*graph_.users)[parent]);
  if (answer_->level != nullptr) answer_->level[user] = depth_[vertex];
}

void Search::answer_in_user_order(Share& mine) {
  deal(mine, graph_.vertices, vertex_grain, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t v = from; v < to; ++v) put(static_cast<std::uint32_t>(v));
  });
}

// The usual parents, where a bottom-up level may have found them; then those without a level; then who has another.
void Search::answer_by_exceptions(Worker& me, Share& mine) {
  std::uint32_t* parent = answer_->parent;
  deal(mine, graph_.vertices, vertex_grain, [&](std::uint64_t from, std::uint64_t to) {
    if (swept_) {
      std::copy(usual_.begin() + from, usual_.begin() + to, parent + from);
    } else {
      std::fill(parent + from, parent + to, none);
    }
  });
  me.meet();
  deal(mine, swept_ ? words() : 0, word_grain, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t w = from; w < to; ++w) {
      for_set_bits(~visited_[w] & low_bits(rows_ - w * 64), w * 64,
                   [&](std::uint64_t v) { parent[(*graph_.users)[v]] = none; });
    }
  });
  for (const Found& found : mine.exceptions)
    parent[(*graph_.users)[found.vertex]] = static_cast<std::uint32_t>((*graph_.users)[found.parent]);
  me.meet();
  deal(mine, queue_end_, queue_grain, [&](std::uint64_t from, std::uint64_t to) {
    for (std::uint64_t i = from; i < to; ++i) {
      if (parent_[queue_[i]] != none) put(queue_[i]);
    }
  });
}

// Leaves everything as a search wants to find it.
void Search::clear() {
  if (by_exceptions_) {
    crew_.for_chunks(queue_end_, vertex_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) parents_[queue_[i]] = none;
    });
    for (Share& share : shares_) share.exceptions.clear();
  } else {
    parents_ = {};
    levels_ = {};
  }
  for (Array<std::uint64_t>* bits : {&visited_, &front_, &next_}) std::ranges::fill(*bits, 0);
}

}  // namespace Atoll::kernels
