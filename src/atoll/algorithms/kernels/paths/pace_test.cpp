// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/pace.hpp"

#include <gtest/gtest.h>

namespace Atoll::kernels {
namespace {

constexpr double work = 1e4;

// Rounds of these costs, as many as there are; returns how many were one thread's.
int rounds_alone(Pace& pace, double alone, double together, int rounds) {
  int count = 0;
  for (int round = 0; round < rounds; ++round) {
    const bool goes_alone = pace.alone();
    count += goes_alone ? 1 : 0;
    pace.add(work, work * (goes_alone ? alone : together), goes_alone);
  }
  return count;
}

TEST(Pace, sees_both_before_it_chooses) {
  Pace pace;
  EXPECT_FALSE(pace.alone());
  pace.add(work, 1, true);
  EXPECT_FALSE(pace.alone());
  pace.add(work, 2, false);
  EXPECT_TRUE(pace.alone());
}

TEST(Pace, learns_nothing_from_short_rounds) {
  Pace pace;
  pace.add(work, 1, true);
  pace.add(1, 1, false);
  EXPECT_FALSE(pace.alone());
}

TEST(Pace, tries_the_slower_one_less_and_less) {
  Pace pace;
  pace.add(work, 1, true);
  pace.add(work, 2, false);
  EXPECT_NEAR(rounds_alone(pace, 1 / work, 2 / work, 120), 120 - 4, 1);  // after 8, 16, 32 and 64
}

TEST(Pace, tries_nothing_where_all_are_clearly_faster) {
  Pace pace;
  pace.add(work, 2, true);
  EXPECT_EQ(rounds_alone(pace, 2 / work, 1 / work, 1000), 0);
}

TEST(Pace, tries_one_thread_where_it_is_not_clear) {
  Pace pace;
  pace.add(work, 1.1, true);
  const int alone = rounds_alone(pace, 1.1 / work, 1 / work, 200);
  EXPECT_GE(alone, 4);
  EXPECT_LE(alone, 8);
}

// A round that was wanted together and that one thread walked, since it was small.
TEST(Pace, loses_no_try) {
  Pace pace;
  pace.add(work, 1, true);
  pace.add(work, 2, false);
  while (pace.alone()) pace.add(work, 1, true);
  pace.add(work, 1, true);
  EXPECT_FALSE(pace.alone());
  pace.add(work, 2, false);
  EXPECT_TRUE(pace.alone());
}

TEST(Pace, changes_at_once_after_many_rounds) {
  Pace pace;
  pace.add(work, 2, true);
  EXPECT_EQ(rounds_alone(pace, 2 / work, 1 / work, 1000), 0);
  EXPECT_EQ(rounds_alone(pace, 2 / work, 9 / work, 8), 7);
}

// A host that moves its guests' processors.
TEST(Pace, follows_a_machine_that_changes) {
  Pace pace;
  pace.add(work, 1, true);
  EXPECT_GE(rounds_alone(pace, 1 / work, 3 / work, 100), 90);
  EXPECT_LE(rounds_alone(pace, 1 / work, 0.55 / work, 200), 70);  // found out by the next try or two
  EXPECT_GE(rounds_alone(pace, 1 / work, 3 / work, 100), 95);     // at once
}

}  // namespace
}  // namespace Atoll::kernels
