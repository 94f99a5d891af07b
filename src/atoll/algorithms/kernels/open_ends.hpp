// SPDX-License-Identifier: Apache-2.0
// Which ends of a row a search may still go to, by their places in its queue. Answers follow no pattern, so that a branch
// per end is mispredicted; several ends are asked at a time where the processor can gather. Ends ascend; of parallel arcs
// one counts.
#pragma once

#include <cstdint>
#include <span>

namespace Atoll::kernels {

// Bit i: row[i] has a place before `first`, that is none, or from `next` on. At most 64 ends; `before` is the end before
// the first of them in the row, or none's.
using OpenEnds = std::uint64_t (*)(std::span<const std::uint32_t> row, std::uint32_t before,
                                   const std::uint32_t* places, std::uint32_t first, std::uint32_t next);

std::uint64_t open_ends_one_by_one(std::span<const std::uint32_t> row, std::uint32_t before,
                                   const std::uint32_t* places, std::uint32_t first, std::uint32_t next);

// The fastest that this processor has. `slots`: how many there are.
OpenEnds open_ends(std::uint64_t slots);

}  // namespace Atoll::kernels
