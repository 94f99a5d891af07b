// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/open_ends.hpp"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Places before `first` are none; from `first` + 90 on they are next. Rows of every length around those of vectors, with
// parallel arcs; places also where signed numbers would change their sign, and at the end.
void expect_those_one_by_one(std::uint32_t first) {
  constexpr std::uint32_t slots = 200;
  const std::uint32_t next = first + 90;
  const Random random(5);
  std::vector<std::uint32_t> places;
  for (std::uint64_t v = 0; v < slots; ++v) {
    places.push_back(first - 10 + static_cast<std::uint32_t>(random.below(v, slots)));
  }
  const OpenEnds fast = open_ends(slots);
  std::uint64_t asked = 1000, found = 0;
  for (std::size_t size = 0; size <= 64; ++size) {
    std::vector<std::uint32_t> row;
    while (row.size() < size) row.push_back(static_cast<std::uint32_t>(random.below(asked++, slots)));
    std::ranges::sort(row);
    for (const std::uint32_t before : {~std::uint32_t{0}, row.empty() ? 0 : row[0]}) {
      const std::uint64_t open = open_ends_one_by_one(row, before, places.data(), first, next);
      EXPECT_EQ(fast(row, before, places.data(), first, next), open) << size;
      found |= open;
    }
  }
  EXPECT_NE(found, 0u);
}

TEST(OpenEnds, AreThoseOneByOne) {
  for (const std::uint32_t first : {10u, 0x7fff'ff80u, ~0u - 300}) {
    SCOPED_TRACE(first);
    expect_those_one_by_one(first);
  }
}

}  // namespace
}  // namespace Atoll::kernels
