// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/blocks.hpp"

#include <algorithm>

#include "atoll/base/bits.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t chunk_weight_min = 8192;  // arcs and rows in one piece of shared work, at least
constexpr std::uint64_t chunks_per_part = 512;    // at most, about

constexpr std::uint64_t bounds_per_grain = 64;

// The first word of rows that `target` arcs and rows, more than 0, lie before; `words` if none has. Without a branch, so
// that searches overlap: each misses a cache at nearly every step.
std::uint64_t word_at(std::span<const std::uint64_t> offsets, std::uint64_t words, std::uint64_t target) {
  std::uint64_t before = 0;
  for (std::uint64_t size = words; size > 1; size -= size / 2) {
    const std::uint64_t row = (before + size / 2) * bits_per_word;
    before += offsets[row] - offsets[0] + row < target ? size / 2 : 0;
  }
  return before + 1;
}

}  // namespace

// Rows are cut at words of 64 so that a worker owns the frontier words of its chunk.
std::vector<std::uint32_t> chunk_bounds(std::span<const std::uint64_t> offsets, std::uint64_t part_weight, Crew& crew) {
  const std::uint64_t rows = offsets.size() - 1;
  if (rows == 0) return {0};
  const std::uint64_t limit = std::max(chunk_weight_min, part_weight / chunks_per_part);
  const std::uint64_t weight = offsets[rows] - offsets[0] + rows;
  const std::uint64_t words = words_for(rows);
  std::vector<std::uint32_t> bounds((weight + limit - 1) / limit + 1);
  crew.for_chunks(bounds.size() - 1, bounds_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin + 1; i <= end; ++i)
      bounds[i] = static_cast<std::uint32_t>(std::min(word_at(offsets, words, i * limit) * bits_per_word, rows));
  });
  bounds.back() = static_cast<std::uint32_t>(rows);
  const auto twice = std::ranges::unique(bounds);  // where a row is longer than a chunk
  bounds.erase(twice.begin(), twice.end());
  return bounds;
}

}  // namespace Atoll
