// SPDX-License-Identifier: Apache-2.0
// As many numbers at a time as a vector has on every processor.
#pragma once

#include <cstddef>
#include <cstring>

namespace Atoll::kernels {

template <class Real>
struct Vector {
  static constexpr std::size_t lanes = 16 / sizeof(Real);
  using Lanes [[gnu::vector_size(lanes * sizeof(Real))]] = Real;

  // Of numbers that lie beside each other, in turn.
  template <class Total>
  static Total sum_of(const Lanes& all) {
    Total sum = 0;
    for (std::size_t i = 0; i < lanes; ++i) sum += static_cast<Total>(all[i]);
    return sum;
  }
};

// Some: Lanes, or Real for one alone. Wherever these lie.
template <class Some, class Real>
Some load(const Real* from) {
  Some some;
  std::memcpy(&some, from, sizeof some);
  return some;
}

}  // namespace Atoll::kernels
