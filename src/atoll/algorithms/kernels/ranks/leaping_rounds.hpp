// SPDX-License-Identifier: Apache-2.0
// Rounds of power iteration on a directed graph, every few of which go on from where those before lead
// (extrapolation.hpp). Stages take fewer (staged_rounds.hpp), but these may have tiles, so that each takes far less
// where arcs are many.
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "atoll/algorithms/kernels/ranks/extrapolation.hpp"
#include "atoll/algorithms/kernels/ranks/leaps.hpp"
#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

// Round: operator()(1) is a round of power iteration, from what is said to what is said next.
template <class Real, class Round>
class LeapingRounds {
 public:
  template <class Tables>
  LeapingRounds(const OnePart& graph, const Tables& tables, Ranks<Real>& ranks, Crew& crew)
      : ranks_(ranks),
        crew_(crew),
        round_(graph, tables, ranks, crew),
        moved_((std::uint64_t{ranks.listed()} + piece - 1) / piece),
        leads_(ranks.listed(), moved_.size()) {}

  // Returns how much one more round would change what this one arrives at, at most: it damps what was heard of this
  // one, and nobody hears a vertex without arcs out.
  double operator()() {
    if (leaps_.are_due()) leap();
    round_(1);
    each_piece([&](std::uint64_t begin, std::uint64_t end) {
      const std::uint64_t i = begin / piece;
      moved_[i] = leads_.move(i, begin, end, ranks_.other(), ranks_.said(), ranks_.share()).distance;
    });
    const double change = std::accumulate(moved_.begin(), moved_.end(), 0.0);
    leaps_.end_round(change, leads_.end_round());
    return ranks_.damping() * change;
  }
  Real* answer() { return ranks_.said(); }

 private:
  static constexpr std::uint64_t piece = 1u << 14;

  template <class Work>
  void each_piece(const Work& work) {
    crew_.for_chunks(ranks_.listed(), piece, work);
  }
  void leap() {
    Real* const said = ranks_.said();
    const Real* const share = ranks_.share();
    each_piece([&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) said[v] = leads_.corrected(v, said[v], share[v]);
    });
  }

  Ranks<Real>& ranks_;
  Crew& crew_;
  Round round_;
  std::vector<double> moved_;  // [piece]: ranks that are heard, L1
  Extrapolation<Real> leads_;
  Leaps leaps_{Caution::once_astray};  // what is wrong shrinks from the first round on, and does not only move
};

}  // namespace Atoll::kernels
