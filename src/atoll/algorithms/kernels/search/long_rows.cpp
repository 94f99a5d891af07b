// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/long_rows.hpp"

#include <algorithm>
#include <cstdint>
#include <span>

#include "atoll/base/random.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::kernels {

bool has_long_rows(const OnePart& graph) {
  constexpr std::uint64_t long_row = 32;
  constexpr std::uint64_t longer_than_mean = 4;
  constexpr std::uint64_t drawn = 32;
  constexpr std::uint64_t long_rows_max = 2;
  if (graph.arcs == 0) return false;
  const std::uint64_t bound = std::max(long_row, longer_than_mean * (graph.arcs / graph.vertices));
  const Random random(1);
  std::uint64_t long_rows = 0;
  const auto draw_from = [&](const Rows& rows) {
    const std::span offsets(rows.offsets, std::size_t{graph.vertices} + 1);
    for (std::uint64_t i = 0; i < drawn && long_rows <= long_rows_max; ++i) {
      const auto v = static_cast<std::uint32_t>(row_of(offsets, random.below(i, graph.arcs)));
      long_rows += rows.degree(v) > bound ? 1u : 0u;
    }
  };
  draw_from(graph.out);
  if (graph.directed) draw_from(graph.in);
  return long_rows > long_rows_max;
}

}  // namespace Atoll::kernels
