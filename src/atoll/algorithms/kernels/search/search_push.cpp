// SPDX-License-Identifier: Apache-2.0
// Top-down levels of a search: by one thread, by the owners of the vertices that arcs lead to, or, where there are many
// arcs, by ranges of these.
#include <algorithm>
#include <bit>
#include <utility>

#include "atoll/algorithms/kernels/search/search.hpp"
#include "atoll/algorithms/kernels/search/search_deal.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::size_t arcs_kept = 1u << 16;    // by a thread, in a round
constexpr std::uint64_t ranges_max = 512;      // that these are kept by
constexpr std::uint32_t block_log2 = 10;       // vertices that have one owner: a whole line of a bitmap, or several
constexpr std::size_t owners_per_thread = 4;   // or more, so that they are a power of two
constexpr std::size_t ranges_per_thread = 16;  // about, of a heavy level: each begins with a chunk of its own
constexpr std::uint64_t arc_grain = 1024;
constexpr std::uint64_t few_rows = 1024;            // of a frontier: to walk all these is little beside
constexpr std::uint64_t long_row = 64;              // so many arcs for each
constexpr std::uint64_t long_cut = 16;              // the same for each thread's cut of it
constexpr std::uint32_t cached_parents = 1u << 23;  // vertices: beyond that ranges save lines of memory

}  // namespace

void Search::expand_alone(Share& mine, const Level& level) {
  const std::uint32_t* const queue = queue_.data();
  open(mine, {.vertex = queue + level.queue_begin, .end = queue + level.queue_end},
       [&](std::span<const PushedArc> arcs) { reach(mine, level, arcs); });
  flush(mine, level);
  mine.done.found.vertices += mine.done.queued;
  for (std::uint64_t i = 0; i < mine.done.queued; ++i) set_bit(visited_.data(), queue_[level.queue_end + i]);
}

// All keep arcs, then each takes owners and brings the arcs that are theirs, as the only one there.
void Search::expand_by_owners(Worker& me, Share& mine, const Level& level) {
  if (mine.owned.ranges() == 0) {
    const std::uint64_t blocks = (rows_ >> block_log2) + std::uint64_t{1};
    const std::uint64_t owners = std::min<std::uint64_t>(blocks, owners_per_thread * shares_.size());
    mine.owned = ArcRanges::in_turn(static_cast<std::uint32_t>(std::bit_width(owners - 1)), block_log2);
  }
  mine.owned.clear();
  const auto put = [&](const PushedArc& arc) { mine.owned.put(arc); };
  const auto bring = [&](const PushedArc& arc) {
    ++mine.done.brought;
    mine.owned.put(arc);
  };
  const auto keep = [&](std::span<const PushedArc> arcs) {
    if (level.joins) {
      mine.joined.add(arcs, bring);
    } else {
      std::ranges::for_each(arcs, put);
    }
  };
  // Most levels are about as large as the one before; ids in no order want more places than there are vertices.
  if (level.joins) mine.joined.open(2 * level.frontier.vertices);
  if (has_few_long_rows(level)) {
    mine.walk = {};
    deal(mine, level.frontier.arcs, arc_grain,
         [&](std::uint64_t from, std::uint64_t to) { open(mine, part_of(mine.walk, level, from, to), keep); });
  } else {
    const std::uint32_t* const frontier = &queue_[level.queue_begin];
    const std::uint64_t size = level.frontier.vertices;
    deal(mine, size, queue_grain(size), [&](std::uint64_t from, std::uint64_t to) {
      open(mine, {.vertex = frontier + from, .end = frontier + to}, keep);
    });
  }
  if (level.joins) mine.joined.send_all(bring);
  me.meet();
  deal(mine, mine.owned.ranges(), 1, [&](std::uint64_t owner, std::uint64_t) {
    watch_->poll();
    for (const Share& share : shares_)
      share.owned.for_each_some_into(owner, [&](std::span<const PushedArc> arcs) { reach(mine, level, arcs); });
  });
  flush(mine, level);
  mine.done.found.vertices += mine.done.queued;
}

