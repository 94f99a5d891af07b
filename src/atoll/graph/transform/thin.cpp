// SPDX-License-Identifier: Apache-2.0
// Transforms that only take away, arcs or their weights: rows are thinned where they are and stay sorted.
#include "atoll/base/error.hpp"
#include "atoll/graph/thin_rows.hpp"
#include "atoll/graph/transform/rows_of.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll::transform {
namespace {

template <class Keep>
Graph thin(Graph&& graph, Merge merge, const Keep& keep, Crew& crew, const Watch& watch) {
  if (graph.vertices == 0) return std::move(graph);
  Steps steps(watch, "transforming", graph.arcs);
  change_rows(graph, [&](auto& rows, auto& payload) {
    thin_rows(rows, payload, Fold{merge, graph.weights.type, graph.labels}, keep, crew, steps);
  });
  return std::move(graph);
}

}  // namespace

Graph drop_self_loops(Graph&& graph, Crew& crew, const Watch& watch) {
  const auto keep = [](std::uint64_t u, std::uint64_t v) { return u != v; };
  return thin(std::move(graph), Merge::keep, keep, crew, watch);
}

Graph drop_weights(Graph&& graph) {
  graph.weights = {};
  if (graph.in) graph.in->weights = {};
  return std::move(graph);
}

Graph merge_parallel(Graph&& graph, Merge merge, Crew& crew, const Watch& watch) {
  if (merge == Merge::keep) return std::move(graph);
  const auto keep = [](std::uint64_t, std::uint64_t) { return true; };
  return thin(std::move(graph), merge, keep, crew, watch);
}

Graph orient_acyclic(Graph&& graph, Crew& crew, const Watch& watch) {
  if (graph.directed) {
    throw Error(ErrorKind::usage, "a directed graph cannot be oriented: its arcs have a direction", {},
                "symmetrise it first (-s)");
  }
  Array<std::uint64_t> degrees(graph.vertices);  // a copy: the offsets change underneath
  std::visit(
      [&](const auto& rows) {
        crew.for_chunks(graph.vertices, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t v = begin; v < end; ++v) degrees[v] = rows.offsets[v + 1] - rows.offsets[v];
        });
      },
      graph.out);
  const auto keep = [&](std::uint64_t u, std::uint64_t v) {
    return degrees[u] < degrees[v] || (degrees[u] == degrees[v] && u < v);
  };
  Graph oriented = thin(std::move(graph), Merge::keep, keep, crew, watch);
  oriented.directed = true;
  return oriented;
}

}  // namespace Atoll::transform
