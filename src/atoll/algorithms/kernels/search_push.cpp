// SPDX-License-Identifier: Apache-2.0
// Top-down levels of a search: arc by arc, or, where the frontier has many, by ranges of the vertices they lead to.
#include <algorithm>
#include <bit>
#include <utility>

#include "atoll/algorithms/kernels/search.hpp"
#include "atoll/algorithms/kernels/search_deal.hpp"
#include "atoll/base/atomic.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::size_t arcs_kept = 1u << 16;  // by a thread, in a round

// Fetches a place that this thread is about to change by an exchange. That waits for its cache line, which another thread
// may have: asked for before, many come at a time. Compilers write this instruction only for processors that are known to
// have it; to all others it says nothing.
template <class T>
void fetch_to_change(const T& slot) {
#if defined(__x86_64__)
  asm volatile("prefetchw %0" : : "m"(slot));
#else
  __builtin_prefetch(&slot, 1);
#endif
}
constexpr std::uint64_t arc_grain = 1024;
constexpr std::uint64_t few_rows = 1024;   // of a frontier: to walk all these is little beside
constexpr std::uint64_t long_row = 64;     // so many arcs for each
constexpr std::size_t worth_testing = 16;  // ends: to test fewer as if they were 64 costs more than it saves

}  // namespace

void Search::expand(Share& mine, const Level& level) {
  if (shares_.size() > 1 && has_few_long_rows(level)) {
    expand_by_arcs(mine, level);
  } else {
    expand_by_rows(mine, level);
  }
  flush(mine, level);
  mine.found.vertices += mine.queued;
}

// The first levels from a vertex of a skewed graph: a dozen hubs, with more arcs than whole levels have elsewhere.
bool Search::has_few_long_rows(const Level& level) const {
  return level.frontier.vertices <= few_rows && level.frontier.arcs >= long_row * level.frontier.vertices;
}

void Search::expand_by_rows(Share& mine, const Level& level) {
  const std::uint64_t size = level.queue_end - level.queue_begin;
  deal(mine, size, queue_grain(size), [&](std::uint64_t from, std::uint64_t to) {
    watch_->poll();
    for (std::uint64_t i = level.queue_begin + from; i < level.queue_begin + to; ++i) {
      fetch_ahead(i, level.queue_begin + to);
      const std::span<const std::uint32_t> row = graph_.out[queue_[i]];
      open(mine, level, queue_[i], row.first(searched_of(row)));
    }
    settle_open(mine, level);
  });
}

void Search::expand_by_arcs(Share& mine, const Level& level) {
  mine.walk = {};
  deal(mine, level.frontier.arcs, arc_grain, [&](std::uint64_t from, std::uint64_t to) {
    watch_->poll();
    const Part part = part_of(mine.walk, level, from, to);
    for (std::uint64_t i = part.begin; i < part.end; ++i) {
      const std::span<const std::uint32_t> row = graph_.out[queue_[i]];
      const std::uint64_t last = std::min(searched_of(row), i + 1 == part.end ? part.last : row.size());
      const std::uint64_t first = std::min(last, i == part.begin ? part.arc : 0);
      open(mine, level, queue_[i], row.subspan(first, last - first));
    }
    settle_open(mine, level);
  });
}

// Where arcs [from, to) of a frontier lie. Each thread finds it by itself, walking on from where it was.
Search::Part Search::part_of(Walk& walk, const Level& level, std::uint64_t from, std::uint64_t to) const {
  const auto degree = [&] { return graph_.out.degree(queue_[level.queue_begin + walk.row]); };
  const auto walk_to = [&](std::uint64_t arc) {
    for (; walk.arcs_before + degree() <= arc; ++walk.row) walk.arcs_before += degree();
  };
  if (from < walk.arcs_before) walk = {};
  walk_to(from);
  const std::uint64_t begin = level.queue_begin + walk.row;
  const std::uint64_t arc = from - walk.arcs_before;
  walk_to(to - 1);
  return {.begin = begin, .end = level.queue_begin + walk.row + 1, .arc = arc, .last = to - walk.arcs_before};
}

// The arcs to ends that were not visited before this level wait until there are some, so that all they need is fetched
// at the same time.
void Search::open(Share& mine, const Level& level, std::uint32_t v, std::span<const std::uint32_t> row) {
  mine.scanned += row.size();
  while (!row.empty()) {
    const auto piece = row.first(std::min(row.size(), mine.open.size() - mine.open_count));
    std::size_t e = 0;
    for (; e + 64 <= piece.size(); e += 64) {
      for_set_bits(~test_bits_(visited_.data(), &piece[e]), e,
                   [&](std::uint64_t i) { mine.open[mine.open_count++] = {v, piece[i]}; });
    }
    std::size_t count = mine.open_count;
    for (const std::uint32_t w : piece.subspan(e)) {
      mine.open[count] = {v, w};
      count += test_bit(visited_.data(), w) ? 0u : 1u;
    }
    mine.open_count = count;
    row = row.subspan(piece.size());
    if (mine.open_count == mine.open.size()) settle_open(mine, level);
  }
}

void Search::settle_open(Share& mine, const Level& level) {
  const std::span<const Arc> arcs = std::span(mine.open).first(std::exchange(mine.open_count, 0));
  for (const Arc& arc : arcs) {
    fetch_to_change(parent_[arc.to]);
    prefetch(&graph_.out.offsets[arc.to]);
  }
  for (const Arc& arc : arcs) offer(mine, level, arc);
}

