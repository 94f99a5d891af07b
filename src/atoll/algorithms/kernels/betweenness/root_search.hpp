// SPDX-License-Identifier: Apache-2.0
// The dependencies of all vertices on one root (Brandes, 2001), by one thread. Level by level: who is on the level that is
// left, or on one before, is closed, so an arc to anybody else is part of a shortest path. Those arcs are noted, a bit for
// each arc of a row that is left, row after row: the way back goes along them, and need not ask the others again.
//
// A level with more arcs than lie beyond it is not left but pulled from: whoever was not met looks which of its arcs in
// come from closed vertices, all of which must be of this level (as Beamer et al., SC 2012, but to the last arc, for all
// paths count). Bits are noted of the rows in of those who are met then, and on the way back these hand to those before.
//
// Leaves are closed from the start, and nobody visits them: each adds one to the dependency of whom it hangs on.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <type_traits>
#include <utility>

#include "atoll/algorithms/kernels/betweenness/leaves.hpp"
#include "atoll/algorithms/kernels/betweenness/open_ends.hpp"
#include "atoll/algorithms/kernels/betweenness/path_counts.hpp"
#include "atoll/algorithms/kernels/betweenness/root_sums.hpp"
#include "atoll/algorithms/kernels/blocks.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/function_ref.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

// Bytes of noted bits: each row once as it is left, and once as it is met.
inline std::uint64_t most_noted_bytes(std::uint64_t vertices, std::uint64_t arcs) {
  return 2 * (vertices + arcs / 8) + sizeof(std::uint64_t);
}

template <class ArcRows>
class RootSearch {
 public:
  // The rows out and in are those of the graph. All must outlive it.
  RootSearch(const SharedGraph& graph, const ArcRows& out, const ArcRows& in, const Leaves& leaves, Rooms& rooms)
      : graph_(graph),
        out_(out),
        in_(in),
        leaves_(leaves),
        rooms_(rooms),
        closed_(words_for(graph.slots())),
        met_(words_for(graph.slots())),
        queue_(graph.vertices() + std::uint64_t{1}, Contents::whatever),
        paths_(zeros<double>()),
        ways_(most_noted_bytes(graph.vertices(), graph.arcs()), Contents::whatever) {
    if (leaves_.count() > 0) close_only_leaves();
  }

  // What every search writes is there before the first one.
  void make_pages() {
    std::ranges::fill(queue_, 0u);
    std::fill_n(ways_.begin(), ways_.size() / 2, std::uint8_t{0});  // a row is noted once, as a rule
  }

  // Adds to the sums that begin() returns when it has some to add; or, if it may and its levels are small, keeps what
  // there is to add. False, before it does, if a level has vertices with too few and with too many paths. Throws
  // Error(cancelled | resource), and is of no use then.
  bool operator()(std::uint32_t root, bool may_keep, FunctionRef<Chain&()> begin, const Watch& watch) {
    watch_ = &watch;
    if (paths_.empty()) paths_ = rooms_.take();
    is_kept_ = false;
    may_keep_ = may_keep;
    if (add(root, paths_, begin)) return true;
    paths_ = {};  // makes room for those of a wider range
    auto paths = zeros<long double>();
    const bool countable = add(root, paths, begin);
    paths = {};
    paths_ = zeros<double>();
    return countable;
  }

  // The dependencies [slot] that the last search kept; none if it added them.
  std::optional<Array<double>> take_kept() {
    if (!std::exchange(is_kept_, false)) return {};
    return std::move(paths_);
  }

  Step step() const { return {.vertices = reached_, .scanned = arcs_ + notes_.ways}; }

 private:
  static constexpr std::uint64_t vertices_per_poll = 4096;
  static constexpr std::uint32_t queued_ahead = 8;  // rows that are fetched

  // A level in the queue.
  using Level = PathLevel;
  // Of the counts of a level.
  template <class Count>
  struct Extremes {
    Count least = CountRange<Count>::one;
    Count most = 0;
    void take(Count count) {
      least = std::min(least, count);
      most = std::max(most, count);
    }
  };

  static std::uint64_t bytes_of(std::uint64_t degree) { return (degree + 7) / 8; }

