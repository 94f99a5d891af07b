// SPDX-License-Identifier: Apache-2.0
// The shapes as edge sources: by index (edge i is known without the others) or by row (row u emits its edges in order).
// Invariant: an edge depends on the seed and its index or row alone.
#pragma once

#include <cmath>
#include <cstdint>
#include <utility>

#include "atoll/base/random.hpp"
#include "atoll/graph/generate/generate.hpp"

namespace Atoll::generate {

// Streams of the seed, so that no two uses share a number.
enum Stream : std::uint64_t {
  kronecker_stream = 1,
  uniform_stream,
  pairs_stream,
  holes_stream,
  weights_stream,
  scramble_stream
};

struct UniformEdges {
  std::uint64_t mask;
  Random random;

  std::pair<std::uint64_t, std::uint64_t> operator()(std::uint64_t edge) const {
    return {random.bits(2 * edge) & mask, random.bits(2 * edge + 1) & mask};
  }
};

struct PathEdges {
  std::pair<std::uint64_t, std::uint64_t> operator()(std::uint64_t edge) const { return {edge, edge + 1}; }
};

struct StarEdges {
  std::pair<std::uint64_t, std::uint64_t> operator()(std::uint64_t edge) const { return {0, edge + 1}; }
};

struct CompleteRows {
  std::uint64_t vertices;
  bool directed;

  template <class Emit>
  void operator()(std::uint64_t u, const Emit& emit) const {
    for (std::uint64_t v = directed ? 0 : u + 1; v < vertices; ++v) {
      if (u != v) emit(u, v);
    }
  }
};

// The gap to the next edge is geometric (Batagelj, Brandes 2005), so the cost is linear in the edges.
struct ErdosRenyiRows {
  std::uint64_t vertices;
  double probability;  // > 0
  bool directed;
  std::uint64_t seed;

  template <class Emit>
  void operator()(std::uint64_t u, const Emit& emit) const {
    const Random random(mix64(seed) ^ u, pairs_stream);
    const double gaps = 1 / std::log1p(-probability);
    std::uint64_t v = directed ? 0 : u + 1;
    for (std::uint64_t draw = 0; v < vertices; ++draw, ++v) {
      const double gap = std::floor(std::log(1 - random.unit(draw)) * gaps);
      if (gap >= static_cast<double>(vertices - v)) return;
      v += static_cast<std::uint64_t>(gap);
      if (u != v) emit(u, v);
    }
  }
};

// Streets to the right and down; a hole has none.
struct GridRows {
  Grid grid;
  bool directed;
  Random random;

  bool is_hole(std::uint64_t v) const { return random.unit(v) < grid.holes; }

  template <class Emit>
  void operator()(std::uint64_t u, const Emit& emit) const {
    if (is_hole(u)) return;
    const auto street = [&](std::uint64_t v) {
      if (is_hole(v)) return;
      emit(u, v);
      if (directed) emit(v, u);
    };
    if (u % grid.columns + 1 < grid.columns) street(u + 1);
    if (u / grid.columns + 1 < grid.rows) street(u + grid.columns);
  }
};

}  // namespace Atoll::generate
