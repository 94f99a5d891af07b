// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/intervals.hpp"

#include <algorithm>

#include "atoll/algorithms/kernels/drawn_arcs.hpp"

namespace Atoll::kernels {

bool has_intervals(const OnePart& graph) {
  constexpr std::uint64_t drawn = 256;
  constexpr std::uint64_t paying = drawn / 16;  // so many in intervals
  std::uint64_t within = 0;
  draw_arcs(graph.in.offsets, graph.vertices, drawn, [&](std::uint32_t v, std::uint64_t arc) {
    const std::uint64_t before = std::min<std::uint64_t>(arc - graph.in.offsets[v], interval_min - 1);
    const std::uint64_t after = std::min<std::uint64_t>(graph.in.offsets[v + 1] - arc, interval_min);
    within += next_interval({graph.in.ends + (arc - before), before + after}).empty() ? 0u : 1u;
  });
  return within >= paying;
}

}  // namespace Atoll::kernels
