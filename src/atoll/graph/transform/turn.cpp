// SPDX-License-Identifier: Apache-2.0
// Transforms that turn arcs round: all of them, or a copy of each.
#include "atoll/graph/rows.hpp"
#include "atoll/graph/scatter.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll::transform {
namespace {

// The rows as a list again: the targets move over, only the sources are new.
template <class Id>
EdgeList<Id> list_of(Graph& graph, Csr<Id>& rows, Crew& crew) {
  EdgeList<Id> list{.vertices = graph.vertices, .source = Array<Id>(graph.arcs), .target = {}, .weights = {}};
  crew.for_chunks(graph.arcs, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    visit_rows(rows, begin, end,
               [&](std::uint64_t u, std::uint64_t, std::uint64_t i) { list.source[i] = static_cast<Id>(u); });
  });
  list.target = std::move(rows.targets);
  list.weights = std::move(graph.weights);
  rows.offsets = {};
  return list;
}

}  // namespace

Graph symmetrise(Graph&& graph, Merge merge, Crew& crew, const Watch& watch) {
  if (!graph.directed) return merge_parallel(std::move(graph), merge, crew, watch);
  return std::visit(
      [&](auto& rows) {
        auto list = list_of(graph, rows, crew);
        BuildOptions options{
            .directed = false, .drop_self_loops = false, .merge = merge, .labels = std::move(graph.labels)};
        return build_graph(std::move(list), std::move(options), crew, watch);
      },
      graph.out);
}

Graph transpose(Graph&& graph, Crew& crew, const Watch& watch) {
  if (!graph.directed || graph.vertices == 0) return std::move(graph);
  std::visit(
      [&](auto& rows) {
        Weights turned;
        rows = Atoll::transpose(graph.vertices, rows, graph.weights, turned, crew, watch);
        graph.weights = std::move(turned);
      },
      graph.out);
  return std::move(graph);
}

}  // namespace Atoll::transform