// The first levels from a vertex of a skewed graph: a dozen hubs, with more arcs than whole levels have elsewhere.
bool Search::has_few_long_rows(const Level& level) const {
  return level.frontier.vertices <= few_rows && level.frontier.arcs >= long_row * level.frontier.vertices;
}

// Where arcs [from, to) of a frontier lie. Each thread finds it by itself, walking on from where it was.
FrontierPart Search::part_of(Walk& walk, const Level& level, std::uint64_t from, std::uint64_t to) const {
  const auto degree = [&] { return graph_.out.degree(queue_[level.queue_begin + walk.row]); };
  const auto walk_to = [&](std::uint64_t arc) {
    for (; walk.arcs_before + degree() <= arc; ++walk.row) walk.arcs_before += degree();
  };
  if (from < walk.arcs_before) walk = {};
  walk_to(from);
  const std::uint32_t* const frontier = &queue_[level.queue_begin];
  const std::uint32_t* const vertex = frontier + walk.row;
  const std::uint64_t arc = from - walk.arcs_before;
  walk_to(to - 1);
  return {.vertex = vertex, .end = frontier + walk.row + 1, .arc = arc, .last = to - walk.arcs_before};
}

// take(arcs) for those of a part to ends that were not visited before this level, some at a time.
template <class Take>
void Search::open(Share& mine, FrontierPart part, const Take& take) {
  while (!part.empty()) {
    watch_->poll();
    const std::size_t count = new_arcs_(new_ends(), part, mine.desk->open, mine.done.scanned);
    mine.done.fresh += count;
    take(std::span(mine.desk->open).first(count));
  }
}

// The least parent counts: who is reached is visited once all arcs of the level are kept or were brought. It is queued
// without a branch, since it is not foreseen. All that the arcs need is fetched at the same time.
void Search::reach(Share& mine, const Level& level, std::span<const PushedArc> arcs) {
  if (mine.waiting_count + arcs.size() > mine.desk->waiting.size()) flush(mine, level);
  for (const PushedArc& arc : arcs) {
    __builtin_prefetch(&parent_[arc.to]);
    __builtin_prefetch(&graph_.out.offsets[arc.to]);
  }
  std::uint32_t* const first = mine.desk->waiting.data() + mine.waiting_count;
  std::uint32_t* end = first;
  std::uint32_t* const parents = parent_;
  for (const PushedArc& arc : arcs) {
    const std::uint32_t before = parents[arc.to];
    parents[arc.to] = std::min(before, arc.from);
    *end = arc.to;
    end += before == unreached ? 1 : 0;
  }
  for (const std::uint32_t v : std::span(first, end)) {
    mine.done.found.arcs += graph_.out.degree(v);
    if (!level.alone) set_bit(visited_.data(), v);
    if (depth_ != nullptr) depth_[v] = level.number;
  }
  mine.waiting_count += static_cast<std::size_t>(end - first);
}

void Search::queue(Share& mine, const Level& level, std::uint32_t v) {
  if (mine.waiting_count == mine.desk->waiting.size()) flush(mine, level);
  mine.desk->waiting[mine.waiting_count++] = v;
}

void Search::flush(Share& mine, const Level& level) {
  const std::uint64_t at =
      level.queue_end + queued_[level.number % 3].fetch_add(mine.waiting_count, std::memory_order_relaxed);
  std::copy_n(mine.desk->waiting.begin(), mine.waiting_count, queue_.begin() + at);
  mine.done.queued += std::exchange(mine.waiting_count, 0);
}

// Where rows are so long that each thread's stretch of the vertices has a long cut of each, which lies together, for ends
// ascend: then nothing is kept, nor brought to anybody.
bool Search::has_long_cuts(const Level& level) const {
  const std::uint64_t threads = shares_.size();
  return threads > 1 && rows_ <= cached_parents && level.frontier.vertices <= few_rows &&
         level.frontier.arcs >= long_cut * threads * level.frontier.vertices;
}

