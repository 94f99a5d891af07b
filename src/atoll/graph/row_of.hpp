// SPDX-License-Identifier: Apache-2.0
// Which row an arc is in.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

namespace Atoll {

// The row that holds arc `arc`, below the last of `offsets` [rows + 1]; from there on: how many rows there are.
inline std::uint64_t row_of(std::span<const std::uint64_t> offsets, std::uint64_t arc) {
  return static_cast<std::uint64_t>(std::ranges::upper_bound(offsets, arc) - offsets.begin()) - 1;
}

// How many rows, from `first` on, have no more than so many arcs together.
inline std::uint64_t rows_within(std::span<const std::uint64_t> offsets, std::uint64_t first, std::uint64_t arcs) {
  return row_of(offsets, offsets[first] + arcs) - first;
}

}  // namespace Atoll
