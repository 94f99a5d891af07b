// SPDX-License-Identifier: Apache-2.0
// The dependencies of all vertices on one root (Brandes, 2001), by all threads. Level by level: a level is left, its
// ends are claimed, and who was claimed counts its paths from its own row in; or, if a level has more arcs than lie
// beyond it, all who were not met count theirs (as Beamer et al., SC 2012, but to the last arc). On the way back whoever
// is on a level adds up in its own row what those behind it hand back. So nothing is added by atomics: every sum has the
// order of a row, whoever adds it up. It goes over rows again where a search by one thread (root_search.hpp) goes along
// its notes.
//
// Members of a level are told by bits that are missing, for open_ends finds those; of three such bitmaps in turn one is
// read, one is written, and one is filled up again. Levels of few vertices are one thread's alone, unless these lead to
// hubs: to meet takes longer.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/betweenness/leaves.hpp"
#include "atoll/algorithms/kernels/betweenness/open_ends.hpp"
#include "atoll/algorithms/kernels/betweenness/path_counts.hpp"
#include "atoll/algorithms/kernels/blocks.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll::kernels {

template <class ArcRows>
class JointSearch {
 public:
  // The rows out and in are those of the graph. All must outlive it. Throws Error(cancelled | resource).
  JointSearch(const SharedGraph& graph, const ArcRows& out, const ArcRows& in, const Leaves& leaves, Crew& crew,
              const Watch& watch)
      : graph_(graph),
        out_(out),
        in_(in),
        leaves_(leaves),
        crew_(crew),
        dealer_(1),
        shares_(static_cast<std::size_t>(crew.threads())),
        never_(words_for(graph.slots()), Contents::whatever),
        closed_(words_for(graph.slots()), Contents::whatever),
        queue_(graph.vertices(), Contents::whatever),
        values_(graph.slots(), Contents::whatever) {
    for (auto& others : others_) others = Array<std::uint64_t>(closed_.size(), Contents::whatever);
    find_never(watch);
  }

  // What a search writes is there before the first one.
  void make_pages() {
    parallel_fill(queue_, 0, crew_);
    parallel_fill(values_, 0, crew_);
  }

  // Adds to the scores; or nothing, and no score has changed, if a level has vertices with too few and too many paths, or
  // there are very many small levels. Throws Error(cancelled | resource), and is of no use then.
  std::optional<Step> operator()(std::uint32_t root, std::span<double> scores, const Watch& watch) {
    scores_ = scores;
    watch_ = &watch;
    plant(root);
    crew_.run([&](Worker& me) {
      forward(me);
      if (!given_up_) backward(me);
      forget(shares_[static_cast<std::size_t>(me.index)]);
    });
    if (given_up_) return std::nullopt;
    if (leaves_.has(root) && queue_end_ > 1) scores_[queue_[1]] -= 1;  // it hangs on the only one it leads to
    Step step{.vertices = queue_end_};
    for (Share& share : shares_) step.scanned += std::exchange(share.scanned, 0);
    step.arcs = step.scanned;
    return step;
  }

 private:
  using Range = CountRange<double>;
  static constexpr std::uint64_t words_per_piece = 4, words_per_fill = 1024;
  static constexpr std::uint64_t entries_per_piece_min = 4, entries_per_piece_max = 256;
  static constexpr std::uint64_t pieces_per_thread = 4;  // of a level, if there are so many entries
  static constexpr std::uint64_t narrow = 128;           // entries
  static constexpr std::uint64_t narrow_arcs = 1024;
  static constexpr std::uint64_t counted_alone = 1u << 13;  // arcs in of those who were claimed
  static constexpr std::uint64_t queued_ahead = 8;          // rows that are fetched
  static constexpr std::uint64_t all_bits = ~std::uint64_t{0};

  // A stretch of the queue.
  struct Level : PathLevel {
    std::uint64_t arcs = 0;  // out of it

    bool is_narrow() const { return size() <= narrow && arcs <= narrow_arcs; }
  };
  // What a thread sums up of a level.
  struct alignas(64) Share {
    std::uint64_t round = 0;  // of the dealer
    std::uint64_t arcs = 0;   // out of those it met
    std::uint64_t scanned = 0;
    double least = Range::one;
    double most = 0;
  };
  // Whom a thread met, until there are enough for the queue.
  struct Found {
    std::array<std::uint32_t, 512> slots;
    std::uint32_t count = 0;
  };