// The least parent counts.
void Search::offer(Share& mine, const Level& level, const Arc& arc) {
  if (lower_shared(parent_[arc.to], arc.from) != unreached) return;
  queue(mine, level, arc.to);
  mine.found.arcs += graph_.out.degree(arc.to);
}

void Search::queue(Share& mine, const Level& level, std::uint32_t v) {
  if (mine.waiting_count == mine.waiting.size()) flush(mine, level);
  mine.waiting[mine.waiting_count++] = v;
}

void Search::flush(Share& mine, const Level& level) {
  const std::uint64_t at =
      level.queue_end + queued_[level.number % 3].fetch_add(mine.waiting_count, std::memory_order_relaxed);
  std::copy_n(mine.waiting.begin(), mine.waiting_count, queue_.begin() + at);
  mine.queued += std::exchange(mine.waiting_count, 0);
}

// In rounds: all threads keep arcs to vertices that are new until they have no room for more, then each takes ranges and
// brings the arcs into them, as the only one there. Whoever got a parent was found.
void Search::expand_by_ranges(Worker& me, Share& mine, const Level& level) {
  make_room(mine);
  mine.part = {};
  mine.walk = {};
  for (bool more = true; more;) {
    mine.is_full = !keep_arcs(mine, level);
    me.meet();
    more = std::ranges::any_of(shares_, &Share::is_full);
    deal(mine, mine.kept.ranges(), 1, [&](std::uint64_t range, std::uint64_t) {
      for (const Share& share : shares_)
        share.kept.for_each_into(range,
                                 [&](const PushedArc& arc) { parent_[arc.to] = std::min(parent_[arc.to], arc.from); });
    });
    me.meet();
  }
  take_found(mine, level);
}

// Ranges of parents that a second-level cache holds with room to spare, and enough of them for all threads.
void Search::make_room(Share& mine) const {
  if (mine.kept.ranges() > 0) return;
  constexpr std::uint64_t largest = 1u << 15, ranges_min = 64, ranges_max = 512;
  const std::uint64_t size =
      std::max(std::min(largest, std::bit_ceil(rows_ / ranges_min + 64)), std::bit_ceil(rows_ / ranges_max));
  mine.kept = ArcRanges(rows_ / size + 1, static_cast<std::uint32_t>(std::countr_zero(size)), arcs_kept);
}

// Goes on where the last round stopped. False: there is more, but no room for it.
bool Search::keep_arcs(Share& mine, const Level& level) {
  mine.kept.clear();
  watch_->poll();
  do {
    for (Part& part = mine.part; part.begin < part.end; ++part.begin, part.arc = 0) {
      fetch_ahead(part.begin, part.end);
      if (!keep_arcs_of_row(mine, level)) return false;
    }
  } while (take_part(mine, level));
  return true;
}

bool Search::take_part(Share& mine, const Level& level) {
  const bool by_arcs = shares_.size() > 1 && has_few_long_rows(level);
  const std::uint64_t size = by_arcs ? level.frontier.arcs : level.frontier.vertices;
  const std::uint64_t grain = by_arcs ? arc_grain : queue_grain(size);
  const std::uint64_t begin = pushed_[level.number % 2].fetch_add(grain, std::memory_order_relaxed);
  if (begin >= size) return false;
  const std::uint64_t end = std::min(begin + grain, size);
  mine.part = by_arcs ? part_of(mine.walk, level, begin, end)
                      : Part{.begin = level.queue_begin + begin, .end = level.queue_begin + end};
  return true;
}

// The first row of my part.
bool Search::keep_arcs_of_row(Share& mine, const Level& level) {
  Part& part = mine.part;
  const std::uint32_t v = queue_[part.begin];
  const std::span<const std::uint32_t> row = graph_.out[v];
  const std::uint64_t last = std::min(searched_of(row), part.begin + 1 == part.end ? part.last : row.size());
  while (part.arc < last) {
    if (!mine.kept.has_room()) return false;
    const auto piece = row.subspan(part.arc, std::min<std::uint64_t>(ArcRanges::slack, last - part.arc));
    if (level.assisted && piece.size() >= worth_testing && !is_at_end(piece)) {
      keep_together(mine, v, piece);
    } else {
      keep_each(mine, v, piece);
    }
    part.arc += piece.size();
    mine.scanned += piece.size();
  }
  return true;
}

// Whether fewer than 64 ends are left in all rows from here on.
bool Search::is_at_end(std::span<const std::uint32_t> piece) const {
  return static_cast<std::uint64_t>(graph_.out.ends + graph_.arcs - piece.data()) < bits_per_word;
}

void Search::keep_each(Share& mine, std::uint32_t v, std::span<const std::uint32_t> piece) {
  for (const std::uint32_t w : piece) mine.kept.put({v, w}, !test_bit(visited_.data(), w));
}

// Those to new ends of up to 64: after a try of first ends most are visited.
void Search::keep_together(Share& mine, std::uint32_t v, std::span<const std::uint32_t> piece) {
  static_assert(ArcRanges::slack <= bits_per_word);
  const std::uint64_t fresh = ~test_bits_(visited_.data(), piece.data()) & low_bits(piece.size());
  for_set_bits(fresh, 0, [&](std::uint64_t i) { mine.kept.put({v, piece[i]}, true); });
}

}  // namespace Atoll::kernels
