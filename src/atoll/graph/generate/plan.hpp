// SPDX-License-Identifier: Apache-2.0
// What is known of a shape before it is drawn: its vertices, its expected edges, the bytes they take.
#pragma once

#include <cstdint>

#include "atoll/graph/generate/generate.hpp"

namespace Atoll::generate {

struct Plan {
  std::uint64_t vertices = 0;
  double edges = 0;     // expected; exact where the shape has no chance
  bool wide = false;    // 64-bit ids
  bool simple = false;  // by construction: no self-loops, no parallel edges
};

// Throws Error(usage) for parameters out of range.
Plan plan(const Shape& shape, const Options& options);

// Throws Error(resource) when drawing would pass the memory limit, or without one the memory of the machine.
void check_memory(const Shape& shape, const Options& options, const Machine& machine);

}  // namespace Atoll::generate