// Of the stretches, which have as many arcs in, mine. (To deal more of them was slower.)
void Search::expand_by_stretches(const Worker& me, Share& mine, const Level& level) {
  const std::span offsets(graph_.in.offsets, std::size_t{rows_} + 1);
  const auto cut = [&](std::uint64_t i) {
    const std::uint64_t arc = offsets.back() / shares_.size() * i;
    const auto vertex = std::ranges::lower_bound(offsets, arc) - offsets.begin();
    return i == shares_.size() ? rows_ : static_cast<std::uint32_t>(vertex);
  };
  const auto index = static_cast<std::uint64_t>(me.index);
  const std::uint32_t first = cut(index), last = cut(index + 1);
  for (std::uint64_t i = level.queue_begin; i < level.queue_end; ++i) {
    const std::span<const std::uint32_t> row = graph_.out[queue_[i]];
    const auto begin = std::ranges::lower_bound(row, first);
    const auto end = std::lower_bound(begin, row.end(), last);
    if (begin == end) continue;
    const FrontierPart part{.vertex = &queue_[i],
                            .end = &queue_[i] + 1,
                            .arc = static_cast<std::uint64_t>(begin - row.begin()),
                            .last = static_cast<std::uint64_t>(end - row.begin())};
    open(mine, part, [&](std::span<const PushedArc> arcs) {
      for (const PushedArc& arc : arcs) parent_[arc.to] = std::min(parent_[arc.to], arc.from);
    });
  }
}

// By stretches, or in rounds: all threads keep arcs to vertices that are new until they have no room for more, then each
// takes ranges and brings the arcs into them, as the only one there. Whoever got a parent was found.
void Search::expand_by_ranges(Worker& me, Share& mine, const Level& level) {
  if (has_long_cuts(level)) {
    expand_by_stretches(me, mine, level);
    me.meet();
    return take_found(mine, level);
  }
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
  constexpr std::uint64_t largest = 1u << 15;
  const std::uint64_t ranges_min = std::min<std::uint64_t>(64, ranges_per_thread * shares_.size());
  const std::uint64_t size =
      std::max(std::min(largest, std::bit_ceil(rows_ / ranges_min + 64)), std::bit_ceil(rows_ / ranges_max));
  mine.kept = ArcRanges(rows_ / size + 1, static_cast<std::uint32_t>(std::countr_zero(size)), arcs_kept);
}

std::uint64_t Search::room_bytes(std::uint64_t vertices, int threads) {
  constexpr std::uint64_t few = 1u << 11;  // so that each level is one thread's
  if (vertices < few) return static_cast<std::uint64_t>(threads) * sizeof(Desk);
  const ArcRanges::Room room = {.ranges = ranges_max + 1, .arcs = arcs_kept};
  const std::uint64_t owners = std::bit_ceil(owners_per_thread * static_cast<std::uint64_t>(threads));
  const std::uint64_t blocks = std::bit_ceil((vertices >> block_log2) + 1);
  return static_cast<std::uint64_t>(threads) * (sizeof(Desk) + JoinedArcs::bytes_max + room.bytes() +
                                                ArcRanges::Room{.ranges = std::min(owners, blocks)}.bytes());
}

// Goes on where the last round stopped. False: there is more, but no room for it.
bool Search::keep_arcs(Share& mine, const Level& level) {
  mine.kept.clear();
  watch_->poll();
  do {
    while (!mine.part.empty()) {
      if (!mine.kept.has_room()) return false;
      const std::size_t count = new_arcs_(new_ends(), mine.part, mine.desk->open, mine.done.scanned);
      mine.done.fresh += count;
      for (const PushedArc& arc : std::span(mine.desk->open).first(count)) mine.kept.put(arc);
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
  const std::uint32_t* const frontier = &queue_[level.queue_begin];
  mine.part =
      by_arcs ? part_of(mine.walk, level, begin, end) : FrontierPart{.vertex = frontier + begin, .end = frontier + end};
  return true;
}

}  // namespace Atoll::kernels
