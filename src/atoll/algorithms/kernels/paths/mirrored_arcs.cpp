// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/mirrored_arcs.hpp"

#include <algorithm>
#include <atomic>
#include <span>

#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {
namespace {

// The arcs of a row that lead to one vertex: from there as many lead back, of the same weights.
bool are_mirrored(const Rows& rows, std::uint32_t u, std::span<const std::uint32_t> ends, std::size_t from,
                  std::size_t to) {
  const auto back = rows[ends[from]];
  const auto [first, last] = std::ranges::equal_range(back, u);
  if (static_cast<std::size_t>(last - first) != to - from) return false;
  if (rows.weights.empty()) return true;
  const std::uint64_t there = rows.offsets[u] + from;
  const std::uint64_t back_there = rows.offsets[ends[from]] + static_cast<std::uint64_t>(first - back.begin());
  for (std::size_t i = 0; i < to - from; ++i)
    if (rows.weights[there + i] != rows.weights[back_there + i]) return false;
  return true;
}

bool are_mirrored(const Rows& rows, std::uint32_t u) {
  const auto ends = rows[u];
  for (std::size_t from = 0, to = 0; from < ends.size(); from = to) {
    while (to < ends.size() && ends[to] == ends[from]) ++to;
    if (!are_mirrored(rows, u, ends, from, to)) return false;
  }
  return true;
}

}  // namespace

OnePart both_ways_if_mirrored(OnePart graph, Crew& crew) {
  if (!graph.directed) return graph;
  constexpr std::uint64_t rows_per_grain = 4096;
  std::atomic<bool> mirrored{true};
  crew.for_chunks(graph.vertices, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t u = begin; u < end && mirrored.load(std::memory_order_relaxed); ++u) {
      if (!are_mirrored(graph.out, static_cast<std::uint32_t>(u))) mirrored = false;
    }
  });
  graph.directed = !mirrored;
  return graph;
}

}  // namespace Atoll::kernels
