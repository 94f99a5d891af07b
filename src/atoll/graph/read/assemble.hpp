// SPDX-License-Identifier: Apache-2.0
// From raw edges to a graph: ids become vertices, and build_graph takes the windows as the pieces of a list.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "atoll/graph/build.hpp"
#include "atoll/graph/read/edge_lines.hpp"
#include "atoll/graph/read/job.hpp"

namespace Atoll::reading {

inline constexpr std::uint64_t edges_per_chunk = std::uint64_t{1} << 16;

// Replaces every id of a chunk by rename(id), which an Id holds.
template <class Id, class Rename>
void rename_chunk(RawEdges::Chunk& chunk, const Rename& rename, Crew& crew) {
  const auto renamed = [&](auto& old) {
    Array<Id> fresh(old.size());
    crew.for_chunks(old.size(), edges_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t e = begin; e < end; ++e) fresh[e] = static_cast<Id>(rename(std::uint64_t{old[e]}));
    });
    old = {};
    return fresh;
  };
  EdgeList<Id> list;
  std::visit(
      [&](auto& from) {
        list.source = renamed(from.source);
        list.target = renamed(from.target);
        list.weights = std::move(from.weights);
      },
      chunk);
  chunk = std::move(list);
}

// From ids to vertices, one chunk after the other. `rename` is called from any thread.
template <class Rename>
void rename_ids(RawEdges& raw, bool wide, const Rename& rename, const Job& job) {
  for (RawEdges::Chunk& chunk : raw.chunks) {
    job.watch.poll();
    wide ? rename_chunk<std::uint64_t>(chunk, rename, job.crew) : rename_chunk<std::uint32_t>(chunk, rename, job.crew);
  }
}

struct Assembly {
  std::uint64_t vertices = 0;
  bool directed = true;  // each edge of the file is one arc; else one both ways
  Labels labels = {};
};

// Edges between vertices become a graph, directed or not as the options say: directed edges become undirected ones, but
// the arcs of an undirected file stay as they are. `name` is for messages.
Graph assemble(RawEdges&& raw, Assembly&& assembly, const std::string& name, const Job& job);

}  // namespace Atoll::reading
