// SPDX-License-Identifier: Apache-2.0
// Graph to graph. Each keeps labels right; each is parallel and deterministic. Weights follow their arcs. The degree of
// a vertex is the length of its row. Merge::first takes the first in the order of the rows: of parallel arcs, the
// lightest. The graph is consumed, also by an Error(cancelled | resource), or Error(input) where a merged sum
// overflows.
#pragma once

#include "atoll/base/watch.hpp"
#include "atoll/graph/build.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/graph/id_array.hpp"

namespace Atoll::transform {

Graph symmetrise(Graph&& graph, Merge merge, Crew& crew, const Watch& watch);  // arcs (u,v) become edges; undirected
Graph transpose(Graph&& graph, Crew& crew, const Watch& watch);  // every arc turned round; undirected: as it is
Graph drop_self_loops(Graph&& graph, Crew& crew, const Watch& watch);
Graph merge_parallel(Graph&& graph, Merge merge, Crew& crew, const Watch& watch);
// Keeps the arcs of an undirected graph that lead to the higher (degree, id), and makes it directed. Throws Error(usage)
// for a directed one.
Graph orient_acyclic(Graph&& graph, Crew& crew, const Watch& watch);
Graph relabel_by_degree(Graph&& graph, Crew& crew, const Watch& watch);  // vertex 0 has the highest degree; ties by id
// The rows alone, as relabel_by_degree leaves them: row i becomes that of vertex old_of_new[i]; labels stay as they are.
void reorder_rows(Graph& graph, const IdArray& old_of_new, Crew& crew, const Watch& watch);
Graph largest_component(Graph&& graph, Crew& crew,
                        const Watch& watch);  // weakly connected; ties: holds the smallest vertex

}  // namespace Atoll::transform
