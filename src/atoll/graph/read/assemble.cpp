// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/assemble.hpp"

#include <algorithm>
#include <variant>

#include "atoll/graph/binary/load.hpp"

namespace Atoll::reading {
namespace {

// Joins one column of all chunks, `column(list)`, giving each piece back once it is copied.
template <class Id, class Column>
auto join_column(RawEdges& raw, const Column& column, const Job& job) {
  std::remove_reference_t<decltype(column(std::get<EdgeList<Id>>(raw.chunks.front())))> joined(raw.edges);
  std::uint64_t place = 0;
  for (RawEdges::Chunk& chunk : raw.chunks) {
    auto& piece = column(std::get<EdgeList<Id>>(chunk));
    job.watch.poll();
    job.crew.for_chunks(piece.size(), edges_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      std::copy(piece.data() + begin, piece.data() + end, joined.data() + place + begin);
    });
    place += piece.size();
    piece = {};
  }
  return joined;
}

template <class Id>
EdgeList<Id> join_chunks(RawEdges&& raw, std::uint64_t vertices, const Job& job) {
  if (raw.chunks.empty()) return {vertices, {}, {}, {raw.weights, {}}};
  if (raw.chunks.size() == 1) {
    auto list = std::move(std::get<EdgeList<Id>>(raw.chunks.front()));
    list.vertices = vertices;
    return list;
  }
  EdgeList<Id> list{vertices, {}, {}, {raw.weights, {}}};
  list.source = join_column<Id>(raw, [](EdgeList<Id>& piece) -> Array<Id>& { return piece.source; }, job);
  list.target = join_column<Id>(raw, [](EdgeList<Id>& piece) -> Array<Id>& { return piece.target; }, job);
  if (raw.weights != WeightType::none) {
    list.weights.bits =
        join_column<Id>(raw, [](EdgeList<Id>& piece) -> Array<std::uint32_t>& { return piece.weights.bits; }, job);
  }
  return list;
}

template <class Id>
Graph build_as(RawEdges&& raw, Assembly&& assembly, const Job& job) {
  const bool asked = job.options.directed.value_or(assembly.directed);
  BuildOptions options{.directed = assembly.directed && asked,
                       .drop_self_loops = job.options.drop_self_loops,
                       .merge = job.options.merge,
                       .labels = std::move(assembly.labels)};
  Graph graph =
      build_graph(join_chunks<Id>(std::move(raw), assembly.vertices, job), std::move(options), job.crew, job.watch);
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
