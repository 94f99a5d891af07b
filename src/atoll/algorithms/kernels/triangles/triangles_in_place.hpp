// SPDX-License-Identifier: Apache-2.0
// Triangles in rows as they lie, which takes less than another order where rows are short, those beside a vertex too, or
// where the shorter side of every edge is. Each is found at its highest vertex, or at the edge between its two higher ones.
#pragma once

#include <cstdint>
#include <optional>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/triangles/oriented.hpp"

namespace Atoll::kernels {

// Nothing: another order had better be made, or the graph has several parts. Throws Error(cancelled | resource).
std::optional<std::uint64_t> count_triangles_in_place(const SharedGraph& graph, const DegreeShape& shape, Crew& crew,
                                                      const Watch& watch);

}  // namespace Atoll::kernels