  // Whom no arc leads to, leaves, and slots that are nobody's are closed from the start.
  void find_never(const Watch& watch) {
    parallel_fill(never_, all_bits, crew_);
    for (auto& others : others_) parallel_fill(others, all_bits, crew_);
    graph_.for_vertices(crew_, watch, [&](std::uint32_t v) {
      if (in_.degree(v) == 0 || leaves_.has(v)) return;
      clear_bit_shared(never_.data(), v);
    });
    crew_.for_chunks(never_.size(), words_per_fill, [&](std::uint64_t begin, std::uint64_t end) {
      std::copy(never_.begin() + begin, never_.begin() + end, closed_.begin() + begin);
    });
  }

  std::uint64_t* others(std::size_t level) { return others_[level % 3].data(); }

  // work(begin, end) over [0, count), in pieces, for whoever asks next. Every thread goes through the same deals.
  template <class Work>
  void deal(Share& mine, std::uint64_t count, std::uint64_t grain, Work&& work) {
    dealer_.deal(0, ++mine.round, count, grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_->poll();
      work(begin, end);
    });
  }
  // work(begin, end) over a stretch of the queue.
  template <class Work>
  void deal_queue(Share& mine, std::uint64_t first, std::uint64_t end, Work&& work) {
    const std::uint64_t count = end - first;
    const std::uint64_t grain = count / (pieces_per_thread * shares_.size());
    deal(mine, count, std::clamp(grain, entries_per_piece_min, entries_per_piece_max),
         [&](std::uint64_t piece_begin, std::uint64_t piece_end) { work(first + piece_begin, first + piece_end); });
  }

  void plant(std::uint32_t root) {
    queue_[0] = root;
    queue_end_ = 1;
    values_[root] = Range::one;
    set_bit(closed_.data(), root);
    clear_bit(others(0), root);
    levels_.clear();
    now_ = {};
    now_.arcs = out_.degree(root);
    levels_.push_back(now_);
    left_arcs_ = 0;
    claimed_ = given_up_ = false;
  }

  void forward(Worker& me) {
    Share& mine = shares_[static_cast<std::size_t>(me.index)];
    for (;;) {
      if (me.index == 0 && now_.is_narrow()) pass_narrow(mine);
      me.meet();
      if (now_.size() == 0 || given_up_) return;
      const Level level = now_;
      const std::size_t depth = levels_.size() - 1;
      if (level.is_pulled && !claimed_) {
        pull(mine, level, depth);
      } else {
        if (!claimed_)
          deal_queue(mine, level.begin, level.end,
                     [&](std::uint64_t begin, std::uint64_t end) { claim(mine, level, begin, end, depth); });
        me.meet();
        deal_queue(mine, level.end, queue_end_,
                   [&](std::uint64_t begin, std::uint64_t end) { count(mine, level, begin, end, depth); });
      }
      if (depth > 0) fill_up(mine, depth - 1);
      me.meet();
      if (me.index == 0) conclude();
    }
  }

  // By one thread, until a level is not narrow, or to count the paths to those whom it claimed is work for all.
  void pass_narrow(Share& mine) {
    for (; now_.size() > 0 && now_.is_narrow() && !given_up_; conclude()) {
      watch_->poll();
      const Level level = now_;
      const std::size_t depth = levels_.size() - 1;
      claim(mine, level, level.begin, level.end, depth);
      claimed_ = level.size() > 1 && arcs_in(level.end, queue_end_) > counted_alone;
      if (claimed_) return;
      count(mine, level, level.end, queue_end_, depth);
      if (depth > 0) fill_alone(depth - 1);
    }
  }

  // The ends of some of a level that nobody met yet.
  void claim(Share& mine, const Level& level, std::uint64_t begin, std::uint64_t end, std::size_t depth) {
    std::uint64_t* const missing = others(depth + 1);
    Found found;
    for (std::uint64_t i = begin; i < end; ++i) {
      fetch_ahead(out_, i, level.end);
      for_ends(out_[queue_[i]], closed_.data(), mine, [&](std::uint32_t w) {
        if (clear_claimed_bit(missing, w)) put(found, w);
      });
    }
    append(found);
  }

  // Of some of the queue, as far as counted_alone.
  std::uint64_t arcs_in(std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t arcs = 0;
    for (std::uint64_t i = begin; i < end && arcs <= counted_alone; ++i) arcs += in_.degree(queue_[i]);
    return arcs;
  }

  // The paths to those who were claimed. To whom one alone leads there are as many as to that one.
  void count(Share& mine, const Level& level, std::uint64_t begin, std::uint64_t end, std::size_t depth) {
    const std::uint64_t* const missing = others(depth);
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint32_t v = queue_[i];
      if (level.size() > 1) fetch_ahead(in_, i, end);
      const double paths = level.size() > 1 ? sum(in_[v], missing, mine) : values_[queue_[level.begin]];
      meet(mine, v, paths * level.factor());
      mark_bit_shared(closed_.data(), v);
    }
  }

  void pull(Share& mine, const Level& level, std::size_t depth) {
    const std::uint64_t* const missing = others(depth);
    std::uint64_t* const next = others(depth + 1);
    Found found;
    deal(mine, closed_.size(), words_per_piece, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t w = begin; w < end; ++w) {
        std::uint64_t met = 0;
        for_set_bits(~closed_[w], 0, [&](std::uint64_t bit) {
          const auto v = static_cast<std::uint32_t>(w * bits_per_word + bit);
          const double paths = sum(in_[v], missing, mine);
          if (paths == 0) return;
          meet(mine, v, paths * level.factor());
          met |= mask_of(bit);
          put(found, v);
        });
        next[w] = ~met;
        closed_[w] |= met;
      }
      append(found);
    });
  }

  void meet(Share& mine, std::uint32_t v, double paths) {
    values_[v] = paths;
    mine.least = std::min(mine.least, paths);
    mine.most = std::max(mine.most, paths);
    mine.arcs += out_.degree(v);
  }

  void put(Found& found, std::uint32_t v) {
    found.slots[found.count++] = v;
    if (found.count == found.slots.size()) append(found);
  }
  void append(Found& found) {
    if (found.count == 0) return;
    const std::uint32_t at = std::atomic_ref(queue_end_).fetch_add(found.count, std::memory_order_relaxed);
    std::copy_n(found.slots.begin(), found.count, queue_.begin() + at);
    found.count = 0;
  }

  // Between two levels, by one thread.
  void conclude() {
    left_arcs_ += now_.arcs;
    Level next;
    next.begin = now_.end;
    next.end = queue_end_;
    double least = Range::one;
    double most = 0;
    for (Share& share : shares_) {
      next.arcs += std::exchange(share.arcs, 0);
      least = std::min(least, std::exchange(share.least, Range::one));
      most = std::max(most, std::exchange(share.most, 0));
    }
    claimed_ = false;
    given_up_ = next.size() > 0 && (least < Range::few || is_deep());
    next.shrinks = most > Range::many;
    next.is_pulled = pulling_pays(next);
    now_ = next;
    if (next.size() > 0) levels_.push_back(next);
  }

  // To leave a level costs its arcs out, and the arcs in of whoever is claimed, of whom nobody knows yet; to pull from
  // it, the arcs in of all who are not met, and something for each.
  bool pulling_pays(const Level& level) const {
    constexpr std::uint64_t arcs_to_leave = 4;  // that an arc out costs as much as
    constexpr std::uint64_t arcs_per_row = 4;   // that to begin a row costs as much as
    const std::uint64_t beyond = graph_.arcs() - std::min(graph_.arcs(), left_arcs_ + level.arcs);
    const std::uint64_t met = std::min(graph_.vertices(), leaves_.count() + level.end);
    return arcs_to_leave * level.arcs > beyond + arcs_per_row * (graph_.vertices() - met);
  }

  // Whether levels are so many, and so small, that threads would do little but meet.
  bool is_deep() const {
    constexpr std::size_t levels_asked = 64;
    constexpr std::uint64_t arcs_per_level = 4096;
    return levels_.size() > levels_asked && left_arcs_ < levels_.size() * arcs_per_level;
  }

  // Everybody has (1 + dependency) / paths, in the place of its paths, for those before.
  void backward(Worker& me) {
    Share& mine = shares_[static_cast<std::size_t>(me.index)];
    for (std::size_t depth = levels_.size() - 1; depth > 0;) {
      if (levels_[depth].is_narrow()) {
        std::size_t wide = depth;
        while (wide > 0 && levels_[wide].is_narrow()) --wide;
        for (; depth > wide; --depth) {
          if (me.index != 0) continue;
          watch_->poll();
          settle(mine, depth, levels_[depth].begin, levels_[depth].end);
          fill_alone(depth + 2);
        }
      } else {
        deal_queue(mine, levels_[depth].begin, levels_[depth].end,
                   [&](std::uint64_t begin, std::uint64_t end) { settle(mine, depth, begin, end); });
        fill_up(mine, depth + 2);
        --depth;
      }
      me.meet();
    }
  }

  void settle(Share& mine, std::size_t depth, std::uint64_t begin, std::uint64_t end) {
    const Level& level = levels_[depth];
    const bool is_last = depth + 1 == levels_.size();
    const std::uint64_t* const missing = others(depth + 1);
    std::uint64_t* const own = others(depth);
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint32_t v = queue_[i];
      if (!is_last) fetch_ahead(out_, i, end);
      const double handed = is_last ? 0 : sum(out_[v], missing, mine);
      const double dependency = values_[v] * level.factor() * handed + leaves_.hanging_on(v);
      scores_[v] += dependency;
      values_[v] = (1 + dependency) / values_[v];
      clear_bit_shared(own, v);
    }
  }

  // Nobody is on the level any more, as far as its bitmap says, which another one will have.
  void fill_up(Share& mine, std::size_t depth) {
    if (depth >= levels_.size()) return;
    const Level& level = levels_[depth];
    std::uint64_t* const missing = others(depth);
    if (level.size() > closed_.size()) {
      deal(mine, closed_.size(), words_per_fill,
           [&](std::uint64_t begin, std::uint64_t end) { std::fill(missing + begin, missing + end, all_bits); });
    } else {
      deal_queue(mine, level.begin, level.end,
                 [&](std::uint64_t begin, std::uint64_t end) { fill_entries(missing, begin, end); });
    }
  }
  void fill_alone(std::size_t depth) {
    if (depth < levels_.size()) fill_entries(others(depth), levels_[depth].begin, levels_[depth].end);
  }
  void fill_entries(std::uint64_t* missing, std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i)
      std::atomic_ref(missing[queue_[i] / bits_per_word]).store(all_bits, std::memory_order_relaxed);
  }

  // As before the root.
  void forget(Share& mine) {
    const auto forget_word = [&](std::uint64_t w) {
      std::atomic_ref(closed_[w]).store(never_[w], std::memory_order_relaxed);
      for (auto& others : others_) std::atomic_ref(others[w]).store(all_bits, std::memory_order_relaxed);
    };
    if (queue_end_ > closed_.size()) {
      deal(mine, closed_.size(), words_per_fill, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t w = begin; w < end; ++w) forget_word(w);
      });
    } else {
      deal_queue(mine, 0, queue_end_, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i) forget_word(queue_[i] / bits_per_word);
      });
    }
  }

  void fetch_ahead(const ArcRows& rows, std::uint64_t i, std::uint64_t end) const {
    if (i + 2 * queued_ahead < end) rows.fetch_offsets(queue_[i + 2 * queued_ahead]);
    if (i + queued_ahead < end) rows.fetch(queue_[i + queued_ahead]);
  }

  // visit(end) for the ends of a row that a bitmap has not.
  template <class Visit>
  void for_ends(std::span<const std::uint32_t> row, const std::uint64_t* bitmap, Share& mine,
                const Visit& visit) const {
    mine.scanned += row.size();
    for_open_ends(open_, row, bitmap, [&](std::span<const std::uint32_t> ends, std::uint64_t open) {
      for_set_bits(open, 0, [&](std::uint64_t i) { visit(ends[i]); });
    });
  }
  // Of the values of those ends.
  double sum(std::span<const std::uint32_t> row, const std::uint64_t* bitmap, Share& mine) const {
    double all = 0;
    for_ends(row, bitmap, mine, [&](std::uint32_t w) { all += values_[w]; });
    return all;
  }

  const SharedGraph& graph_;
  const ArcRows out_;
  const ArcRows in_;
  const Leaves& leaves_;
  Crew& crew_;
  Dealer dealer_;
  std::vector<Share> shares_;
  std::span<double> scores_;
  const Watch* watch_ = nullptr;
  Array<std::uint64_t> never_;                  // bitmaps of slots: who is closed from the start
  Array<std::uint64_t> closed_;                 // on the level that is left, on one before, or never met
  std::array<Array<std::uint64_t>, 3> others_;  // by level: who is not on it
  Array<std::uint32_t> queue_;                  // slots, level by level
  Array<double> values_;  // [slot] that was met: paths from the root; on the way back, what is handed to those before
  Blocks<Level> levels_;
  Level now_;  // the last of them, or an empty one behind it
  std::uint32_t queue_end_ = 0;
  std::uint64_t left_arcs_ = 0;  // out of the levels behind
  bool claimed_ = false;         // the ends of the last level, by one thread for all
  bool given_up_ = false;
  OpenEnds open_ = open_ends();
};

}  // namespace Atoll::kernels
