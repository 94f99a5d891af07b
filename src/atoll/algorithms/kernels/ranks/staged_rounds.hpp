// SPDX-License-Identifier: Apache-2.0
// Rounds of PageRank by stages, in the manner of Gauss and Seidel: a vertex hears what the stages before its own have
// said in this round (stage_order.hpp), and, where many arcs are near, those before it in its chunk. Stages do not keep
// the sum of all ranks, and in an undirected graph, where it is known, it is set right. Stages and chunks are the
// graph's, and the machine's if arcs lead one way, whatever the threads, so the ranks are too. Every few rounds go on
// from where those before lead (extrapolation.hpp): until that led astray, and then from steady rounds only, as where
// arcs lead one way, along which what is wrong moves on before it shrinks.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/ranks/extrapolation.hpp"
#include "atoll/algorithms/kernels/ranks/leaps.hpp"
#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/algorithms/kernels/ranks/round_choice.hpp"
#include "atoll/algorithms/kernels/ranks/row_sweep.hpp"
#include "atoll/algorithms/kernels/ranks/short_rows.hpp"
#include "atoll/algorithms/kernels/ranks/stage_order.hpp"
#include "atoll/topology/dealer.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {

template <class Real>
class StagedRounds {
 public:
  StagedRounds(const OnePart& graph, const ShortRows& short_rows, int processors, Ranks<Real>& ranks, Crew& crew)
      : graph_(graph),
        short_rows_(short_rows),
        ranks_(ranks),
        crew_(crew),
        hears_chunk_(has_near_ends(graph)),
        order_(graph, hears_chunk_, processors),
        block_(block_of(graph)),
        each_hears_(crew.threads() <= hearers_max &&
                    graph.vertices * static_cast<std::uint64_t>(crew.threads()) <= graph.arcs),
        bounds_(graph.chunks->bounds()),
        changes_(bounds_.size() - 1),
        moved_(changes_.size()),
        leads_(graph.vertices, changes_.size()),
        dealer_(2 * order_.stages() * static_cast<std::size_t>(crew.threads())) {
    if (!each_hears_) return;
    heard_.resize(static_cast<std::size_t>(crew.threads()));
    crew.run([&](Worker& me) {
      if (me.index == 0) return;
      Array<Real>& mine = heard_[static_cast<std::size_t>(me.index)];
      mine = Array<Real>(graph_.vertices + std::uint64_t{1}, Contents::whatever);
      std::copy(ranks_.said(), ranks_.said() + mine.size(), mine.begin());
    });
  }

  // Returns how much a round of power iteration would change what this one arrives at, at most: it changes only what
  // was heard of the round before, and damps that. Nobody hears a vertex without arcs out.
  double operator()() {
    ranks_.begin_round();
    if (dealt_ == 0) sum_ = ranks_.sum_of_heard();
    lead();
    ++dealt_;
    crew_.run([&](Worker& me) {
      Real* const heard = heard_by(me);
      for (std::uint64_t stage = 0; stage < order_.stages(); ++stage) {
        const std::uint64_t count = order_.chunks_of(stage);
        const auto deal = [&](std::uint64_t turn, auto&& work) {
          dealer_.deal_shares(turn, dealt_, count, me, [&](std::uint64_t i) {
            crew_.poll();
            work(order_.chunk(stage, i));
          });
        };
        const auto hear = [&](std::uint64_t chunk) {
          const Real* const said = ranks_.other();
          std::copy(said + bounds_[chunk], said + bounds_[chunk + 1], heard + bounds_[chunk]);
        };
        deal(2 * stage, [&](std::uint64_t chunk) { settle_chunk(chunk, heard); });
        me.meet();
        if (each_hears_) {
          for (std::uint64_t i = 0; i < count; ++i) hear(order_.chunk(stage, i));
        } else {
          deal(2 * stage + 1, hear);
          me.meet();
        }
      }
    });
    const double change = ranks_.end_round(changes_, 1);
    leaps_.end_round(change, leads_.end_round());
    if (knows_sum()) sum_ = std::accumulate(moved_.begin(), moved_.end(), sum_);
    return ranks_.damping() * change;
  }
  Real* answer() { return ranks_.other(); }

 private:
  static constexpr int hearers_max = 4;
  static constexpr std::uint64_t scaling_grain = 1u << 14;
  static constexpr double share_lacking = 1.0 / 8;  // of what the last round changed: ranks that lack more are scaled

  // Where rows of a chunk hear each other. Those in a block do not, but from records. Where arcs lead one way, from a
  // row to the next, nothing would get far.
  std::uint32_t block_of(const OnePart& graph) const {
    const bool may_wait = short_rows_.empty() ? !graph.directed : !order_.rows_descend();
    return hears_chunk_ && may_wait && wait_for_the_row_before(graph.in, graph.vertices) ? rows_per_block : 1;
  }

  // All hear the ranks that the last rounds lead to, set to the sum that they must have where they lack much of it.
  void lead() {
    if (leaps_.are_due()) leap();
    const double missing = knows_sum() ? ranks_.sum_of_heard() - sum_ : 0;
    const bool scales = sum_ > 0 && std::abs(missing) > share_lacking * leaps_.change();
    if (scales) scale(static_cast<Real>(1 + missing / sum_));
    if (leaps_.are_due() || scales) tell();
  }

