// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/hearers.hpp"

#include <gtest/gtest.h>

namespace Atoll {
namespace {

// A tenth of the slots is told nine tenths of all.
const Hearers uneven({{0.1, 0.9}, {0.9, 0.1}});

TEST(Records, AreTheHarmonicNumberOfTheMessagesToASlot) {
  EXPECT_EQ(records(0, 10), 0);
  EXPECT_EQ(records(10, 0), 0);
  EXPECT_NEAR(records(1, 1e9), 1, 1e-2);  // nobody before it
  EXPECT_NEAR(records(4e6, 1e6) / 1e6, 1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0, 0.05);
  EXPECT_LE(records(5, 5), 5);
}

TEST(Hearers, WhereSomeHearMostReachFewerAndChangeThemLessOften) {
  const Hearers alike;
  EXPECT_EQ(uneven.told(0, 100), 0);
  EXPECT_NEAR(uneven.told(1e9, 100), 100, 1e-9);
  EXPECT_LT(uneven.told(100, 100), alike.told(100, 100));
  EXPECT_LT(uneven.better(1000, 0, 100), alike.better(1000, 0, 100));
  EXPECT_NEAR(alike.better(1000, 0, 100), records(1000, 100), 1e-9);
}

TEST(Hearers, AreToldSomethingBetterTheMoreRarelyTheMoreTheyHaveHeard) {
  EXPECT_DOUBLE_EQ(uneven.told_better(1000, 0, 100), uneven.told(1000, 100));
  EXPECT_NEAR(uneven.told_better(1000, 9000, 100), 10, 1) << "the best of ten thousand is one of a thousand";
  EXPECT_NEAR(uneven.better(1000, 1e6, 100), 0, 1);
  EXPECT_EQ(uneven.better(0, 10, 100), 0);
}

TEST(Hearers, OfASliceAreThoseThatItReaches) {
  const Hearers reached = uneven.reached(100, 100);
  ASSERT_EQ(reached.classes().size(), 2u);
  EXPECT_GT(reached.classes()[0].slots, 0.1) << "hubs are there, of the others some are not";
  EXPECT_DOUBLE_EQ(reached.classes()[0].slots + reached.classes()[1].slots, 1);
  EXPECT_DOUBLE_EQ(reached.classes()[0].messages, 0.9);
}

TEST(DegreeCount, PutsDegreesOfOneWidthTogether) {
  DegreeCount count;
  for (const std::uint64_t degree : {0u, 2u, 3u, 5u}) count.add(degree);
  DegreeCount other;
  other.add(10);
  count.add(other);
  const std::vector<HearerClass> expected{{0.2, 0}, {0.4, 0.25}, {0.2, 0.25}, {0.2, 0.5}};
  EXPECT_EQ(count.hearers().classes(), expected);
  EXPECT_EQ(DegreeCount().hearers().classes().size(), 1u) << "nothing is known";
}

}  // namespace
}  // namespace Atoll
