// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/rates.hpp"

#include <gtest/gtest.h>

namespace Atoll {
namespace {

constexpr Access read_at_random{Place::local, Operation::read, Order::random};

TEST(Bandwidth, OfOneFigureIsTheSameForAnyArray) {
  const Bandwidth same = 286e6;
  EXPECT_EQ(same.at(0), 286e6);
  EXPECT_EQ(same.at(1e12), 286e6);
}

TEST(Bandwidth, OfALargerArrayIsNeverMore) {
  const Bandwidth pooled = Bandwidth::measured({{1, 8}, {2, 2}, {4, 4}, {8, 1}});
  EXPECT_EQ(pooled.at(1), 8);
  EXPECT_DOUBLE_EQ(pooled.at(2), 1 / ((1.0 / 2 + 1.0 / 4) / 2));
  EXPECT_DOUBLE_EQ(pooled.at(4), pooled.at(2));
  EXPECT_EQ(pooled.at(8), 1);
}

TEST(Bandwidth, PoolsBackUntilNothingRises) {
  const Bandwidth pooled = Bandwidth::measured({{1, 2}, {2, 2}, {4, 8}});
  EXPECT_DOUBLE_EQ(pooled.at(1), 3 / (1.0 / 2 + 1.0 / 2 + 1.0 / 8));
  EXPECT_DOUBLE_EQ(pooled.at(1), pooled.at(4));
}

TEST(Rates, PriceAnAccessByTheSizeOfItsArray) {
  Rates rates;
  rates.bytes_per_second[read_at_random] = Bandwidth::measured({{1 << 20, 8e9}, {1 << 24, 8e8}});
  EXPECT_DOUBLE_EQ(rates.seconds(read_at_random, 1e9, 8, 1 << 20), 1);
  EXPECT_DOUBLE_EQ(rates.seconds(read_at_random, 1e9, 8, 1 << 24), 10);
}

}  // namespace
}  // namespace Atoll
