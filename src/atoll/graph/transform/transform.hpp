// SPDX-License-Identifier: Apache-2.0
// Graph to graph. Each keeps labels right; each is parallel and deterministic. Weights follow their arcs. The degree of
// a vertex is the length of its row. Merge::first takes the first in the order of the rows: of parallel arcs, the
// lightest. The graph is consumed, also by an Error(cancelled | resource), or Error(input) where a merged sum
// overflows. Arcs turned round that the graph had (Graph::in) are gone where its arcs change. Rows in an order of their
// own (Graph::order) are an Error(usage), but for in_users_order.
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
Graph drop_weights(Graph&& graph);
Graph largest_component(Graph&& graph, Crew& crew,
                        const Watch& watch);  // weakly connected; ties: holds the smallest vertex

// Symmetrised beside the graph, which stays: its rows and, if asked for, weights alone. Rows in an order of their own
// are so in the result, which does not say it.
Graph both_ways(const Graph& graph, bool weights, Crew& crew, const Watch& watch);
// The same of a graph whose arcs are of no use afterwards, nor after an error: their pages are given back on the way, so
// that what is held at a time is little more than the result.
Graph spend_both_ways(Graph& graph, bool weights, Crew& crew, const Watch& watch);

// What many runs profit from, and what an .atoll file keeps: none changes what the graph is.
// The arcs of a directed graph turned round, with their weights if asked for; where they are mirrored, a copy.
Inverse inverse_of(const Graph& graph, bool weights, Crew& crew, const Watch& watch);
// Whether those are the arcs again, with their weights if asked for, as in lists of roads. The first that differs, which
// most graphs have soon, ends the comparison.
bool is_mirrored(const Graph& graph, const Inverse& in, bool weights, Crew& crew);
// Rows by falling degree (Graph::order), hubs first, where degrees are uneven, neighbours not near in number anyway and
// most arcs reached from the largest hub, as they are not in citations; else as they are. Of a directed graph it is the
// number of arcs in, if they are as uneven. Labels stay as they are.
void order_by_degree(Graph& graph, Crew& crew, const Watch& watch);
// Rows as a search comes to them (graph/near_order.hpp), where neighbours are far from each other in number, need not be,
// and there are no hubs: the arcs of a mesh lead an eighth as far then, or less. Directed graphs whose arcs are not
// mirrored stay as they are, and so do those of up to four arcs per vertex.
void order_by_nearness(Graph& graph, Crew& crew, const Watch& watch);
void order_for_runs(Graph& graph, Crew& crew, const Watch& watch);  // the one of these that helps, if one does
void in_users_order(Graph& graph, Crew& crew, const Watch& watch);  // and back
// Row i becomes that of the user's vertex user_of[i]; who gives this order says so, where it shall be known.
void order_rows(Graph& graph, const IdArray& user_of, Crew& crew, const Watch& watch);

}  // namespace Atoll::transform
