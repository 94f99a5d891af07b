// SPDX-License-Identifier: Apache-2.0
// The minimum spanning forest in one address space, on any number of parts: Boruvka's rounds over batches of arcs from
// light to heavy. Arcs that lie inside a tree when their batch comes are never listed (Filter-Kruskal: Osipov, Sanders
// and Singler, ALENEX 2009), so a batch is a few edges per vertex whatever the graph has. Edges are ordered by weight,
// then by the lesser, then by the greater of their user's vertices, so the forest is unique.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

struct SpanningForest {
  std::uint64_t trees = 0;
  RunStatistics statistics;
};

// By the user's vertex, [vertices]: parent, that of a root being itself; and in 4 bytes each, whatever their type, the
// bits of the weight of the edge to it (1 without weights), 0 of a root. The root of a tree is its least vertex. The arcs
// of the graph go both ways. Throws Error(cancelled | resource).
SpanningForest spanning_forest(const SharedGraph& graph, IdArray& parent, std::span<std::byte> weights, Crew& crew,
                               const Watch& watch);

}  // namespace Atoll::kernels
