// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/blocks.hpp"

#include <algorithm>

#include "atoll/base/bits.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t chunk_weight_min = 8192;  // arcs and rows in one piece of shared work, at least
constexpr std::uint64_t chunks_per_part = 512;    // at most, about

}  // namespace

// Rows are cut at words of 64 so that a worker owns the frontier words of its chunk.
std::vector<std::uint32_t> chunk_bounds(std::span<const std::uint64_t> offsets, std::uint64_t part_weight) {
  const std::uint64_t limit = std::max(chunk_weight_min, part_weight / chunks_per_part);
  const auto rows = static_cast<std::uint32_t>(offsets.size() - 1);
  std::vector<std::uint32_t> bounds = {0};
  std::uint64_t begin_weight = 0;
  for (std::uint32_t row = 0; row < rows; row += std::min(bits_per_word, rows - row)) {
    const std::uint64_t weight = offsets[row] - offsets[0] + row;
    if (weight - begin_weight >= limit) {
      bounds.push_back(row);
      begin_weight = weight;
    }
  }
  if (rows != 0) bounds.push_back(rows);
  return bounds;
}

}  // namespace Atoll
