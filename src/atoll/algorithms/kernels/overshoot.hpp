// SPDX-License-Identifier: Apache-2.0
// How far a round goes beyond the power iteration (1: not at all) on an undirected graph, where the iteration's
// eigenvalues are real: Chebyshev's semi-iteration (Golub and Varga, Numerische Mathematik 3, 1961) for eigenvalues in
// [-bound, bound]. The bound follows what the rounds show, up to the damping. Every bound converges; a wrong one costs
// rounds.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

namespace Atoll::kernels {

class Overshoot {
 public:
  explicit Overshoot(double damping) : damping_(damping) {}

  // Of the next round, after one that changed this much.
  double after(double change) {
    if (before_ > 0) {
      adapt(std::sqrt(change / before_));
    } else if (last_ > 0) {
      bound_ = std::min(damping_, change / last_);
    }
    before_ = std::exchange(last_, change);
    return factor_ = 1 / (1 - bound_ * bound_ * factor_ / 4);
  }

 private:
  // A change that shrank by `rate` a round, of two so that it does not swing, shows the eigenvalue that lasts.
  void adapt(double rate) {
    const double slowed = rate * (1 + std::sqrt(1 - bound_ * bound_));
    const double shown = (slowed * slowed + bound_ * bound_) / (2 * slowed);
    bound_ = slowed > bound_ ? std::min(damping_, (shown + bound_) / 2) : bound_ * forgetting;
  }

  static constexpr double forgetting = 0.97;
  double damping_;
  double bound_ = 0;
  double last_ = 0;
  double before_ = 0;
  double factor_ = 1;
};

}  // namespace Atoll::kernels
