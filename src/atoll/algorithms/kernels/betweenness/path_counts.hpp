// SPDX-License-Identifier: Apache-2.0
// Levels of a search that counts paths, and the range of these numbers: there can be more than any number counts.
#pragma once

#include <cstdint>

namespace Atoll::kernels {

// Paths are counted from `one` on, a power of two. A level with a count above `many`, or one behind it, tells those
// behind it counts that are shrunk, so that a level after it, which may have 2^32 times as many, can be counted as
// well. Below `few`, what is handed back, which is one over a count, or a sum of that, would leave the range on the
// other side.
template <class Count>
struct CountRange;
template <>
struct CountRange<double> {
  static constexpr double one = 0x1p-928, many = 0x1p832, few = 0x1p-950;
};
template <>
struct CountRange<long double> {
  static constexpr long double one = 0x1p-16288L, many = 0x1p16224L, few = 0x1p-16310L;
};
constexpr double shrinkage = 0x1p-64;
constexpr double growth_max = 0x1p32;  // of a count, from level to level

// The stretch of the queue that a level of a search from a root is.
struct PathLevel {
  std::uint32_t begin = 0;
  std::uint32_t end = 1;
  bool shrinks = false;    // what it tells those behind it
  bool is_pulled = false;  // from, instead of left

  std::uint32_t size() const { return end - begin; }
  double factor() const { return shrinks ? shrinkage : 1; }
};

}  // namespace Atoll::kernels
