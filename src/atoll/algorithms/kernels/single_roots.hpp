// SPDX-License-Identifier: Apache-2.0
// Dependencies on roots, one root per thread at a time: for deep graphs, in which roots have little in common. Roots are
// dealt to chains; a chain has its own sums and takes its roots in order, so the scores are the same for any number of
// threads.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/steps.hpp"

namespace Atoll::kernels {

inline constexpr std::size_t chains_max = 8;
inline constexpr std::size_t ways_per_block = 1u << 19;  // of shortest paths, listed for a root: a large page

// scores [slot] += the dependency of the vertex on each root but itself, as add_dependencies. False, and nothing was
// added, if there are more paths than a double can count. Places are counted from `first_place` > 0, on and on, and at
// 2^32 anew: tests come near it. Throws Error(cancelled | resource).
bool add_single_roots(const SharedGraph& out, std::span<const std::uint32_t> roots, std::span<double> scores,
                      Crew& crew, const Watch& watch, Steps& steps, std::uint32_t first_place = 1);

}  // namespace Atoll::kernels