  // Who was met.
  template <class Count>
  struct Met {
    std::uint64_t* bits;
    Count* counts;
    std::uint32_t* queue;
    std::uint64_t reached;

    void reach(std::uint32_t w, Count count) {
      const bool is_new = !test_bit(bits, w);
      counts[w] = (is_new ? 0 : counts[w]) + count;
      set_bit(bits, w);
      queue[reached] = w;
      reached += is_new ? 1 : 0;
    }
  };

  // A bit for each arc of rows, each row from a byte of its own on.
  struct Notes {
    std::uint8_t* end = nullptr;
    std::uint64_t ways = 0;  // set bits

    void add(std::uint64_t bits, std::size_t ends) {
      std::memcpy(end, &bits, sizeof(bits));  // what is too much is written over
      end += bytes_of(ends);
      ways += static_cast<std::uint64_t>(std::popcount(bits));
    }
  };

  // Pages that are read before they are written cost twice.
  template <class Count>
  Array<Count> zeros() const {
    Array<Count> all(graph_.slots(), Contents::whatever);
    std::ranges::fill(all, Count{0});
    return all;
  }

  template <class Count>
  bool add(std::uint32_t root, Array<Count>& paths, FunctionRef<Chain&()> begin) {
    const bool countable = forward(root, paths.data());
    if constexpr (std::is_same_v<Count, double>) {
      if (countable && may_keep_ && keeping_pays()) {
        keep(paths.data());
        forget();
        return true;
      }
    }
    if (countable) {
      Chain& sums = begin();
      sums.expect(reached_, rooms_);
      go_back(paths.data(), sums.new_sums(), AddedTo{sums});
    }
    forget();
    return countable;
  }

  // `free`: [slot], all 0, or none; who is added takes its place there.
  template <class Count, class Sums>
  void go_back(Count* paths, std::span<double> free, Sums&& sums) {
    bool hands_over = false;
    for (std::size_t i = 0; i < levels_.size(); ++i) hands_over = hands_over || levels_[i].is_pulled;
    if (!hands_over) return backward(paths, static_cast<Count*>(nullptr), sums);
    if constexpr (std::is_same_v<Count, double>) {
      if (!free.empty()) return backward(paths, free.data(), sums);
      Array<double> handed = rooms_.take();
      backward(paths, handed.data(), sums);
      rooms_.give_back(std::move(handed));
    } else {
      backward(paths, zeros<Count>().data(), sums);
    }
  }

  // Sums for all slots would take more than two levels do.
  bool keeping_pays() const {
    constexpr std::uint64_t share = 16;  // of the slots, in a level at most
    if (Chain::lists(reached_, graph_.slots())) return false;
    return share * largest_level() <= graph_.slots();
  }
  std::uint64_t largest_level() const {
    std::uint64_t largest = 0;
    for (std::size_t i = 0; i < levels_.size(); ++i) largest = std::max<std::uint64_t>(largest, levels_[i].size());
    return largest;
  }

  void keep(double* paths) {
    const std::uint64_t room = largest_level();
    if (levels_room_.size() < 2 * room) levels_room_ = Array<double>(2 * room);
    KeptInPlace kept{paths, queue_.data(), levels_room_.data(), levels_room_.data() + room};
    go_back(paths, {}, kept);
    kept.keep_level_behind();
    paths[queue_[0]] = 0;
    for (std::uint64_t w = 0; w < met_.size(); ++w) {
      const std::uint64_t first = w * bits_per_word;
      for_set_bits(~met_[w] & low_bits(graph_.slots() - first), first, [&](std::uint64_t v) { paths[v] = 0; });
    }
    is_kept_ = true;
  }

  // Both ways are compiled for instructions for bits too, of which they are full: a tenth faster where a processor has
  // them. Nothing is added up in another order.
  template <class Count>
  bool forward(std::uint32_t root, Count* counts) {
#ifdef ATOLL_VECTORS
    if (has_avx2_and_bits()) return forward_by_bits(root, counts);
#endif
    return forward_plainly(root, counts);
  }
  template <class Count, class Sums>
  void backward(Count* paths, Count* handed, Sums& sums) {
#ifdef ATOLL_VECTORS
    if (has_avx2_and_bits()) return backward_by_bits(paths, handed, sums);
#endif
    backward_plainly(paths, handed, sums);
  }
#ifdef ATOLL_VECTORS
#define ATOLL_BITS [[gnu::flatten]] __attribute__((target("avx2,bmi,bmi2")))
  template <class Count>
  ATOLL_BITS bool forward_by_bits(std::uint32_t root, Count* counts) {
    return forward_plainly(root, counts);
  }
  template <class Count, class Sums>
  ATOLL_BITS void backward_by_bits(Count* paths, Count* handed, Sums& sums) {
    backward_plainly(paths, handed, sums);
  }
#undef ATOLL_BITS
#endif

