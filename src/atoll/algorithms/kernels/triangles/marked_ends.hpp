// SPDX-License-Identifier: Apache-2.0
// How many ends of some rows are marked: one by one everywhere, by vectors of 512 bits where the processor has them, for
// which up to 16 ends are one step, and no branch is guessed. Chosen at run time, once.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/triangles/oriented.hpp"

namespace Atoll::kernels {

// Of the rows of these ranks together. `marks`: a bit per rank, in whole words.
using MarkedEnds = std::uint64_t (*)(const Oriented& rows, std::span<const std::uint32_t> ranks,
                                     const std::uint64_t* marks);

std::uint64_t marked_ends_one_by_one(const Oriented& rows, std::span<const std::uint32_t> ranks,
                                     const std::uint64_t* marks);

// The same of the ends of sorted rows that are below their own vertex, each once; `vertices` ascend, each counts once.
// `marks`: a bit per slot.
using MarkedBelow = std::uint64_t (*)(const Rows& rows, std::span<const std::uint32_t> vertices,
                                      const std::uint64_t* marks);

std::uint64_t marked_below_one_by_one(const Rows& rows, std::span<const std::uint32_t> vertices,
                                      const std::uint64_t* marks);

// The fastest that this processor has.
MarkedEnds marked_ends();
MarkedBelow marked_below();

}  // namespace Atoll::kernels
