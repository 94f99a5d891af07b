// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/intervals.hpp"

#include <algorithm>

#include "atoll/base/random.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::kernels {

bool has_intervals(const OnePart& graph) {
  constexpr std::uint64_t drawn = 256;
  constexpr std::uint64_t paying = drawn / 16;  // so many in intervals
  const Random random(1);
  const std::span offsets(graph.in.offsets, std::size_t{graph.vertices} + 1);
  std::uint64_t within = 0;
  for (std::uint64_t i = 0; i < drawn && graph.arcs > 0; ++i) {
    const std::uint64_t arc = random.below(i, graph.arcs);
    const auto v = static_cast<std::uint32_t>(row_of(offsets, arc));
    const std::uint64_t before = std::min<std::uint64_t>(arc - offsets[v], interval_min - 1);
    const std::uint64_t after = std::min<std::uint64_t>(offsets[v + 1] - arc, interval_min);
    within += next_interval({graph.in.ends + (arc - before), before + after}).empty() ? 0u : 1u;
  }
  return within >= paying;
}

}  // namespace Atoll::kernels
