// SPDX-License-Identifier: Apache-2.0
// Rows cut into pieces of about equal arcs, for sharing. Where to cut is found by whom it is first asked of: a search that
// reaches little never asks, and takes less time than that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "atoll/partition/packed.hpp"

namespace Atoll {

class Chunks {
 public:
  // Of the rows between `offsets` [rows + 1], whose memory must outlive it; `part_weight`: arcs and rows of the part.
  Chunks(const RowOffsets& offsets, std::uint64_t part_weight) : offsets_(offsets), part_weight_(part_weight) {}

  // Ascending from 0 to the number of rows, multiples of 64 but the last. Any thread may ask.
  std::span<const std::uint32_t> bounds() const;

  std::size_t count() const { return bounds().size() - 1; }

 private:
  RowOffsets offsets_;
  std::uint64_t part_weight_;
  mutable std::once_flag once_;
  mutable std::vector<std::uint32_t> bounds_;
};

}  // namespace Atoll
