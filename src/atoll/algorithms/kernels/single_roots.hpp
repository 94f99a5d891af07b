// SPDX-License-Identifier: Apache-2.0
// Dependencies on roots, one root per thread at a time. Roots are dealt to chains; a chain takes its roots in order, and
// chains are added up in order (root_sums.hpp), so the scores are the same for any number of threads.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/leaves.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/steps.hpp"

namespace Atoll::kernels {

inline constexpr std::size_t chains_max = 8;

// scores [slot] += the dependency of the vertex on each root but itself, as add_dependencies. False, and some roots are
// missing, if vertices as far from a root have so few and so many paths that no number has the range. Throws
// Error(cancelled | resource).
bool add_single_roots(const SharedGraph& out, const SharedGraph& in, std::span<const std::uint32_t> roots,
                      const Leaves& leaves, std::span<double> scores, Crew& crew, const Watch& watch, Steps& steps);

// Bytes of a thread's search, and of the sums of a chain.
std::uint64_t single_root_bytes(std::uint64_t vertices, std::uint64_t arcs);
std::uint64_t chain_bytes(std::uint64_t vertices);
// And what such a search takes more for counts of a wide range.
std::uint64_t wide_counts_bytes(std::uint64_t vertices);

}  // namespace Atoll::kernels
