// SPDX-License-Identifier: Apache-2.0
// The step of a sweep over 64 vertices that follow each other: each looks at one end, and takes it as its parent if it is
// in the frontier. Without a branch, since half of them would be mispredicted.
#pragma once

#include <cstdint>

namespace Atoll::kernels {

// Of the bits i of `open`, those where bit ends[i] of `front` is set; for these parents[i] becomes ends[i]. `ends` is
// [64], `parents` as long as `open` needs.
using Adoption = std::uint64_t (*)(const std::uint64_t* front, const std::uint32_t* ends, std::uint64_t open,
                                   std::uint32_t* parents);

std::uint64_t adopt_one_by_one(const std::uint64_t* front, const std::uint32_t* ends, std::uint64_t open,
                               std::uint32_t* parents);

// Of rows, who has an end to look at, and whom it gives a parent.
struct RowHits {
  std::uint64_t looked = 0;
  std::uint64_t hits = 0;
};
// The same with end `tried` of each row, of which vertex i has those from offsets[i] to offsets[i + 1], perhaps fewer.
// `ends` is not empty if somebody is open.
using RowAdoption = RowHits (*)(const std::uint64_t* front, const std::uint64_t* offsets, const std::uint32_t* ends,
                                std::uint64_t tried, std::uint64_t open, std::uint32_t* parents);

RowHits adopt_rows_one_by_one(const std::uint64_t* front, const std::uint64_t* offsets, const std::uint32_t* ends,
                              std::uint64_t tried, std::uint64_t open, std::uint32_t* parents);

// Of the bits i of `open`, those where row i, from offsets[i] to offsets[i + 1], has an end.
using WithEnds = std::uint64_t (*)(const std::uint64_t* offsets, std::uint64_t open);

std::uint64_t with_ends_one_by_one(const std::uint64_t* offsets, std::uint64_t open);

// The fastest that this processor has.
Adoption adoption();
RowAdoption row_adoption();
WithEnds with_ends();

// How many ends of rows that follow each other should be tried so: their lines are there, but without vectors it is no
// faster than to go on row by row.
std::uint64_t row_ends_that_pay();

}  // namespace Atoll::kernels
