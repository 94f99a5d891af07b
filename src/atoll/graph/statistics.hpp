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
  bool symmetric = true;         // every (u, v) has its (v, u): by a 64-bit sum, wrong once in 2^64
  bool one_way = false;          // no (u, v) has its (v, u), but self-loops; as in a file that lists each edge once
  double weight_min = 0;         // 0 without weights
  double weight_max = 0;
};

// Takes 8 bytes a vertex while it runs if the graph is directed. Throws Error(cancelled | resource).
Statistics statistics(const Graph& graph, Crew& crew, const Watch& watch);

// The edges of an undirected graph, whose self-loops are stored once; the arcs of a directed one.
std::uint64_t count_edges(const Graph& graph, Crew& crew);

// Whether each arc but self-loops stands in its row an even number of times, as when both directions of every edge were
// taken for edges. False without arcs.
bool is_doubled(const Graph& graph, Crew& crew);

}  // namespace Atoll
