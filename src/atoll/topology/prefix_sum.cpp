// SPDX-License-Identifier: Apache-2.0
#include "atoll/topology/prefix_sum.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace Atoll {

std::uint64_t prefix_sum(std::span<std::uint64_t> counts, Crew& crew, std::uint64_t start) {
  const std::uint64_t size = counts.size();
  const std::uint64_t block = std::max(std::uint64_t{1} << 15, size >> 12);
  std::vector<std::uint64_t> sums((size + block - 1) / block);
  crew.for_chunks(size, block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = begin; i < end; ++i) sum += counts[i];
    sums[begin / block] = sum;
  });
  std::uint64_t total = start;
  for (std::uint64_t& sum : sums) total += std::exchange(sum, total);
  crew.for_chunks(size, block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t running = sums[begin / block];
    for (std::uint64_t i = begin; i < end; ++i) running += std::exchange(counts[i], running);
  });
  return total;
}

}  // namespace Atoll
