// SPDX-License-Identifier: Apache-2.0
// Top-down levels of a search: by one thread, by the owners of the vertices that arcs lead to, or, where there are many
// arcs, by ranges of these.
#include <algorithm>
#include <bit>
#include <utility>

#include "atoll/algorithms/kernels/search.hpp"
#include "atoll/algorithms/kernels/search_deal.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::size_t arcs_kept = 1u << 16;  // by a thread, in a round
constexpr std::uint32_t block_log2 = 10;     // vertices that have one owner: a whole line of a bitmap, or several
constexpr std::size_t blocks_dealt = 4;      // at once, for each thread
constexpr std::uint64_t arc_grain = 1024;
constexpr std::uint64_t few_rows = 1024;  // of a frontier: to walk all these is little beside
constexpr std::uint64_t long_row = 64;    // so many arcs for each
constexpr std::uint64_t rows_polled = 1024;

}  // namespace

void Search::expand_alone(Share& mine, const Level& level) {
  for (std::uint64_t i = level.queue_begin; i < level.queue_end; ++i) {
    if (i % rows_polled == 0) watch_->poll();
    fetch_ahead(i, level.queue_end);
    const std::span<const std::uint32_t> row = graph_.out[queue_[i]];
    open(mine, level, queue_[i], row.first(searched_of(row)));
  }
  pass_on(mine, level);
  flush(mine, level);
  mine.found.vertices += mine.queued;
  for (std::uint64_t i = 0; i < mine.queued; ++i) set_bit(visited_.data(), queue_[level.queue_end + i]);
}

// All keep arcs, then each takes owners and brings the arcs that are theirs, as the only one there.
void Search::expand_by_owners(Worker& me, Share& mine, const Level& level) {
  if (mine.owned.ranges() == 0) {
    const auto owners = static_cast<std::uint32_t>(std::bit_width(blocks_dealt * shares_.size() - 1));
    mine.owned = ArcRanges::in_turn(owners, block_log2, ArcRanges::chunk);
  }
  mine.owned.clear();
  has_few_long_rows(level) ? open_parts(mine, level) : open_rows(mine, level);
  me.meet();
  deal(mine, mine.owned.ranges(), 1, [&](std::uint64_t owner, std::uint64_t) {
    for (const Share& share : shares_)
      share.owned.for_each_some_into(owner, [&](std::span<const PushedArc> arcs) { reach(mine, level, arcs); });
  });
  flush(mine, level);
  mine.found.vertices += mine.queued;
}

// The first levels from a vertex of a skewed graph: a dozen hubs, with more arcs than whole levels have elsewhere.
bool Search::has_few_long_rows(const Level& level) const {
  return level.frontier.vertices <= few_rows && level.frontier.arcs >= long_row * level.frontier.vertices;
}

void Search::open_rows(Share& mine, const Level& level) {
  const std::uint64_t size = level.queue_end - level.queue_begin;
  deal(mine, size, queue_grain(size), [&](std::uint64_t from, std::uint64_t to) {
    watch_->poll();
    for (std::uint64_t i = level.queue_begin + from; i < level.queue_begin + to; ++i) {
      fetch_ahead(i, level.queue_begin + to);
      const std::span<const std::uint32_t> row = graph_.out[queue_[i]];
      open(mine, level, queue_[i], row.first(searched_of(row)));
    }
  });
  pass_on(mine, level);
}

void Search::open_parts(Share& mine, const Level& level) {
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
  });
  pass_on(mine, level);
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

// The arcs to ends that were not visited before this level wait until there are some.
void Search::open(Share& mine, const Level& level, std::uint32_t v, std::span<const std::uint32_t> row) {
  mine.scanned += row.size();
  while (!row.empty()) {
    const auto piece = row.first(std::min(row.size(), open_arcs - mine.open_count));
    mine.open_count += new_arcs_(visited_.data(), v, piece, &mine.open[mine.open_count]);
    row = row.subspan(piece.size());
    if (mine.open_count == open_arcs) pass_on(mine, level);
  }
}

void Search::pass_on(Share& mine, const Level& level) {
  const std::span<const PushedArc> arcs = std::span(mine.open).first(std::exchange(mine.open_count, 0));
  if (level.alone) return reach(mine, level, arcs);
  for (const PushedArc& arc : arcs) mine.owned.put(arc);
}

// The least parent counts: who is reached is visited once all arcs of the level are kept or were brought. It is queued
// without a branch, since it is not foreseen. All that the arcs need is fetched at the same time.
void Search::reach(Share& mine, const Level& level, std::span<const PushedArc> arcs) {
  if (mine.waiting_count + arcs.size() > mine.waiting.size()) flush(mine, level);
  for (const PushedArc& arc : arcs) {
    prefetch(&parent_[arc.to]);
    prefetch(&graph_.out.offsets[arc.to]);
  }
  std::uint32_t* const first = mine.waiting.data() + mine.waiting_count;
  std::uint32_t* end = first;
  std::uint32_t* const parents = parent_;
  for (const PushedArc& arc : arcs) {
    const std::uint32_t before = parents[arc.to];
    parents[arc.to] = std::min(before, arc.from);
    *end = arc.to;
    end += before == unreached ? 1 : 0;
  }
  for (const std::uint32_t v : std::span(first, end)) {
    mine.found.arcs += graph_.out.degree(v);
    if (!level.alone) set_bit(visited_.data(), v);
    if (depth_ != nullptr) depth_[v] = level.number;
  }
  mine.waiting_count += static_cast<std::size_t>(end - first);
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
        share.kept.for_each_some_into(range, [&](std::span<const PushedArc> arcs) {
          for (const PushedArc& arc : arcs) parent_[arc.to] = std::min(parent_[arc.to], arc.from);
        });
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
      if (!keep_arcs_of_row(mine)) return false;
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
bool Search::keep_arcs_of_row(Share& mine) {
  Part& part = mine.part;
  const std::uint32_t v = queue_[part.begin];
  const std::span<const std::uint32_t> row = graph_.out[v];
  const std::uint64_t last = std::min(searched_of(row), part.begin + 1 == part.end ? part.last : row.size());
  while (part.arc < last) {
    if (!mine.kept.has_room()) return false;
    const auto piece = row.subspan(part.arc, std::min<std::uint64_t>(ArcRanges::slack, last - part.arc));
    std::array<PushedArc, ArcRanges::slack + new_arcs_slack> some;
    const std::size_t count = new_arcs_(visited_.data(), v, piece, some.data());
    for (std::size_t i = 0; i < count; ++i) mine.kept.put(some[i]);
    part.arc += piece.size();
    mine.scanned += piece.size();
  }
  return true;
}

}  // namespace Atoll::kernels
