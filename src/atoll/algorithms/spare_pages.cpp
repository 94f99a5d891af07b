// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/spare_pages.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "atoll/base/array.hpp"

namespace Atoll {

void make_spare_pages(std::initializer_list<std::uint64_t> bytes, Crew& crew) {
  constexpr std::uint64_t grain = 1u << 18;
  if (std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0}) > memory::spare_bytes_max) return;
  std::vector<Array<std::byte>> arrays;
  for (const std::uint64_t size : bytes) {
    Array<std::byte>& array = arrays.emplace_back(size, Contents::whatever);
    crew.for_chunks(size, grain, [&](std::uint64_t begin, std::uint64_t end) {
      std::fill(array.begin() + begin, array.begin() + end, std::byte{0});
    });
  }
}

}  // namespace Atoll
