// SPDX-License-Identifier: Apache-2.0
// Values in lanes, one for each root of a batch, and rows of neighbours added up in some of the lanes. A mask has a bit
// per lane; what is chosen by a mask compiles to masks of words and no branch.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>

namespace Atoll::kernels {

using Lanes = std::uint8_t;  // a bit per root

// More paths than these, counted from CountRange::one on, and sums of what is handed back could overflow, or vanish.
inline constexpr double count_max = 0x1p960;

template <std::size_t lanes>
struct alignas(sizeof(double) * lanes) Values {
  std::array<double, lanes> at;
};

// All bits set if the lane is in the mask.
inline std::uint64_t chosen(std::uint64_t mask, std::size_t lane) {
  const std::uint64_t bit = std::uint64_t{1} << lane;
  return (mask & bit) == bit ? ~std::uint64_t{0} : 0;
}

template <std::size_t lanes>
void add_chosen(Values<lanes>& sum, const Values<lanes>& value, std::uint64_t mask) {
  for (std::size_t lane = 0; lane < lanes; ++lane)
    sum.at[lane] += std::bit_cast<double>(std::bit_cast<std::uint64_t>(value.at[lane]) & chosen(mask, lane));
}

template <std::size_t lanes>
void put_chosen(Values<lanes>& to, const Values<lanes>& value, std::uint64_t mask) {
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const std::uint64_t bits = chosen(mask, lane);
    to.at[lane] = std::bit_cast<double>((std::bit_cast<std::uint64_t>(value.at[lane]) & bits) |
                                        (std::bit_cast<std::uint64_t>(to.at[lane]) & ~bits));
  }
}

// Of the neighbours in the row: adds up the values of those lanes that are wanted and in front. Returns these.
// First the neighbours are found, without a branch, then their values, which lie apart, are read.
template <std::size_t lanes>
Lanes gather(std::span<const std::uint32_t> row, Lanes wanted, const Lanes* front, const Values<lanes>* values,
             Values<lanes>& sum) {
  constexpr std::size_t piece = 64;
  std::array<std::uint32_t, piece> hits;
  Lanes found = 0;
  std::uint32_t before = ~std::uint32_t{0};
  for (std::size_t e = 0; e < row.size();) {
    const std::size_t end = std::min(e + piece, row.size());
    std::size_t count = 0;
    for (; e < end; ++e) {
      const std::uint32_t u = row[e];
      hits[count] = u;
      count += static_cast<std::size_t>(((front[u] & wanted) != 0) & (u != before));
      before = u;
    }
    for (std::size_t i = 0; i < count; ++i) {
      const Lanes mask = front[hits[i]] & wanted;
      found |= mask;
      add_chosen(sum, values[hits[i]], mask);
    }
  }
  return found;
}

// Path counts become what is handed back: (1 + dependency) / count. Returns the dependencies, summed over the lanes.
template <std::size_t lanes>
double hand_back(Values<lanes>& counts, Lanes mask, const Values<lanes>& sum) {
  double total = 0;
  Values<lanes> back;
  for (std::size_t lane = 0; lane < lanes; ++lane) {
    const double count = (mask >> lane & 1) != 0 ? counts.at[lane] : 1;
    const double dependency = count * sum.at[lane];
    total += dependency;
    back.at[lane] = (1 + dependency) / count;
  }
  put_chosen(counts, back, mask);
  return total;
}

}  // namespace Atoll::kernels
