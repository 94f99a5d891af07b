// SPDX-License-Identifier: Apache-2.0
// Some arcs of a graph, with the rows that they are in: what decides how it is walked asks these.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/base/random.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::kernels {

// take(row, arc), for `count` arcs that are drawn, the same ones every time; none where there are none.
// offsets: [vertices + 1].
template <class Take>
void draw_arcs(const std::uint64_t* offsets, std::uint32_t vertices, std::uint64_t count, const Take& take) {
  const std::span all(offsets, std::size_t{vertices} + 1);
  const std::uint64_t arcs = all.back();
  const Random random(1);
  for (std::uint64_t i = 0; i < count && arcs > 0; ++i) {
    const std::uint64_t arc = random.below(i, arcs);
    take(static_cast<std::uint32_t>(row_of(all, arc)), arc);
  }
}

}  // namespace Atoll::kernels
