// SPDX-License-Identifier: Apache-2.0
// The rows of hubs as bitmaps of the ranks below their own, beside the rows of an oriented graph: where a bitmap has so
// few bits per end that comparing it by words is faster than looking its ends up.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/oriented.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::kernels {

class HubRows {
 public:
  HubRows(const Oriented& graph, Crew& crew, const Watch& watch);

  // words_of(rank) words; null: it has none.
  const std::uint64_t* operator[](std::uint32_t rank) const {
    return rank < starts_.size() && starts_[rank] != none ? bits_.data() + starts_[rank] : nullptr;
  }
  // Whole vectors (common_bits.hpp) that hold a bit for every lower rank.
  static std::size_t words_of(std::uint32_t rank);

  void prefetch(const std::uint64_t* row) const {
    constexpr int lines = 4;
    for (int line = 0; line < lines; ++line) __builtin_prefetch(row + 8 * line);
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  Array<std::uint64_t> starts_;  // [rank], up to the last one that can have a bitmap
  Array<std::uint64_t> bits_;
};

}  // namespace Atoll::kernels
