// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/rows.hpp"

#include <utility>

namespace Atoll {

std::vector<RowRange> share_rows(const Array<std::uint64_t>& offsets) {
  const std::uint64_t rows = offsets.size() - 1;
  const std::uint64_t work = rows + offsets[rows] - offsets[0];
  const std::uint64_t share = std::max(std::uint64_t{1} << 13, work >> 16);
  std::vector<RowRange> ranges;
  for (std::uint64_t begin = 0; begin < rows;) {
    const std::uint64_t until = begin + offsets[begin] + share;
    std::uint64_t low = begin + 1, high = std::min(rows, begin + share);
    while (low < high) {  // the first row whose start is at or past the share
      const std::uint64_t middle = low + (high - low) / 2;
      if (middle + offsets[middle] < until) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    ranges.push_back({begin, low});
    begin = low;
  }
  return ranges;
}

std::uint64_t prefix_sum(std::span<std::uint64_t> counts, Crew& crew) {
  const std::uint64_t size = counts.size();
  const std::uint64_t block = std::max(std::uint64_t{1} << 15, size >> 12);
  std::vector<std::uint64_t> sums((size + block - 1) / block);
  crew.for_chunks(size, block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t sum = 0;
    for (std::uint64_t i = begin; i < end; ++i) sum += counts[i];
    sums[begin / block] = sum;
  });
  std::uint64_t total = 0;
  for (std::uint64_t& sum : sums) total += std::exchange(sum, total);
  crew.for_chunks(size, block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t running = sums[begin / block];
    for (std::uint64_t i = begin; i < end; ++i) running += std::exchange(counts[i], running);
  });
  return total;
}

}  // namespace Atoll
