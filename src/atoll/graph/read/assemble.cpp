// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/assemble.hpp"

#include <variant>
#include <vector>

#include "atoll/graph/binary/load.hpp"

namespace Atoll::reading {
namespace {

template <class Id>
std::vector<EdgeList<Id>> pieces_of(RawEdges&& raw, std::uint64_t vertices) {
  std::vector<EdgeList<Id>> pieces;
  for (RawEdges::Chunk& chunk : raw.chunks) {
    pieces.push_back(std::move(std::get<EdgeList<Id>>(chunk)));
    pieces.back().vertices = vertices;
  }
  if (pieces.empty()) pieces.push_back({vertices, {}, {}, {raw.weights, {}}});
  return pieces;
}

template <class Id>
Graph build_as(RawEdges&& raw, Assembly&& assembly, const Job& job) {
  const bool asked = job.options.directed.value_or(assembly.directed);
  BuildOptions options{.directed = assembly.directed && asked,
                       .drop_self_loops = job.options.drop_self_loops,
                       .merge = job.options.merge,
                       .labels = std::move(assembly.labels)};
  Graph graph = build_graph(pieces_of<Id>(std::move(raw), assembly.vertices), std::move(options), job.crew, job.watch);
  graph.directed = asked;
  return graph;
}

}  // namespace

Graph assemble(RawEdges&& raw, Assembly&& assembly, const std::string& name, const Job& job) {
  const bool wide = wide_ids(job.options, assembly.vertices, name);
  const std::size_t index = wide ? 1 : 0;
  for (RawEdges::Chunk& chunk : raw.chunks) {
    if (chunk.index() == index) continue;
    const auto unchanged = [](std::uint64_t id) { return id; };
    wide ? rename_chunk<std::uint64_t>(chunk, unchanged, job.crew)
         : rename_chunk<std::uint32_t>(chunk, unchanged, job.crew);
  }
  return wide ? build_as<std::uint64_t>(std::move(raw), std::move(assembly), job)
              : build_as<std::uint32_t>(std::move(raw), std::move(assembly), job);
}

}  // namespace Atoll::reading
