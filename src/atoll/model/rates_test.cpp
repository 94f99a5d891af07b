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

// 1e9 words are named a second, or 5e8 changed; where one in eight is chosen, the rest costs as before.
Rates with_scans() {
  Rates rates;
  rates.bytes_per_second[read_at_random] = 4e9;
  rates.scans[0] = {{.list_bytes = 1 << 20, .read = 8e9, .choose = 4e9, .change = 4e9, .change_chosen = 2e9}};
  return rates;
}

TEST(Rates, OfAScanTellReadsFromChangesAndWhatIsForeseenFromWhatIsNot) {
  const Rates rates = with_scans();
  const auto seconds = [&](Operation operation, double unforeseen) {
    const Access access{Place::local, operation, Order::random};
    return rates.scan_seconds(access, {.count = 1e9, .unforeseen = unforeseen}, 4, 0);
  };
  EXPECT_DOUBLE_EQ(seconds(Operation::read, 0), 1);
  EXPECT_DOUBLE_EQ(seconds(Operation::read, 1e9), 8 * 2 - 7);
  EXPECT_DOUBLE_EQ(seconds(Operation::write, 0), 2);
  EXPECT_DOUBLE_EQ(seconds(Operation::write, 1e9), 8 * 4 - 7);
  EXPECT_DOUBLE_EQ(seconds(Operation::write, 5e8), (2 + 25) / 2.0);
}

TEST(Rates, OfAScanTellWordsOfOneThreadFromThoseOfAll) {
  Rates rates = with_scans();
  rates.scans[0].front().change_own = 8e9;
  rates.scans[0].front().change_chosen_own = 4e9;
  const auto seconds = [&](Owners owners, double unforeseen) {
    return rates.scan_seconds({Place::local, Operation::write, Order::random},
                              {.count = 1e9, .unforeseen = unforeseen, .owners = owners}, 8, 0);
  };
  EXPECT_DOUBLE_EQ(seconds(Owners::all, 0), 2);
  EXPECT_DOUBLE_EQ(seconds(Owners::one, 0), 1);
  EXPECT_DOUBLE_EQ(seconds(Owners::all, 1e9), 8 * 4 - 7 * 1);
  EXPECT_DOUBLE_EQ(seconds(Owners::one, 1e9), 8 * 2 - 7 * 1);
}

TEST(Rates, OfAScanDependOnTheListThatNamesItsWords) {
  Rates rates = with_scans();
  ScanRates longer = rates.scans[0].front();
  longer.list_bytes = 1 << 24;
  longer.read = 2e9;
  rates.scans[0].push_back(longer);
  const auto seconds = [&](double list_bytes) {
    return rates.scan_seconds(read_at_random, {.count = 1e9, .list_bytes = list_bytes}, 8, 0);
  };
  EXPECT_DOUBLE_EQ(seconds(1), 1);
  EXPECT_DOUBLE_EQ(seconds(1 << 22), 2.5) << "half way";
  EXPECT_DOUBLE_EQ(seconds(1e12), 4);
}

TEST(Rates, OfAMachineWithoutRatesOfScansAreThoseOfAnyAccess) {
  Rates rates = with_scans();
  rates.scans = {};
  EXPECT_DOUBLE_EQ(rates.scan_seconds(read_at_random, {.count = 1e9, .unforeseen = 1e9}, 4, 0), 2);
}

}  // namespace
}  // namespace Atoll
