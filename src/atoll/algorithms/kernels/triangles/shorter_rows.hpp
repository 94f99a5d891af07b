// SPDX-License-Identifier: Apache-2.0
// Triangles where rows lie, by the shorter side of every edge: of its two ends, the one with more lower neighbours has them
// marked, and the row of the other is looked at. A hub is marked once, and never walked for a neighbour that has few (as
// Chiba and Nishizeki, SIAM J. Comput. 14, 1985, bound the work). No vertex gets another place.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/shared_graph.hpp"

namespace Atoll::kernels {

// Whether it saves most of the ends that would be looked at otherwise, as far as a sample of the edges shows. Rows of the
// graph go both ways and, in one part, are sorted. `elsewhere`: whether otherwise every vertex would get another place.
bool shorter_rows_pay(const SharedGraph& graph, bool elsewhere);

// Of the whole graph, which has one part. Throws Error(cancelled | resource).
std::uint64_t count_by_shorter_rows(const SharedGraph& graph, Crew& crew, const Watch& watch);

}  // namespace Atoll::kernels
