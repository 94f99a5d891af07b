// SPDX-License-Identifier: Apache-2.0
// When rounds go on from where those before lead (extrapolation.hpp): as often as these lead somewhere, with more or
// less caution, and not once that led astray three times.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

namespace Atoll::kernels {

// Whether to go on from where rounds lead after steady ones only: what is left once changes go on to shrink as they did
// is what shrinks most slowly.
enum class Caution : std::uint8_t { once_astray, always };

class Leaps {
 public:
  explicit Leaps(Caution caution) : caution_(caution) {}

  // Before the next round.
  bool are_due() const { return due_; }
  // How much the last round changed.
  double change() const { return change_; }

  void end_round(double change, bool leads_somewhere) {
    if (due_ && change > change_) ++strays_;
    const bool is_steady = follows(change / change_);
    due_ = leads_somewhere && strays_ < strays_max && (is_steady || (caution_ == Caution::once_astray && strays_ == 0));
    change_ = change;
  }

 private:
  static constexpr int strays_max = 3;
  static constexpr double share_unsteady = 1.0 / 20;  // of what a rate lacks of 1

  // Whether changes go on to shrink as in the round before.
  bool follows(double rate) {
    const double before = std::exchange(rate_, rate);
    return std::abs(rate - before) < share_unsteady * (1 - rate);
  }

  Caution caution_;
  int strays_ = 0;   // leaps after which a round changed more than before
  double rate_ = 0;  // of the last round's change to the one's before; of the first, infinite or no number
  bool due_ = false;
  double change_ = 0;
};

}  // namespace Atoll::kernels
