// SPDX-License-Identifier: Apache-2.0
// A graph of two dimensions: hundreds of levels, and neighbours that are far from each other in number, but need not be.
#pragma once

#include <cstdint>

#include "tests/everywhere/everywhere.hpp"

namespace Atoll::testing {

// Squares and their eight neighbours, whose numbers are far from each other; directed ones have an arc to four or five.
inline Sample mesh(bool directed) {
  constexpr std::uint64_t side = 150, stride = 7919;
  Sample sample{.name = "mesh", .vertices = side * side, .directed = directed};
  const auto number = [](std::uint64_t row, std::uint64_t column) {
    return (row * side + column) * stride % (side * side);
  };
  for (std::uint64_t row = 0; row + 1 < side; ++row) {
    for (std::uint64_t column = 0; column + 1 < side; ++column) {
      sample.edges.emplace_back(number(row, column), number(row, column + 1));
      sample.edges.emplace_back(number(row, column), number(row + 1, column));
      sample.edges.emplace_back(number(row, column), number(row + 1, column + 1));
      sample.edges.emplace_back(number(row, column + 1), number(row + 1, column));
      if (directed) sample.edges.emplace_back(number(row, column + 1), number(row, column));
    }
  }
  return sample;
}

}  // namespace Atoll::testing
