// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/chunks.hpp"

#include <algorithm>

#include "atoll/base/bits.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t chunk_weight_min = 8192;  // arcs and rows in one piece of shared work, at least
constexpr std::uint64_t chunks_per_part = 512;    // at most, about

// Rows are cut at words of 64 so that a worker owns the frontier words of its chunk: at the first word that so many
// chunks' weight lies before. All bounds are searched in step and without a branch: alone, each would wait for memory at
// nearly every step.
std::vector<std::uint32_t> bounds_of(const RowOffsets& offsets, std::uint64_t part_weight) {
  const std::uint64_t rows = offsets.size() - 1;
  if (rows == 0) return {0};
  const std::uint64_t limit = std::max(chunk_weight_min, part_weight / chunks_per_part);
  const std::uint64_t weight = offsets[rows] - offsets[0] + rows;
  const std::uint64_t words = words_for(rows);
  std::vector<std::uint64_t> before((weight - 1) / limit);  // the word before each bound but the first and the last
  for (std::uint64_t size = words; size > 1; size -= size / 2) {
    std::uint64_t target = offsets[0];
    for (std::uint64_t& word : before) {
      target += limit;
      const std::uint64_t row = (word + size / 2) * bits_per_word;
      word += offsets[row] + row < target ? size / 2 : 0;
    }
  }
  std::vector<std::uint32_t> bounds = {0};
  for (const std::uint64_t word : before) {
    const std::uint64_t row = std::min((word + 1) * bits_per_word, rows);
    if (row > bounds.back()) bounds.push_back(static_cast<std::uint32_t>(row));  // else a row is longer than a chunk
  }
  if (bounds.back() < rows) bounds.push_back(static_cast<std::uint32_t>(rows));
  return bounds;
}

}  // namespace

std::span<const std::uint32_t> Chunks::bounds() const {
  std::call_once(once_, [this] { bounds_ = bounds_of(offsets_, part_weight_); });
  return bounds_;
}

}  // namespace Atoll
