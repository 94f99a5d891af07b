// SPDX-License-Identifier: Apache-2.0
// The rows of hubs as bitmaps of the ranks below their own, beside the rows of an oriented graph: where a bitmap has so
// few bits per end that comparing it by words is faster than looking its ends up, and all together take 4 bytes an
// end at most.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "atoll/algorithms/kernels/triangles/common_bits.hpp"
#include "atoll/algorithms/kernels/triangles/oriented.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::kernels {

class HubRows {
 public:
  HubRows(const Oriented& graph, Crew& crew, const Watch& watch);

  // Null: it has none.
  BitRow operator[](std::uint32_t rank) const {
    const std::uint64_t start = starts_[std::min<std::size_t>(rank, starts_.size() - 1)];
    return {start == none ? nullptr : bits_.data() + start, words_of(rank)};
  }
  // Whole vectors (common_bits.hpp) that hold a bit for every lower rank.
  static std::size_t words_of(std::uint32_t rank) {
    constexpr std::size_t bits_per_vector = words_per_vector * bits_per_word;
    return (rank + bits_per_vector - 1) / bits_per_vector * words_per_vector;
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  Array<std::uint64_t> starts_;  // [rank], up to the last one that can have a bitmap; then none
  Array<std::uint64_t> bits_;
};

}  // namespace Atoll::kernels
