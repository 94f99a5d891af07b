// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/arc_ranges.hpp"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

Pairs arcs_into(const ArcRanges& arcs, std::size_t range) {
  Pairs found;
  arcs.for_each_some_into(range, [&](std::span<const PushedArc> some) {
    for (const PushedArc& arc : some) found.emplace_back(arc.from, arc.to);
  });
  return found;
}

// Most arcs lead to the first range.
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
      arcs.put({.from = i, .to = to});
      expected[to >> shift].emplace_back(i, to);
    }
    for (std::size_t r = 0; r < ranges; ++r) EXPECT_EQ(arcs_into(arcs, r), expected[r]) << "range " << r;
  }
}

TEST(ArcRanges, say_when_they_are_full) {
  constexpr std::size_t room = 1000;
  ArcRanges arcs(3, 4, room);
  std::uint32_t put = 0;
  for (; arcs.has_room(); put += ArcRanges::slack) {
    for (std::uint32_t i = 0; i < ArcRanges::slack; ++i) arcs.put({.from = put + i, .to = 17});
  }
  std::uint32_t seen = 0;
  for (const auto& [from, to] : arcs_into(arcs, 1)) EXPECT_EQ(from, seen++);
  EXPECT_EQ(seen, put);
  EXPECT_GE(put, room * 9 / 10);
}

// Far more arcs than there was room for, most of them to one range; blocks 1, 5, 9 ... are the second of four.
TEST(ArcRanges, deal_blocks_in_turn_and_make_room) {
  constexpr std::uint32_t shift = 3, size = 5000;
  ArcRanges arcs = ArcRanges::in_turn(2, shift);
  ASSERT_EQ(arcs.ranges(), 4u);
  const Random random(11);
  std::vector<Pairs> expected(arcs.ranges());
  for (std::uint32_t i = 0; i < 40 * size; ++i) {
    const auto to = static_cast<std::uint32_t>(random.below(i, size)) | (i % 8 == 0 ? 0u : 1u << shift);
    arcs.put({.from = i, .to = to});
    expected[(to >> shift) % 4].emplace_back(i, to);
  }
  EXPECT_FALSE(expected[0].empty());
  for (std::size_t r = 0; r < arcs.ranges(); ++r) EXPECT_EQ(arcs_into(arcs, r), expected[r]) << "range " << r;
}

}  // namespace
}  // namespace Atoll::kernels
