// SPDX-License-Identifier: Apache-2.0
// Triangles of a graph, of all of it or of every vertex. How they are counted depends on how uneven the degrees are: where
// rows lie (triangles_in_place.hpp), or in the order by degree, in which no row is long (oriented.hpp). Invariant: counts
// are exact, so ranks, parts and threads leave no trace.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

struct TriangleCounts {
  std::uint64_t triangles = 0;
  // [vertices] by the user's vertex, if asked for: triangles that it is in, and its distinct neighbours but itself.
  Array<std::uint64_t> of_vertex;
  Array<std::uint32_t> degrees;
  RunStatistics statistics;
};

// What each thread keeps while they are counted, at most.
std::uint64_t triangle_bytes_of_thread(std::uint64_t vertices, std::uint64_t arcs, bool by_vertex);

// Rows of the graph must go both ways; self-loops and parallel arcs do not count.
// Throws Error(cancelled | resource).
TriangleCounts count_triangles(const SharedGraph& graph, bool by_vertex, Crew& crew, const Watch& watch);

}  // namespace Atoll::kernels
