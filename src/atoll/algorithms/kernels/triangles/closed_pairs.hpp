// SPDX-License-Identifier: Apache-2.0
// Triangles of short rows, without a table: of the lower neighbours of a vertex the pairs that are neighbours themselves. The
// row of the higher one is compared with all the lower ones: end by end everywhere, by vectors of 512 bits where the
// processor has them. Chosen at run time, once.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

// Of these vertices together. Rows are sorted; parallel arcs and self-loops do not count.
using ClosedPairs = std::uint64_t (*)(const Rows& rows, std::span<const std::uint32_t> vertices);

std::uint64_t closed_pairs_one_by_one(const Rows& rows, std::span<const std::uint32_t> vertices);

// The fastest that this processor has.
ClosedPairs closed_pairs();

}  // namespace Atoll::kernels
