// SPDX-License-Identifier: Apache-2.0
// The minimum spanning forest in one address space, on any number of parts: Boruvka's rounds over batches of arcs from
// light to heavy. Arcs that lie inside a tree when their batch comes are never listed (Filter-Kruskal: Osipov, Sanders
// and Singler, ALENEX 2009), so a batch is a few edges per vertex whatever the graph has. Edges are ordered by weight,
// then by the lesser, then by the greater of their user's vertices, so the forest is unique.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/function_ref.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

struct SpanningForest {
  std::uint64_t trees = 0;
  RunStatistics statistics;
};

// By the user's vertex, [vertices]: parent, that of a root being itself. set_weight(v, bits) is called once for each
// vertex, by any thread: with the bits of the weight of the edge to its parent (1 without weights), or 0 for a root. The
// root of a tree is its least vertex. The arcs of the graph go both ways. Throws Error(cancelled | resource).
using SetWeight = FunctionRef<void(std::uint64_t, std::uint32_t)>;
SpanningForest spanning_forest(const SharedGraph& graph, IdArray& parent, SetWeight set_weight, Crew& crew,
                               const Watch& watch);

}  // namespace Atoll::kernels
