// SPDX-License-Identifier: Apache-2.0
// What `info` tells of a graph, in one pass over its arcs.
#pragma once

#include <cstdint>
#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

struct Degrees {
  std::uint64_t max = 0;
  double mean = 0;  // 0 without vertices
  std::vector<std::uint64_t>
      histogram;  // [0]: vertices of degree 0; [k]: of degree in [2^(k-1), 2^k); up to the last that is not 0
};

struct Statistics {
  Degrees out;
  Degrees in;                    // as `out` if undirected
  std::uint64_t isolated = 0;    // vertices without any arc, out or in
  std::uint64_t self_loops = 0;  // arcs
  std::uint64_t parallel = 0;    // arcs to the same target as the one before in their row
};

// Takes 8 bytes a vertex while it runs if the graph is directed. Throws Error(cancelled | resource).
Statistics statistics(const Graph& graph, Crew& crew, const Watch& watch);

}  // namespace Atoll
