// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/spare_pages.hpp"

#include <numeric>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll {

void make_spare_pages(std::initializer_list<std::uint64_t> bytes, Crew& crew) {
  if (std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0}) > memory::spare_bytes_max) return;
  std::vector<Array<std::byte>> arrays;
  for (const std::uint64_t size : bytes) {
    parallel_fill(arrays.emplace_back(size, Contents::whatever), std::byte{0}, crew);
  }
}

}  // namespace Atoll
