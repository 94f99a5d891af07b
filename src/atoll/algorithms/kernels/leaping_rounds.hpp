// SPDX-License-Identifier: Apache-2.0
// Rounds of power iteration on a directed graph, every few of which go on from where those before lead
// (extrapolation.hpp). Stages take fewer (staged_rounds.hpp), but these may have tiles, so that each takes far less
// where arcs are many.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/extrapolation.hpp"
#include "atoll/algorithms/kernels/ranks.hpp"
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
        leads_(ranks.listed(), (std::uint64_t{ranks.listed()} + piece - 1) / piece) {}

  // Returns how much one more round would change what this one arrives at, at most.
  double operator()() {
    if (leaps_.are_due()) leap();
    const double change = round_(1);
    each_piece([&](std::uint64_t begin, std::uint64_t end) {
      leads_.move(begin / piece, begin, end, ranks_.other(), ranks_.said(), ranks_.share());
    });
    leaps_.end_round(change, leads_.end_round(), false);
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
      for (std::uint64_t v = begin; v < end; ++v)
        said[v] = std::max(Real{0}, said[v] + leads_.correction(v) * share[v]);
    });
  }

  Ranks<Real>& ranks_;
  Crew& crew_;
  Round round_;
  Extrapolation<Real> leads_;
  Leaps leaps_;
};

}  // namespace Atoll::kernels