  template <class Count>
  bool forward_plainly(std::uint32_t root, Count* counts) {
    reached_ = 1;
    arcs_ = left_arcs_ = 0;
    notes_ = {.end = ways_.data()};
    queue_[0] = root;
    counts[root] = CountRange<Count>::one;
    set_bit(met_.data(), root);
    levels_.clear();
    Count most_before = 0;
    for (Level level; level.size() > 0; level = {level.end, static_cast<std::uint32_t>(reached_)}) {
      for (std::uint32_t i = level.begin; i < level.end; ++i) set_bit(closed_.data(), queue_[i]);
      level.shrinks = most_before > CountRange<Count>::many;
      level.is_pulled = pulling_pays(level);
      levels_.push_back(level);
      const auto extremes = level.is_pulled ? pull(level, counts) : leave(level, counts);
      if (extremes.least < CountRange<Count>::few) return false;
      most_before = extremes.most * level.factor() * (level.shrinks ? Count{growth_max} : Count{1});
    }
    return true;
  }

  // To leave a level costs its arcs out; to pull from it, the arcs in of all who are not met, and something for each.
  bool pulling_pays(const Level& level) const {
    constexpr std::uint64_t many_share = 256;  // of all vertices: a level of fewer is left without being asked
    constexpr std::uint64_t arcs_per_row = 4;  // that cost as much as to begin a row
    if (level.size() < graph_.vertices() / many_share) return false;
    const std::uint64_t arcs = arcs_of(level);
    const std::uint64_t beyond = graph_.arcs() - std::min(graph_.arcs(), left_arcs_ + arcs);
    return arcs > beyond + arcs_per_row * (graph_.vertices() - std::min(graph_.vertices(), leaves_.count() + reached_));
  }
  // By a sample, of which none is the first: those come first who have many.
  std::uint64_t arcs_of(const Level& level) const {
    constexpr std::uint64_t sample = 1024;
    const std::uint64_t step = level.size() / sample + 1;
    std::uint64_t arcs = 0;
    for (std::uint64_t i = level.begin + step / 2; i < level.end; i += step) arcs += out_.degree(queue_[i]);
    return arcs * step;
  }

  // All rows of a level. What changes with each is kept here, where no other store can change it.
  template <class Count>
  Extremes<Count> leave(const Level& level, Count* counts) {
    const Count factor = level.factor();
    const ArcRows rows = out_;
    const std::uint32_t* const queue = queue_.data();
    Extremes<Count> extremes;
    Met<Count> met{met_.data(), counts, queue_.data(), reached_};
    Notes notes = notes_;
    std::uint64_t arcs = 0;
    for (std::uint64_t i = level.begin; i < level.end; ++i) {
      if (i % vertices_per_poll == 0) watch_->poll();
      if (i + 2 * queued_ahead < level.end) rows.fetch_offsets(queue[i + 2 * queued_ahead]);
      if (i + queued_ahead < level.end) rows.fetch(queue[i + queued_ahead]);
      const Count count = counts[queue[i]];
      extremes.take(count);
      const std::span<const std::uint32_t> row = rows[queue[i]];
      arcs += row.size();
      leave_row(row, count * factor, met, notes);
    }
    reached_ = met.reached;
    notes_ = notes;
    arcs_ += arcs;
    left_arcs_ += arcs;
    return extremes;
  }

  // `told`: to each of those behind it.
  template <class Count>
  [[gnu::always_inline]] void leave_row(std::span<const std::uint32_t> row, Count told, Met<Count>& met, Notes& notes) {
    for_open_ends(open_, row, closed_.data(), [&](std::span<const std::uint32_t> ends, std::uint64_t open) {
      for_set_bits(open, 0, [&](std::uint64_t i) { met.reach(ends[i], told); });
      notes.add(open, ends.size());
    });
  }

