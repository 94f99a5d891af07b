// SPDX-License-Identifier: Apache-2.0
// Triangles of an oriented graph: each is found at its vertex of the highest rank, whose row is marked in a bitmap;
// then the rows beside it are looked up there. Rows of hubs are bitmaps too, compared by words, and ids of hubs are
// short (after LOTUS: Koohi Esfahani, Kilpatrick and Vandierendonck, PPoPP 2022). Invariant: counts are exact, so ranks,
// parts and threads leave no trace.
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

// Rows of the graph must go both ways; self-loops and parallel arcs do not count.
// Throws Error(cancelled | resource).
TriangleCounts count_triangles(const SharedGraph& graph, bool by_vertex, Crew& crew, const Watch& watch);

}  // namespace Atoll::kernels
