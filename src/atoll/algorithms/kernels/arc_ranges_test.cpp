// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/arc_ranges.hpp"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Most arcs lead to the first range, and every third is not kept.
TEST(ArcRanges, give_the_arcs_into_a_range_in_their_order) {
  constexpr std::uint32_t shift = 6;
  constexpr std::size_t ranges = 5, size = 2000;
  ArcRanges arcs(ranges, shift, size);
  const Random random(7);
  for (int round = 0; round < 2; ++round) {
    arcs.clear();
    std::vector<Pairs> expected(ranges);
    for (std::uint32_t i = 0; i < size; ++i) {
      ASSERT_TRUE(arcs.has_room());
      const auto to = static_cast<std::uint32_t>(random.below(2 * i, random.below(2 * i + 1, ranges << shift) + 1));
      arcs.put({.from = i, .to = to}, i % 3 != 0);
      if (i % 3 != 0) expected[to >> shift].emplace_back(i, to);
    }
    for (std::size_t r = 0; r < ranges; ++r) {
      Pairs found;
      arcs.for_each_into(r, [&](const PushedArc& arc) { found.emplace_back(arc.from, arc.to); });
      EXPECT_EQ(found, expected[r]) << "range " << r;
    }
  }
}

TEST(ArcRanges, say_when_they_are_full) {
  constexpr std::size_t room = 1000;
  ArcRanges arcs(3, 4, room);
  std::uint32_t put = 0;
  for (; arcs.has_room(); put += ArcRanges::slack) {
    for (std::uint32_t i = 0; i < ArcRanges::slack; ++i) arcs.put({.from = put + i, .to = 17}, true);
  }
  std::uint32_t seen = 0;
  arcs.for_each_into(1, [&](const PushedArc& arc) { EXPECT_EQ(arc.from, seen++); });
  EXPECT_EQ(seen, put);
  EXPECT_GE(put, room * 9 / 10);
}

}  // namespace
}  // namespace Atoll::kernels
