// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/betweenness/open_ends.hpp"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Rows of every length around those of vectors, with parallel arcs and ends in every bit of a word.
TEST(OpenEnds, AreThereOnceAndNotClosed) {
  constexpr std::uint32_t slots = 200;
  const Random random(5);
  std::vector<std::uint64_t> closed(words_for(slots));
  for (std::uint64_t v = 0; v < slots; ++v) {
    if (random.below(v, 2) == 0) set_bit(closed.data(), v);
  }
  const OpenEnds fast = open_ends();
  std::uint64_t asked = 1000, found = 0, kept = 0;
  for (int round = 0; round < 4; ++round) {
    for (std::size_t size = 0; size <= 64; ++size) {
      std::vector<std::uint32_t> row;
      while (row.size() < size) row.push_back(static_cast<std::uint32_t>(random.below(asked++, slots)));
      std::ranges::sort(row);
      for (const std::uint32_t before : {~std::uint32_t{0}, row.empty() ? 0 : row[0]}) {
        std::uint64_t open = 0;
        for (std::size_t i = 0; i < size; ++i) {
          const bool again = row[i] == (i == 0 ? before : row[i - 1]);
          if (!again && !test_bit(closed.data(), row[i])) set_bit(&open, i);
        }
        EXPECT_EQ(open_ends_one_by_one(row, before, closed.data()), open) << size;
        EXPECT_EQ(fast(row, before, closed.data()), open) << size;
        found |= open;
        kept |= ~open & low_bits(size);
      }
    }
  }
  EXPECT_EQ(found, ~std::uint64_t{0});
  EXPECT_EQ(kept, ~std::uint64_t{0});
}

}  // namespace
}  // namespace Atoll::kernels
