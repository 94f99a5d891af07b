// SPDX-License-Identifier: Apache-2.0
// Weak components on one part by Afforest (Sutton, Ben-Nun and Barak, IPDPS 2018): the specialised kernel beside the
// vertex program Components, its reference. Trees are linked along the first two arcs of every vertex; what then hangs
// on the largest tree of a sample, most vertices, need not look at its other arcs, for the other ends do.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// component [vertices], by the user's vertex: the least user's vertex of its component. The arcs out go both ways.
// Throws Error(cancelled | resource).
RunStatistics link(const OnePart& graph, std::uint32_t* component, Crew& crew, const Watch& watch);

}  // namespace Atoll::kernels
