// SPDX-License-Identifier: Apache-2.0
// How long some of 64 rows are together, those that a word chooses: a search counts the arcs of what it found.
#pragma once

#include <cstdint>

namespace Atoll::kernels {

// The sum of offsets[i + 1] - offsets[i] over the bits i of `chosen`; `offsets` is [65], or as long as these need.
using ChosenLengths = std::uint64_t (*)(const std::uint64_t* offsets, std::uint64_t chosen);

std::uint64_t chosen_lengths_one_by_one(const std::uint64_t* offsets, std::uint64_t chosen);

// The fastest that this processor has.
ChosenLengths chosen_lengths();

}  // namespace Atoll::kernels
