// SPDX-License-Identifier: Apache-2.0
// Rounds of power iteration and, with a tolerance, beyond it: as far as the rounds before show (overshoot.hpp).
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/ranks/overshoot.hpp"
#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/algorithms/kernels/ranks/round_choice.hpp"

namespace Atoll::kernels {

// Round: operator()(overshoot) goes so far beyond a round of power iteration, and returns how much one changes the
// ranks.
template <class Real, class Round>
class PowerRounds {
 public:
  template <class Tables>
  PowerRounds(const OnePart& graph, const Tables& tables, const RankingOptions& options, Ranks<Real>& ranks, Crew& crew)
      : options_(options),
        ranks_(ranks),
        round_(graph, tables, ranks, crew),
        overshoot_(options.damping, ranks.listed(), static_cast<double>(graph.arcs)) {}

  double operator()() {
    const double change = round_(factor_);
    answer_ = factor_ == 1 ? ranks_.said() : ranks_.other();
    if (options_.rounds != RoundKind::beyond) return change;
    const double next = overshoot_.after(change);
    // What a round of power iteration arrives at changes by less, times the damping: such a round may be the last.
    const double told = factor_ == 1 ? change * options_.damping : change;
    factor_ = overshoot_.expected() * options_.damping < near_tolerance * options_.tolerance ? 1 : next;
    return told;
  }
  // What the last round arrived at or, where it went beyond the power iteration, began with.
  Real* answer() { return answer_; }

 private:
  static constexpr double near_tolerance = 1.5;  // times it: a round that is expected to change so much may be the last

  const RankingOptions& options_;
  Ranks<Real>& ranks_;
  Round round_;
  Overshoot overshoot_;
  double factor_ = 1;
  Real* answer_ = nullptr;
};

}  // namespace Atoll::kernels
