// SPDX-License-Identifier: Apache-2.0
// What the answers are: the plainest sequential algorithms on a Graph, sharing no other code with the library.
// Answers are in the user's order, one entry per vertex.
#pragma once

#include <cstdint>
#include <vector>

#include "atoll/graph/graph.hpp"

namespace Atoll::reference {

inline constexpr std::uint64_t no_vertex = ~std::uint64_t{0};
inline constexpr std::uint64_t no_distance = ~std::uint64_t{0};  // unreached, in integers; infinity in floats
inline constexpr std::uint32_t no_level = 0xffffffffu;

std::vector<std::uint32_t> bfs_levels(const Graph& graph, std::uint64_t source);

// The least neighbour one level up; the source's own is itself, an unreached vertex has no_vertex.
std::vector<std::uint64_t> bfs_parents(const Graph& graph, std::uint64_t source);

template <class Distance>
struct Paths {
  std::vector<Distance> distance;
  std::vector<std::uint64_t> parent;  // a tree of shortest paths, one of several
};

// Dijkstra; weights are integers, or 1 if there are none.
Paths<std::uint64_t> integer_paths(const Graph& graph, std::uint64_t source);

// Corrects labels until none changes: the least distances under float(distance + float(weight)), to the bit.
Paths<float> float_paths(const Graph& graph, std::uint64_t source);

// The least vertex of each weak component, by union-find.
std::vector<std::uint64_t> components(const Graph& graph);

// The least vertex of each strong component, by Kosaraju's two searches.
std::vector<std::uint64_t> strong_components(const Graph& graph);

// The minimum spanning forest by Kruskal's algorithm, edges being ordered by weight (1 where there is none), then by
// their lesser and greater vertex; rooted at the least vertex of each tree, which is its own parent at weight 0.
struct Forest {
  std::vector<std::uint64_t> parent;
  std::vector<double> weight;
};
Forest spanning_forest(const Graph& graph);

struct PageRankOptions {
  double damping = 0.85;
  bool spread_dangling = true;  // the rank of vertices without arcs goes to everybody; false: it is dropped (GAP)
  int iterations_max = 1000;
  std::vector<std::uint64_t> personal = {};  // jumps land there, each once; none: anywhere
  double tolerance = 0;  // stops when the ranks change by at most this, in sum; 0: after iterations_max
};
struct PageRank {
  std::vector<double> rank;  // starts at 1/n each
  int iterations = 0;
  double change = 0;  // of the last iteration, in sum
};
PageRank pagerank(const Graph& graph, const PageRankOptions& options);

// Of each vertex: over the roots and the ends of shortest paths from them, the share of the paths that it lies inside of.
// Paths are counted in arcs; parallel arcs are one.
std::vector<double> dependencies(const Graph& graph, const std::vector<std::uint64_t>& roots);

struct Degrees {
  std::vector<std::uint64_t> in;
  std::vector<std::uint64_t> out;
};
Degrees degrees(const Graph& graph);

// Directions, self-loops and parallel arcs aside: the largest k such that a vertex is in a k-core, by taking away,
// again and again, a vertex with the fewest neighbours left.
std::vector<std::uint32_t> core_numbers(const Graph& graph);

// Whether no two neighbours have the same colour, and every vertex has neighbours of all colours below its own.
bool is_greedy_colouring(const Graph& graph, const std::vector<std::uint32_t>& colour);

// Each arc an undirected edge: the vertices that have more weight of neighbours in another community than in their own,
// and the modularity as in NetworkX.
std::vector<std::uint64_t> dissenters(const Graph& graph, const std::vector<std::uint64_t>& community);
double modularity(const Graph& graph, const std::vector<std::uint64_t>& community);

// Directions, self-loops and repetitions ignored.
struct Triangles {
  std::uint64_t count = 0;
  std::vector<std::uint64_t> of_vertex;  // that it is in
  std::vector<double> clustering;        // the share of its pairs of neighbours that are neighbours
};
Triangles triangles(const Graph& graph);

}  // namespace Atoll::reference
