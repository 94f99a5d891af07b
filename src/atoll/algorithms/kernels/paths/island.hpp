// SPDX-License-Identifier: Apache-2.0
// Shortest paths where a search sees a few vertices alone, by one thread (Dijkstra, Numerische Mathematik 1959): whatever
// else is made for a graph looks at all vertices.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/array.hpp"

namespace Atoll::kernels {

// From a source along arcs of integer weights, or of 1 where there are none; distance [vertices], all bits set. False: they
// are more than a few, or too far away for such numbers, and distances are of no use.
template <class Distance>
bool search_island(const Rows& rows, std::uint32_t source, Array<Distance>& distance, Steps& steps) {
  constexpr std::uint64_t few = 4096, few_arcs = 8 * few;
  constexpr Distance unreached = std::numeric_limits<Distance>::max();
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
  distance[source] = 0;
  waiting.emplace(0, source);
  Step step;
  while (!waiting.empty()) {
    const auto [near, v] = waiting.top();
    waiting.pop();
    if (near != distance[v]) continue;
    step.scanned += rows.degree(v);
    if (++step.vertices > few || step.scanned > few_arcs) return false;
    for (std::uint64_t e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
      const std::uint64_t far = near + (rows.weights.empty() ? 1 : rows.weights[e]);
      if (far >= unreached) return false;
      Distance& held = distance[rows.ends[e]];
      if (far >= held) continue;
      held = static_cast<Distance>(far);
      waiting.emplace(far, rows.ends[e]);
    }
  }
  step.arcs = step.scanned;
  steps.add(step);
  return true;
}

}  // namespace Atoll::kernels
