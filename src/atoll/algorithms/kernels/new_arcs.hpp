// SPDX-License-Identifier: Apache-2.0
// The arcs of a row that lead to vertices nobody visited: what a level of a search that pushes asks of every row. Who is
// new is not foreseen, so there is no branch; several ends are asked at a time where the processor can gather.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/arc_ranges.hpp"

namespace Atoll::kernels {

// Writes an arc from `from` for each end of the row whose bit in `visited` is not set, in their order, to `into`, and
// gives their number. There must be room for all ends and new_arcs_slack more: what is behind the last is overwritten.
using NewArcs = std::size_t (*)(const std::uint64_t* visited, std::uint32_t from, std::span<const std::uint32_t> row,
                                PushedArc* into);
inline constexpr std::size_t new_arcs_slack = 16;

std::size_t new_arcs_one_by_one(const std::uint64_t* visited, std::uint32_t from, std::span<const std::uint32_t> row,
                                PushedArc* into);

// The fastest that this processor has.
NewArcs new_arcs();

}  // namespace Atoll::kernels
