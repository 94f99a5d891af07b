// SPDX-License-Identifier: Apache-2.0
// How far a round goes beyond the power iteration (1: not at all) on an undirected graph, where the iteration's
// eigenvalues are real: Chebyshev's semi-iteration (Golub and Varga, Numerische Mathematik 3, 1961) for eigenvalues in
// [-bound, bound]. The bound begins with what no large graph stays much below (Alon and Boppana, in N. Alon,
// Combinatorica 6, 1986: 2 sqrt(k - 1) / k for k arcs per vertex; less where these are most of the vertices), times the
// damping, and follows what the rounds show, up to the damping. Every bound converges; a wrong one costs rounds.
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

namespace Atoll::kernels {

class Overshoot {
 public:
  Overshoot(double damping, double vertices, double arcs) : damping_(damping), bound_(damping) {
    const double k = arcs / std::max(1.0, vertices);
    if (k > 2) bound_ *= 2 * std::sqrt((k - 1) * std::max(0.0, 1 - k / vertices)) / k;
  }

  // Of the next round, after one that changed this much.
  double after(double change) {
    if (before_ > 0) {
      adapt(std::sqrt(change / before_));
    } else if (last_ > 0) {
      bound_ = std::min(damping_, std::max(bound_, change / last_));
    }
    expected_ = last_ > 0 ? change * std::min(1.0, change / last_) : change;
    before_ = std::exchange(last_, change);
    return factor_ = 1 / (1 - bound_ * bound_ * factor_ / 4);
  }
  double expected() const { return expected_; }  // change of the next round, if it shrinks as the last

 private:
  // A change that shrank by `rate` a round, of two so that it does not swing, shows the eigenvalue that lasts.
  void adapt(double rate) {
    const double slowed = rate * (1 + std::sqrt(1 - bound_ * bound_));
    const double shown = (slowed * slowed + bound_ * bound_) / (2 * slowed);
    bound_ = slowed > bound_ ? std::min(damping_, (shown + bound_) / 2) : bound_ * forgetting;
  }

  static constexpr double forgetting = 0.97;
  double damping_;
  double bound_;
  double last_ = 0;
  double before_ = 0;
  double factor_ = 1;
  double expected_ = 0;
};

}  // namespace Atoll::kernels
