// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/short_rows.hpp"

#include <utility>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {

bool ShortRows::suit(const OnePart& graph) {
  if (graph.arcs > ends * graph.vertices) return false;
  constexpr std::uint64_t sample = 1024;  // rows
  const Random random(1);
  std::uint64_t longer = 0;
  for (std::uint64_t i = 0; i < sample && graph.vertices > 0; ++i)
    longer += graph.in.degree(static_cast<std::uint32_t>(random.below(i, graph.vertices))) > ends ? 1u : 0u;
  return longer * 4 <= sample;
}

ShortRows::ShortRows(const OnePart& graph, Crew& crew) : records_(ends * graph.vertices, Contents::whatever) {
  crew.for_chunks(graph.vertices, 1u << 14, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const auto row = graph.in[static_cast<std::uint32_t>(v)];
      std::uint32_t* const record = &records_[ends * v];
      for (std::size_t i = 0; i < ends; ++i) record[i] = i < row.size() ? row[i] : graph.vertices;
      for (std::size_t i = 1; i < ends; ++i)
        if (record[i] + 1 == v) std::swap(record[0], record[i]);
    }
  });
}

}  // namespace Atoll::kernels