  // All who were not met.
  template <class Count>
  Extremes<Count> pull(const Level& level, Count* counts) {
    const Count factor = level.factor();
    Extremes<Count> extremes;
    for (std::uint64_t i = level.begin; i < level.end; ++i) extremes.take(counts[queue_[i]]);
    left_arcs_ += arcs_of(level);
    // A leaf is never pulled from: whoever it leads to has arcs that are left.
    if (far_.empty()) far_ = Array<std::uint64_t>(closed_.size(), Contents::whatever);
    for (std::uint64_t w = 0; w < far_.size(); ++w) far_[w] = ~closed_[w] | leaves_.word(w);
    for_open([&](std::uint32_t v) { meet(v, counts, factor); });
    return extremes;
  }

  // visit(slot) of those who were not met, by the user's vertex, so that sums are the same in any parts; or by slot, where
  // one part has an order of its own.
  template <class Visit>
  void for_open(const Visit& visit) const {
    if (graph_.parts() > 1) {
      for (std::uint64_t v = 0; v < graph_.vertices(); ++v) {
        if (v % vertices_per_poll == 0) watch_->poll();
        const std::uint32_t slot = graph_.slot_of(v);
        if (test_bit(far_.data(), slot) && !leaves_.has(slot)) visit(slot);
      }
      return;
    }
    for (std::uint64_t w = 0; w < far_.size(); ++w) {
      if (w % (vertices_per_poll / bits_per_word) == 0) watch_->poll();
      const std::uint64_t first = w * bits_per_word;
      for_set_bits(far_[w] & ~leaves_.word(w) & low_bits(graph_.slots() - first), first,
                   [&](std::uint64_t v) { visit(static_cast<std::uint32_t>(v)); });
    }
  }

  // Counts the paths to a vertex from those before it, if there are any.
  template <class Count>
  void meet(std::uint32_t v, Count* counts, Count factor) {
    const auto row = in_[v];
    const Notes noted = notes_;
    Count count = 0;
    arcs_ += row.size();
    for_open_ends(open_, row, far_.data(), [&](std::span<const std::uint32_t> ends, std::uint64_t ways) {
      for_set_bits(ways, 0, [&](std::uint64_t i) { count += counts[ends[i]]; });
      notes_.add(ways, ends.size());
    });
    if (count == 0) {
      notes_ = noted;
      return;
    }
    counts[v] = count * factor;
    set_bit(met_.data(), v);
    queue_[reached_++] = v;
  }

  // Everybody hands (1 + dependency) / paths, in its place, to those before: when they ask for it or, if they were pulled
  // from, at once: to [slot], all 0 before and after, unless sums are there. The root has no dependency.
  template <class Count, class Sums>
  void backward_plainly(Count* paths, Count* handed, Sums& sums) {
    for (std::size_t i = levels_.size(); i-- > 1;) {
      const Level& level = levels_[i];
      const Level& before = levels_[i - 1];
      // A root that is a leaf hangs on the only one it leads to.
      const std::uint32_t root_hangs = i == 1 && leaves_.has(queue_[0]) ? 1 : 0;
      if (level.is_pulled) {
        settle(level, root_hangs, paths, sums, [&](std::uint32_t v) { return std::exchange(handed[v], Count{0}); });
      } else {
        std::uint8_t* noted = notes_.end;
        settle(level, root_hangs, paths, sums, [&](std::uint32_t v) { return handed_along(out_[v], paths, noted); });
        notes_.end = noted;
      }
      if (before.is_pulled) hand_over(level, paths, handed);
      sums.end_level(level);
    }
    if (levels_[0].is_pulled) handed[queue_[0]] = 0;
  }

