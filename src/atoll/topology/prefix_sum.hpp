// SPDX-License-Identifier: Apache-2.0
// Counts become offsets, in place and in parallel.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/topology/crew.hpp"

namespace Atoll {

// counts[i] becomes `start` plus the sum of the counts before it. Returns `start` plus the sum of all.
std::uint64_t prefix_sum(std::span<std::uint64_t> counts, Crew& crew, std::uint64_t start = 0);

}  // namespace Atoll
