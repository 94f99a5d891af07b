// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/steering.hpp"

#include <gtest/gtest.h>

namespace Atoll {
namespace {

constexpr std::uint64_t vertices = 1000;
constexpr Steering by_arcs{.rule = SteeringRule::by_arcs, .alpha = 10, .beta = 20};
constexpr Steering by_vertices{.rule = SteeringRule::by_vertices, .alpha = 10, .beta = 20};

SteeringView pushed(Frontier before, Frontier now, std::uint64_t unexplored_arcs = 0) {
  return {Direction::push, before, now, vertices, unexplored_arcs};
}

SteeringView pulled(Frontier before, Frontier now) { return {Direction::pull, before, now, vertices, 0}; }

TEST(Steering, KeepsTheDirectionThatWasAskedFor) {
  for (const Direction last : {Direction::push, Direction::pull}) {
    for (const std::uint64_t now : {std::uint64_t{0}, std::uint64_t{1}, vertices}) {
      const SteeringView view{last, {10, 10}, {now, now}, vertices, 5};
      EXPECT_EQ(steer({.rule = SteeringRule::push}, view), Direction::push);
      EXPECT_EQ(steer({.rule = SteeringRule::pull}, view), Direction::pull);
    }
  }
}

TEST(Steering, ByArcsPullsWhenTheFrontierHasMoreThanAShareOfTheUnexploredArcs) {
  EXPECT_EQ(steer(by_arcs, pushed({1, 10}, {60, 100}, 1000)), Direction::push);  // just the share
  EXPECT_EQ(steer(by_arcs, pushed({1, 10}, {60, 101}, 1000)), Direction::pull);
}

TEST(Steering, ByArcsDoesNotPullAShrinkingFrontier) {
  EXPECT_EQ(steer(by_arcs, pushed({70, 10}, {60, 900}, 1000)), Direction::push);
  EXPECT_EQ(steer(by_arcs, pushed({60, 10}, {60, 900}, 1000)), Direction::push);
}

TEST(Steering, ByArcsPullsForAFewHubs) { EXPECT_EQ(steer(by_arcs, pushed({1, 10}, {2, 900}, 1000)), Direction::pull); }

TEST(Steering, ByArcsDoesNotSweepAllVerticesForAFewArcs) {
  EXPECT_EQ(steer(by_arcs, pushed({1, 10}, {14, 15}, 10)), Direction::push);
  EXPECT_EQ(steer(by_arcs, pushed({1, 10}, {14, 16}, 10)), Direction::pull);
}

TEST(Steering, ByVerticesPullsWhenTheFrontierGrowsBeyondAShareOfTheVertices) {
  EXPECT_EQ(steer(by_vertices, pushed({1, 0}, {100, 0})), Direction::push);  // just the share
  EXPECT_EQ(steer(by_vertices, pushed({1, 0}, {101, 0})), Direction::pull);
  EXPECT_EQ(steer(by_vertices, pushed({300, 0}, {200, 0})), Direction::push);
}

TEST(Steering, BothPushAgainWhenTheFrontierShrinksBelowAShareOfTheVertices) {
  for (const Steering& steering : {by_arcs, by_vertices}) {
    EXPECT_EQ(steer(steering, pulled({100, 0}, {50, 0})), Direction::pull);  // just the share
    EXPECT_EQ(steer(steering, pulled({100, 0}, {49, 0})), Direction::push);
    EXPECT_EQ(steer(steering, pulled({40, 0}, {49, 0})), Direction::pull);  // it grows
  }
}

TEST(Steering, CountsBeyond32BitsAreCompared) {
  const std::uint64_t many = std::uint64_t{1} << 50;
  SteeringView view{Direction::push, {1, 1}, {many / 2, many / 20}, many, many};
  EXPECT_EQ(steer(by_arcs, view), Direction::push);
  view.now.arcs = many / 5;
  EXPECT_EQ(steer(by_arcs, view), Direction::pull);
}

}  // namespace
}  // namespace Atoll
