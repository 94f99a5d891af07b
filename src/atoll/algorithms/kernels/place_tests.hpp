// SPDX-License-Identifier: Apache-2.0
// What a search asks of the ends of a row: which were reached, and when, by their places in its queue. Answers follow no
// pattern, so that a branch per end is mispredicted; several ends are asked at a time where the processor can gather. Ends
// ascend; of parallel arcs one counts.
#pragma once

#include <cstdint>
#include <span>

namespace Atoll::kernels {

struct PlaceTests {
  // Bit i: row[i] has a place before `first`, that is none, or from `next` on. At most 64 ends; `before` is the end before
  // the first of them in the row, or none's.
  std::uint64_t (*open)(std::span<const std::uint32_t> row, std::uint32_t before, const std::uint32_t* places,
                        std::uint32_t first, std::uint32_t next);
  // Of the values of ends with places from `next` on. values[0] is that of the place `first`.
  double (*sum)(std::span<const std::uint32_t> row, const std::uint32_t* places, std::uint32_t first,
                std::uint32_t next, const double* values);
};

PlaceTests place_tests_one_by_one();

// The fastest that this processor has; its sums may differ from the others in how they are rounded. `slots`: how many
// there are.
PlaceTests place_tests(std::uint64_t slots);

}  // namespace Atoll::kernels
