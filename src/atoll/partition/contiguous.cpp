// SPDX-License-Identifier: Apache-2.0
// The user's order, cut: no permutation, so the maps cost no memory. The right choice where the ids already carry
// locality.
#include "atoll/base/timer.hpp"
#include "atoll/partition/assemble.hpp"

namespace Atoll::partition {

Partition whole(std::uint64_t vertices) {
  return {.strategy = "contiguous",
          .first = {0, vertices},
          .internal_of = IdArray::counting(0, vertices),
          .user_of = IdArray::counting(0, vertices)};
}

Partition contiguous(const Graph& graph, int parts, Balance balance, Crew& crew) {
  check_parts(parts);
  const Stopwatch watch;
  const std::span<const std::uint64_t> offsets = graph.offsets();
  const std::uint64_t n = graph.vertices;
  const bool by_vertices = balance == Balance::vertices || graph.arcs == 0;
  std::vector<std::uint64_t> first =
      by_vertices ? equal_shares(n, n, parts, [](std::uint64_t v) { return v; })
                  : equal_shares(n, graph.arcs, parts, [&](std::uint64_t v) { return offsets[v]; });
  Partition result = cut(IdArray::counting(0, n), std::move(first), graph.wide(), crew);
  result.strategy = balance == Balance::vertices ? "contiguous-vertices" : "contiguous";
  result.seconds = watch.seconds();
  return result;
}

}  // namespace Atoll::partition
