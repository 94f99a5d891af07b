// SPDX-License-Identifier: Apache-2.0
// Rows of one address space, so that a vertex sees the colours of its neighbours side by side.
#include <algorithm>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::certify {
namespace {

std::string gap_complaint(const kernels::SharedGraph& graph, std::span<const std::uint32_t> colour, std::uint64_t v) {
  const auto row = graph[graph.slot_of(v)];
  if (colour[v] > row.size()) return fmt::format("colour {}, but it has only {} arcs", colour[v], row.size());
  std::vector<std::uint64_t> seen(words_for(colour[v]));  // no larger than the row
  for (const std::uint32_t w : row) {
    const std::uint32_t other = colour[graph.user(w)];
    if (other < colour[v]) set_bit(seen.data(), other);
  }
  for (std::uint32_t c = 0; c < colour[v]; ++c) {
    if (!test_bit(seen.data(), c)) return fmt::format("colour {}, but no neighbour has colour {}", colour[v], c);
  }
  return {};
}

}  // namespace

Verdict colouring(const Layout& layout, std::span<const std::uint32_t> colour, Crew& crew,
                  std::optional<std::uint64_t> colours_told) {
  if (colour.size() != layout.vertices)
    return {false, fmt::format("{} colours for {} vertices", colour.size(), layout.vertices)};
  Verdict proper = every_arc(
      layout, crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) { return u == v || colour[u] != colour[v]; },
      [&](std::uint64_t u, std::uint64_t v, std::uint32_t) {
        return fmt::format("colour {}, and so has its neighbour {}", colour[v], u);
      });
  if (!proper.ok) return proper;
  const kernels::SharedGraph graph(layout, layout.any_view());
  Verdict greedy =
      every_vertex(layout.vertices, crew, [&](std::uint64_t v) { return gap_complaint(graph, colour, v); });
  if (!greedy.ok || !colours_told) return greedy;
  const auto colours_to = [&](std::uint64_t v) { return colour[v] + std::uint64_t{1}; };
  return same_as_told("colours", most_over<std::uint64_t>(colour.size(), colours_to, crew), *colours_told);
}

}  // namespace Atoll::certify