  // The vertices of a level, from the last to the first. First what is handed to some, then what follows from it: neither
  // waits for the other. `root_hangs`: of the leaves of each so many are the root.
  template <class Count, class Sums, class HandedTo>
  void settle(const Level& level, std::uint32_t root_hangs, Count* paths, Sums& sums, const HandedTo& handed_to) {
    constexpr std::uint32_t together = 64;
    const Count factor = level.factor();
    std::array<Count, together> handed;
    for (std::uint32_t end = level.end; end > level.begin;) {
      watch_->poll();
      const std::uint32_t begin = end - std::min(together, end - level.begin);
      for (std::uint32_t i = end; i-- > begin;) {
        if (!level.is_pulled) fetch_before(out_, level, i);
        __builtin_prefetch(&paths[queue_[i]], 1);
        sums.fetch(queue_[i]);
        handed[i - begin] = handed_to(queue_[i]);
      }
      for (std::uint32_t i = end; i-- > begin;) {
        const std::uint32_t v = queue_[i];
        const Count dependency = paths[v] * factor * handed[i - begin] + (leaves_.hanging_on(v) - root_hangs);
        sums.put(i - level.begin, v, static_cast<double>(dependency));
        paths[v] = (1 + dependency) / paths[v];
      }
      end = begin;
    }
  }

  // From the vertices that were met in a pull to those that lead there.
  template <class Count>
  void hand_over(const Level& met, const Count* paths, Count* handed) {
    for (std::uint32_t i = met.end; i-- > met.begin;) {
      if (i % vertices_per_poll == 0) watch_->poll();
      fetch_before(in_, met, i);
      const Count share = paths[queue_[i]];
      for_ways(in_[queue_[i]], notes_.end, [&](std::uint32_t u) { handed[u] += share; });
    }
  }

  void fetch_before(const ArcRows& rows, const Level& level, std::uint32_t i) const {
    if (i >= level.begin + 2 * queued_ahead) rows.fetch_offsets(queue_[i - 2 * queued_ahead]);
    if (i >= level.begin + queued_ahead) rows.fetch(queue_[i - queued_ahead]);
  }

  template <class Count>
  Count handed_along(std::span<const std::uint32_t> row, const Count* shares, std::uint8_t*& noted) {
    Count handed = 0;
    for_ways(row, noted, [&](std::uint32_t w) { handed += shares[w]; });
    return handed;
  }

  // visit(end) for those arcs of a row that are part of shortest paths. It is the last one that is still noted.
  template <class Visit>
  static void for_ways(std::span<const std::uint32_t> row, std::uint8_t*& noted, const Visit& visit) {
    noted -= bytes_of(row.size());
    for (std::size_t e = 0; e < row.size(); e += open_ends_at_once) {
      std::uint64_t ways = 0;
      std::memcpy(&ways, noted + e / 8, sizeof(ways));  // there is room behind the last row
      for_set_bits(ways & low_bits(row.size() - e), e, [&](std::uint64_t arc) { visit(row[arc]); });
    }
  }

  // Nobody is closed but leaves, and nobody was met.
  void forget() {
    if (reached_ < met_.size()) {
      for (std::uint64_t i = 0; i < reached_; ++i) {
        const std::uint32_t word = queue_[i] / bits_per_word;
        met_[word] = 0;
        closed_[word] = leaves_.word(word);
      }
    } else {
      std::ranges::fill(met_, std::uint64_t{0});
      close_only_leaves();
    }
  }

  void close_only_leaves() {
    for (std::uint64_t w = 0; w < closed_.size(); ++w) closed_[w] = leaves_.word(w);
  }

  const SharedGraph& graph_;
  const ArcRows out_;
  const ArcRows in_;
  const Leaves& leaves_;
  Rooms& rooms_;
  const Watch* watch_ = nullptr;
  Array<std::uint64_t> closed_;  // bitmaps of slots; leaves are closed from the start
  Array<std::uint64_t> met_;     // in the queue
  Array<std::uint64_t> far_;     // in a pull: not closed, or a leaf
  Array<std::uint32_t> queue_;   // slots, and room for one that was there already
  Array<double> paths_;          // [slot]: from the root; on the way back, what is handed to those before
  Array<double> levels_room_;    // if ever dependencies were kept
  Blocks<Level> levels_;
  Array<std::uint8_t> ways_;  // where notes are
  Notes notes_;
  OpenEnds open_ = open_ends();
  bool may_keep_ = false;
  bool is_kept_ = false;
  std::uint64_t reached_ = 0;
  std::uint64_t arcs_ = 0;       // looked at
  std::uint64_t left_arcs_ = 0;  // out of the levels behind, about
};

}  // namespace Atoll::kernels
