// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/leaps.hpp"

#include <gtest/gtest.h>

namespace Atoll::kernels {
namespace {

// Changes of rounds, each of which leads somewhere.
TEST(Leaps, AreDueUntilTheyLedAstrayAndThenAfterSteadyRounds) {
  const auto end = [](Leaps& leaps, double change) {
    leaps.end_round(change, true);
    return leaps.are_due();
  };
  Leaps leaps(Caution::once_astray);
  EXPECT_FALSE(leaps.are_due());
  EXPECT_TRUE(end(leaps, 1));
  EXPECT_TRUE(end(leaps, 0.1));
  EXPECT_EQ(leaps.change(), 0.1);
  EXPECT_FALSE(end(leaps, 0.2));    // astray
  EXPECT_FALSE(end(leaps, 0.1));    // half, after twice as much
  EXPECT_TRUE(end(leaps, 0.0501));  // half again
  leaps.end_round(0.02505, false);
  EXPECT_FALSE(leaps.are_due());  // nowhere to go
  EXPECT_TRUE(end(leaps, 0.012525));
  EXPECT_FALSE(end(leaps, 0.1));  // astray again
  EXPECT_FALSE(end(leaps, 0.05));
  EXPECT_TRUE(end(leaps, 0.025));
  EXPECT_FALSE(end(leaps, 0.1));  // for the third time
  for (int i = 0; i < 5; ++i) EXPECT_FALSE(end(leaps, 0.1 / (2 << i)));
}

TEST(Leaps, WaitForSteadyRoundsWithCaution) {
  Leaps leaps(Caution::always);
  leaps.end_round(1, true);
  EXPECT_FALSE(leaps.are_due());
  leaps.end_round(0.5, true);
  EXPECT_FALSE(leaps.are_due());
  leaps.end_round(0.251, true);
  EXPECT_TRUE(leaps.are_due());
}

}  // namespace
}  // namespace Atoll::kernels
