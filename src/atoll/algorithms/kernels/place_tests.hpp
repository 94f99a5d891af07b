// SPDX-License-Identifier: Apache-2.0
// What a search asks of the ends of a row: which were reached, and when. Answers follow no pattern, so that a branch per
// end is mispredicted; several ends are asked at a time where the processor can gather. Ends ascend; of parallel arcs
// one counts.
#pragma once

#include <cstdint>
#include <span>

namespace Atoll::kernels {

struct LevelTests {
  // Bit i: row[i] has a level below `unreached` or equal to `next`. At most 64 ends; `before` is the end before the first
  // of them in the row, or none's.
  std::uint64_t (*open)(std::span<const std::uint32_t> row, std::uint32_t before, const std::uint32_t* levels,
                        std::uint32_t unreached, std::uint32_t next);
  // Of the values of ends at level `next`.
  double (*sum)(std::span<const std::uint32_t> row, const std::uint32_t* levels, std::uint32_t next,
                const double* values);
};

LevelTests level_tests_one_by_one();

// The fastest that this processor has; its sums may differ from the others in how they are rounded. `slots`: how many
// there are.
LevelTests level_tests(std::uint64_t slots);

}  // namespace Atoll::kernels
