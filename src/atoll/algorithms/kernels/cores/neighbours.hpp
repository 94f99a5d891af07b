// SPDX-License-Identifier: Apache-2.0
// The neighbours of a vertex as definitions on simple graphs mean them: each once, itself never. Rows are sorted, so
// parallel arcs lie side by side.
#pragma once

#include <cstdint>
#include <span>

namespace Atoll::kernels {

// visit(w) for every neighbour w of v; row: the other ends of its arcs.
template <class F>
void for_neighbours(std::uint32_t v, std::span<const std::uint32_t> row, F&& visit) {
  std::uint32_t last = v;
  for (const std::uint32_t w : row) {
    if (w != last && w != v) visit(w);
    last = w;
  }
}

}  // namespace Atoll::kernels
