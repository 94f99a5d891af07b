// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/intervals.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

using Ends = std::vector<std::uint32_t>;

// Neighbours of random lengths, here and there one end twice.
Ends drawn(std::uint64_t number) {
  const Random random(7, number);
  Ends ends;
  std::uint32_t next = 0;
  for (std::uint64_t i = 0; i < 8; ++i) {
    next += static_cast<std::uint32_t>(1 + random.below(3 * i, 3));
    const auto length = random.below(3 * i + 1, 2 * interval_min);
    for (std::uint64_t k = 0; k < length; ++k) ends.push_back(next++);
    if (random.below(3 * i + 2, 4) == 0) ends.push_back(next - 1);
  }
  std::ranges::sort(ends);
  return ends;
}

// All neighbours that are enough, in units, one after the other.
std::vector<Ends> expected_intervals(const Ends& ends, Ends& others) {
  std::vector<Ends> intervals;
  for (std::size_t begin = 0; begin < ends.size();) {
    std::size_t end = begin + 1;
    while (end < ends.size() && ends[end] == ends[end - 1] + 1) ++end;
    const std::size_t taken = end - begin < interval_min ? 0 : (end - begin) / interval_unit * interval_unit;
    if (taken > 0) intervals.emplace_back(ends.data() + begin, ends.data() + begin + taken);
    others.insert(others.end(), ends.data() + begin + taken, ends.data() + end);
    begin = end;
  }
  return intervals;
}

TEST(Intervals, AreTakenFromARowAndTheOthersLeft) {
  std::size_t taken = 0, whole = 0;
  for (std::uint64_t number = 0; number < 2000; ++number) {
    const Ends ends = drawn(number);
    Ends others, room;
    const std::vector<Ends> expected = expected_intervals(ends, others);
    std::vector<Ends> found;
    const auto left = take_intervals(ends, room, [&](std::span<const std::uint32_t> interval) {
      found.emplace_back(interval.begin(), interval.end());
    });
    ASSERT_EQ(found, expected) << number;
    ASSERT_EQ(Ends(left.begin(), left.end()), others) << number;
    taken += found.size();
    whole += left.data() == ends.data() ? 1u : 0u;
  }
  EXPECT_GT(taken, 1000u);
  EXPECT_GT(whole, 0u);
}

TEST(Intervals, OfAShortRowThereAreNone) {
  Ends ends(interval_min), room;
  std::iota(ends.begin(), ends.end(), 5u);
  std::size_t found = 0;
  const auto count = [&](std::span<const std::uint32_t> interval) {
    EXPECT_EQ(interval.front(), 5u);
    ++found;
  };
  EXPECT_TRUE(take_intervals(ends, room, count).empty());
  EXPECT_EQ(found, 1u);
  ends.pop_back();
  EXPECT_EQ(take_intervals(ends, room, count).size(), ends.size());
  EXPECT_EQ(found, 1u);
}

// Rows of as many ends, which follow one another or not.
bool pay(std::uint32_t neighbours, std::uint32_t apart) {
  constexpr std::uint32_t vertices = 1000;
  DirectedRows rows;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const std::uint32_t length = v % 2 == 0 ? neighbours : apart;
    for (std::uint32_t i = 0; i < length; ++i) rows.ends.push_back(v % 2 == 0 ? i : 2 * i);
    rows.end_row();
  }
  return has_intervals(rows.graph());
}

TEST(Intervals, AreLookedForWhereArcsAreInSome) {
  EXPECT_TRUE(pay(interval_min, 0));
  EXPECT_TRUE(pay(interval_min, 2 * interval_min));
  EXPECT_FALSE(pay(interval_min - 1, 0));
  EXPECT_FALSE(pay(0, 300));
  EXPECT_FALSE(pay(interval_min, 100 * interval_min));
  EXPECT_FALSE(pay(0, 0));
}

}  // namespace
}  // namespace Atoll::kernels
