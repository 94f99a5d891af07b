// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/chunks.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll {
namespace {

// What Chunks should find, by looking at every word of rows: the first with so many chunks' weight before it.
std::vector<std::uint32_t> scanned_bounds(const std::vector<std::uint64_t>& offsets, std::uint64_t limit) {
  std::vector<std::uint32_t> bounds = {0};
  std::uint64_t next = limit;
  for (std::uint32_t row = 64; row + 1 < offsets.size(); row += 64) {
    const std::uint64_t weight = offsets[row] - offsets[0] + row;
    if (weight < next) continue;
    bounds.push_back(row);
    next = weight / limit * limit + limit;
  }
  if (offsets.size() > 1) bounds.push_back(static_cast<std::uint32_t>(offsets.size() - 1));
  return bounds;
}

TEST(Chunks, AreThoseOfAScan) {
  const Random random(3);
  for (const std::uint64_t rows : {0u, 1u, 63u, 64u, 65u, 20'000u, 100'001u}) {
    std::vector<std::uint64_t> offsets = {17};
    for (std::uint64_t v = 0; v < rows; ++v) {
      const std::uint64_t degree = v % 5000 == 77 ? 30'000 : random.below(v, 4);
      offsets.push_back(offsets.back() + degree);
    }
    for (const std::uint64_t part_weight : {std::uint64_t{1}, std::uint64_t{512} * 20'000}) {
      const Chunks chunks(offsets, part_weight);
      const std::vector<std::uint32_t> bounds(chunks.bounds().begin(), chunks.bounds().end());
      EXPECT_EQ(bounds, scanned_bounds(offsets, std::max<std::uint64_t>(8192, part_weight / 512)));
    }
  }
}

}  // namespace
}  // namespace Atoll
