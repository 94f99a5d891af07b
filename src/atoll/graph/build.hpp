// SPDX-License-Identifier: Apache-2.0
// From an edge list to a graph: count, prefix, scatter, sort each row. The list is consumed and no third copy is made:
// peak memory is at most 1.5x (edges + CSR), symmetrising included.
#pragma once

#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

enum class Merge { keep, sum, min, max, first };  // what becomes of parallel arcs; `first` as in the list

struct BuildOptions {
  bool directed = true;  // false: each (u, v) of the list is an edge, stored both ways
  bool drop_self_loops = false;
  Merge merge = Merge::keep;
  Labels labels = {};
};

// Deterministic for any number of threads. Throws Error(input) for an end that is no vertex, for columns of different
// lengths and when a merged sum overflows; Error(resource | cancelled).
template <class Id>
Graph build_graph(EdgeList<Id>&& edges, BuildOptions&& options, Crew& crew, const Watch& watch);

// The same from a list in pieces, at least one, that say the same vertices and the same type of weights.
template <class Id>
Graph build_graph(std::vector<EdgeList<Id>>&& lists, BuildOptions&& options, Crew& crew, const Watch& watch);

// The arcs turned round. [vertices + 1] offsets, rows sorted; weights follow. Throws Error(resource | cancelled).
template <class Id>
Csr<Id> transpose(std::uint64_t vertices, const Csr<Id>& out, const Weights& weights, Weights& transposed_weights,
                  Crew& crew, const Watch& watch);

}  // namespace Atoll
