// SPDX-License-Identifier: Apache-2.0
// Weak components on one part, the specialised kernel beside the vertex program Components, its reference. Every vertex
// first adopts the set of its first neighbour, without an atomic (as ECL-CC begins: Jaiganesh and Burtscher, HPDC 2018).
// Then the sets that are left are joined by their own first arcs, or every vertex with the last of its neighbours where
// first arcs stay near; and most vertices, as they hang together now, need not look at their other arcs, for the other
// ends do (Afforest: Sutton, Ben-Nun and Barak, IPDPS 2018).
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// component [vertices], by the user's vertex: the least user's vertex of its component. A directed graph needs no arcs in,
// but is walked faster with them.
// Throws Error(cancelled | resource).
RunStatistics link(const OnePart& graph, std::uint32_t* component, Crew& crew, const Watch& watch);

}  // namespace Atoll::kernels
