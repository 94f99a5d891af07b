// SPDX-License-Identifier: Apache-2.0
// Modularity (Newman and Girvan, Phys. Rev. E 69, 2004; weighted: Newman, Phys. Rev. E 70, 2004): the share of weight
// inside communities, less the share there if arcs were drawn anew between vertices of the same strength.
// Invariant: all sums are made in one order, so it is the same to the bit for any number of threads and parts.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::kernels {

// Sum over the communities of inside / all - (strength / all)^2, in double, where `all` is the strength of all vertices
// and the strength of a vertex the weight of its arcs, of self-loops twice; 0 without any. community [vertices], by the
// user's vertex, in vertices; member [slot]: the same classes by any other numbers. The arcs go both ways.
double modularity(const SharedGraph& graph, const IdArray& community, std::span<const std::uint32_t> member, Crew& crew,
                  const Watch& watch);

}  // namespace Atoll::kernels
