// SPDX-License-Identifier: Apache-2.0
// The arcs of rows that lead to vertices nobody visited: what a level of a search that pushes asks of its frontier. Who
// is new is not foreseen, so there is no branch; several ends are asked at a time where the processor can gather.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/search/arc_ranges.hpp"

namespace Atoll::kernels {

// Rows of some vertices of a frontier, from the arc `arc` of the first to before the arc `last` of the last one.
struct FrontierPart {
  const std::uint32_t* vertex = nullptr;
  const std::uint32_t* end = nullptr;
  std::uint64_t arc = 0;
  std::uint64_t last = ~std::uint64_t{0};

  bool empty() const { return vertex == end; }
};

// What is asked: rows, ends below `limit`, whose bits in `visited` are not set.
struct NewEnds {
  Rows rows;
  std::uint32_t limit = 0;
  const std::uint64_t* visited = nullptr;
};

// Writes the arcs to new ends, in their order, to `into`, until the part is empty or there may be no room for more; the
// part is what is left then. Adds to `looked` the ends it asked. Gives how many arcs there are; what is behind them in
// `into`, which has room for new_arcs_step at least, is overwritten.
using NewArcs = std::size_t (*)(const NewEnds& ends, FrontierPart& part, std::span<PushedArc> into,
                                std::uint64_t& looked);
inline constexpr std::size_t new_arcs_step = 16;

std::size_t new_arcs_one_by_one(const NewEnds& ends, FrontierPart& part, std::span<PushedArc> into,
                                std::uint64_t& looked);

// The fastest that this processor has.
NewArcs new_arcs();

}  // namespace Atoll::kernels
