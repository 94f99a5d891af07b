// SPDX-License-Identifier: Apache-2.0
// What walks of visits (visits.hpp) add up: a row hears its ends or, where arcs go both ways, tells them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/ranks/intervals.hpp"
#include "atoll/algorithms/kernels/ranks/lanes.hpp"
#include "atoll/algorithms/kernels/ranks/row_sums.hpp"

namespace Atoll::kernels {

// said: by the ends of a tile; sums: by its rows. Total: what visits are added up in.
template <class Real, class Total = Real>
struct Hear {
  template <std::uint32_t length>
  void few(std::uint16_t row, const std::uint16_t* ends) const {
    sums[row] += Total{sum_of<length>(ends)};
  }
  void many(std::uint16_t row, std::span<const std::uint16_t> ends) const {
    sums[row] +=
        sum_by_runs<Total>(ends, [this](std::span<const std::uint16_t> run) { return sum_of_usual_run(run, said); });
  }

  void interval(std::uint16_t row, std::uint16_t first, std::size_t count) const {
    sums[row] += sum_by_runs<Total>(std::span(said + first, count), sum_of_neighbours);
  }

  const Real* said;
  Total* sums;

 private:
  // Of an interval or a run of one.
  static Real sum_of_neighbours(std::span<const Real> numbers) {
    using Lanes = Vector<Real>::Lanes;
    constexpr std::size_t lanes = Vector<Real>::lanes;
    static_assert(interval_unit % (4 * lanes) == 0 && ends_per_run % interval_unit == 0);
    Lanes sums[4] = {};
    for (std::size_t e = 0; e < numbers.size(); e += 4 * lanes) {
      for (std::size_t i = 0; i < 4; ++i) sums[i] += load<Lanes>(numbers.data() + e + i * lanes);
    }
    return Vector<Real>::template sum_of<Real>((sums[0] + sums[1]) + (sums[2] + sums[3]));
  }

  template <std::uint32_t count>  // in pairs
  Real sum_of(const std::uint16_t* ends) const {
    if constexpr (count == 1)
      return said[*ends];
    else
      return sum_of<count / 2>(ends) + sum_of<count - count / 2>(ends + count / 2);
  }
};

// said: by the rows of a tile; sums: by its ends. Parallel arcs lead to one slot twice.
template <class Real>
struct Tell {
  template <std::uint32_t length>
  void few(std::uint16_t row, const std::uint16_t* ends) const {
    const Real told = said[row];
    for (std::uint32_t i = 0; i < length; ++i) sums[ends[i]] += told;
  }
  void many(std::uint16_t row, std::span<const std::uint16_t> ends) const {
    const Real told = said[row];
    for (const std::uint16_t end : ends) sums[end] += told;
  }

  const Real* said;
  Real* sums;
};

}  // namespace Atoll::kernels
