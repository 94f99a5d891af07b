// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/row_sums.hpp"

namespace Atoll::kernels {
ShortRows::ShortRows(const OnePart& graph, Crew& crew) : records_(ends * graph.vertices, Contents::whatever) {
  crew.for_chunks(graph.vertices, 1u << 14, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const auto row = graph.in[static_cast<std::uint32_t>(v)];
      for (std::size_t i = 0; i < ends; ++i) records_[ends * v + i] = i < row.size() ? row[i] : graph.vertices;
    }
  });
}

}  // namespace Atoll::kernels