  void leap() {
    Real* const other = ranks_.other();
    const Real* const share = ranks_.share();
    const auto go_on = [&](std::uint64_t v) { other[v] = leads_.corrected(v, other[v], share[v]); };
    if (!knows_sum()) {
      crew_.for_chunks(graph_.vertices, scaling_grain, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t v = begin; v < end; ++v) go_on(v);
      });
      return;
    }
    const auto add = [&](double& sum, std::uint64_t v) {
      go_on(v);
      sum += rank_heard(v, other);
    };
    sum_ = reduce<double>(graph_.vertices, add, [](double& sum, double more) { sum += more; }, crew_);
  }

  void scale(Real factor) {
    Real* const other = ranks_.other();
    const Real* const share = ranks_.share();
    crew_.for_chunks(graph_.vertices, scaling_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) other[v] *= share[v] <= 1 ? factor : Real{1};
    });
    sum_ *= static_cast<double>(factor);
  }

  void tell() {
    const Real* const other = ranks_.other();
    crew_.run([&](Worker& me) {
      const auto [begin, end] = each_hears_ ? Stretch{0, graph_.vertices} : me.stretch_of(graph_.vertices);
      std::copy(other + begin, other + end, heard_by(me) + begin);
    });
  }

  bool knows_sum() const { return ranks_.sum_of_heard() > 0; }
  // The rank of a vertex, if anybody hears it.
  double rank_heard(std::uint64_t v, const Real* said) const {
    const Real share = ranks_.share()[v];
    return share <= 1 ? static_cast<double>(said[v] / share) : 0;
  }

  // What a thread hears of the stages before: a copy of its own, or all the same.
  Real* heard_by(const Worker& me) {
    return each_hears_ && me.index > 0 ? heard_[static_cast<std::size_t>(me.index)].data() : ranks_.said();
  }

  void settle_chunk(std::uint64_t chunk, Real* heard) {
    const std::uint32_t first = bounds_[chunk];
    const std::uint32_t last = bounds_[chunk + 1];
    Real* const other = ranks_.other();
    if (hears_chunk_ && each_hears_) {
      say(sweep(heard, 0, heard), first, last);
      note_moves(chunk, other, heard);
      // The other chunks of the stage, whoever settles them, hear of it when it ends.
      swap_by_lines(heard + first, other + first, last - first);
      return;
    }
    say(sweep(heard, hears_chunk_ ? other - heard : 0, other), first, last);
    note_moves(chunk, heard, other);
  }
  // Another thread has read what is written here, so that its lines must be asked for: of stores of whole lines many
  // are on their way at a time, of stores of single numbers few.
  static void swap_by_lines(Real* mine, Real* told, std::size_t count) {
    std::array<Real, 256> some;
    for (std::size_t i = 0; i < count; i += some.size()) {
      const std::size_t size = std::min(some.size(), count - i);
      std::copy_n(mine + i, size, some.begin());
      std::copy_n(told + i, size, mine + i);
      std::copy_n(some.begin(), size, told + i);
    }
  }
  void say(const RowSweep<Real>& sweep, std::uint32_t first, std::uint32_t last) const {
    if (short_rows_.empty()) return sweep_rows(sweep, first, last);
    sweep_short_rows(sweep, short_rows_, first, last);
  }
  RowSweep<Real> sweep(const Real* heard, std::ptrdiff_t newer, Real* said) const {
    return {.rows = graph_.in,
            .vertices = graph_.vertices,
            .heard = heard,
            .newer = newer,
            .said = said,
            .share = ranks_.share(),
            .base = ranks_.base(),
            .damping = static_cast<Real>(ranks_.damping()),
            .jump = ranks_.jump(),
            .block = block_,
            .descends = order_.rows_descend()};
  }

  void note_moves(std::uint64_t chunk, const Real* before, const Real* now) {
    const std::uint32_t first = bounds_[chunk];
    const std::uint32_t last = bounds_[chunk + 1];
    const MoveSums sums = leads_.move(chunk, first, last, before, now, ranks_.share());
    changes_[chunk] = {.change = sums.distance};
    moved_[chunk] = sums.sum;
  }

  const OnePart& graph_;
  const ShortRows& short_rows_;
  Ranks<Real>& ranks_;
  Crew& crew_;
  bool hears_chunk_;
  StageOrder order_;
  std::uint32_t block_;  // rows of a chunk
  bool each_hears_;
  std::vector<Array<Real>> heard_;  // [thread], but the first: what all said
  std::span<const std::uint32_t> bounds_;
  std::vector<Change> changes_;  // [chunk]
  std::vector<double> moved_;    // [chunk]: how the sum of the ranks that are heard changed
  Extrapolation<Real> leads_;
  Leaps leaps_{order_.leads_one_way() ? Caution::always : Caution::once_astray};
  double sum_ = 0;           // of the ranks that are heard, where it is known what it must be
  Dealer dealer_;            // a turn for each stage, and one for what is heard after it
  std::uint64_t dealt_ = 0;  // rounds that were dealt
};

}  // namespace Atoll::kernels
