// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/rows.hpp"

namespace Atoll {

std::vector<RowShare> share_rows(const Array<std::uint64_t>& offsets) {
  const std::uint64_t rows = offsets.size() - 1;
  const std::uint64_t work = rows + offsets[rows] - offsets[0];
  const std::uint64_t share = std::max(std::uint64_t{1} << 13, work >> 16);
  std::vector<RowShare> shares;
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
    shares.push_back({begin, low});
    begin = low;
  }
  return shares;
}

}  // namespace Atoll
