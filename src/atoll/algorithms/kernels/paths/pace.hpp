// SPDX-License-Identifier: Apache-2.0
// Whether one thread gets on faster than all of them do. It may, where they write the same lines of memory and these go
// far to change hands, as between cores that share no cache. No size of a graph tells, and a host that moves its guests'
// processors changes it while we run; so rounds of work are timed, and what was slower is tried again now and then, but
// one thread not while all are clearly faster.
#pragma once

#include <algorithm>
#include <cstdint>

namespace Atoll::kernels {

class Pace {
 public:
  // Whether the next round had better be one thread's. Not before both have been seen.
  bool alone() const { return alone_; }

  // A round of so much work, in arcs, took so many seconds: one thread, or all together. Short ones tell nothing.
  void add(double work, double seconds, bool alone) {
    if (work < least_work) return;
    double& cost = alone ? cost_alone_ : cost_together_;
    const double seen = seconds / work;
    cost = cost == 0 ? seen : std::min(seen, (cost + seen) / 2);  // what disturbs a round makes it longer
    if (tries_ && alone != alone_) return;                        // the round was too small for the try
    if (cost_alone_ != 0 && cost_together_ != 0) choose();
  }

 private:
  // In arcs, some microseconds: a shorter round tells more of when threads came than of what lines cost.
  static constexpr double least_work = 8192;
  static constexpr std::uint32_t first_patience = 8, last_patience = 64;  // rounds
  static constexpr double clearly = 0.9;  // of the other's cost: all together do not try it

  // Each try that is in vain makes the next one wait longer.
  void choose() {
    const bool cheaper = cost_alone_ < cost_together_;
    if (cheaper != cheaper_) {
      patience_ = first_patience;
      rounds_ = 0;
    }
    cheaper_ = cheaper;
    const bool is_clear = !cheaper && cost_together_ < clearly * cost_alone_;
    tries_ = ++rounds_ >= patience_ && !is_clear;
    alone_ = cheaper != tries_;
    if (!tries_) return;
    rounds_ = 0;
    patience_ = std::min(2 * patience_, last_patience);
  }

  double cost_alone_ = 0;  // seconds an arc; 0: not seen
  double cost_together_ = 0;
  bool alone_ = false;
  bool cheaper_ = false;  // alone
  bool tries_ = false;    // the next round is to show whether what was slower still is
  std::uint32_t patience_ = first_patience;
  std::uint32_t rounds_ = 0;  // since the last try
};

}  // namespace Atoll::kernels
