// SPDX-License-Identifier: Apache-2.0
// Counts become offsets, in place and in parallel: values[i] becomes start + the sum of values[0 .. i-1].
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "atoll/topology/crew.hpp"

namespace Atoll {

// Returns start + the sum of all values. Exclusive: values[0] becomes `start`.
inline std::uint64_t exclusive_prefix_sum(std::span<std::uint64_t> values, std::uint64_t start, Crew& crew) {
  constexpr std::uint64_t grain = std::uint64_t{1} << 16;
  const std::uint64_t blocks = (values.size() + grain - 1) / grain;
  std::vector<std::uint64_t> sums(blocks + 1, 0);
  crew.for_chunks(values.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = begin; i < end; ++i) sum += values[i];
    sums[begin / grain + 1] = sum;
  });
  sums[0] = start;
  for (std::uint64_t b = 1; b <= blocks; ++b) sums[b] += sums[b - 1];
  crew.for_chunks(values.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = sums[begin / grain];
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t value = values[i];
      values[i] = sum;
      sum += value;
    }
  });
  return sums[blocks];
}

}  // namespace Atoll
