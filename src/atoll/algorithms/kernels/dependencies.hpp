// SPDX-License-Identifier: Apache-2.0
// Dependencies of vertices on roots (Brandes, J. Math. Sociology 2001): of the shortest paths from a root, counted in
// arcs, the share that leads through a vertex, summed over their ends. Each root goes alone, a thread each
// (single_roots.hpp), or, where that would leave more than half of the threads idle, one after the other by all of them
// (joint_search.hpp), unless the graph is small, or its levels are, or processors are fewer than threads. Nothing is
// added by atomics.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"
#include "atoll/partition/layout.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

// scores [slot], all 0 before: dependencies of the vertex on each root but itself. Roots are slots, distinct; the
// layout is of Arrangement::shared with both views. A superstep of the statistics is a root, or all that went alone. The
// sums are the same for any number of parts, and of threads that is at most twice that of the roots and at most sixteen;
// with more they may be other sums of the same numbers, the same for any. Parallel arcs count once.
// Throws Error(cancelled | resource | input); the last where paths are too many for any number.
RunStatistics add_dependencies(const Layout& layout, std::span<const std::uint32_t> roots, std::span<double> scores,
                               Crew& crew, const Watch& watch);

// Upper bounds of its bytes beyond the scores: by vertices, from one root, without notes of arcs; and what is more,
// from so many.
std::uint64_t dependencies_bytes(std::uint64_t vertices);
std::uint64_t further_dependencies_bytes(const Layout& layout, std::uint64_t roots, const Crew& crew);

}  // namespace Atoll::kernels
