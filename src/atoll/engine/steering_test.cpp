// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/steering.hpp"

#include <gtest/gtest.h>

namespace Atoll {
namespace {

constexpr std::uint64_t vertices = 1000;
const Steering by_arcs{.rule = SteeringRule::by_arcs, .alpha = 10, .beta = 20};
const Steering by_vertices{.rule = SteeringRule::by_vertices, .alpha = 10, .beta = 20};

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

TEST(Steering, TakesTheCheapestOfTheForecastsInTheDirectionOfTheRule) {
  Steering steering{.rule = SteeringRule::push};
  steering.advise = [](const SteeringView&, std::span<const Direction> directions) {
    std::vector<Forecast> all;
    for (const Direction direction : directions) {
      const double far = direction == Direction::push ? 10 : 0;
      for (const double seconds : {3.0, 2.0, 2.0}) all.push_back({direction, all.size() % 3, seconds + far});
    }
    return all;
  };
  const Choice pushed_by_rule = choose(steering, pushed({1, 10}, {60, 100}));
  EXPECT_EQ(pushed_by_rule.direction, Direction::push);
  EXPECT_EQ(pushed_by_rule.exchange, 1u);  // the first of those that cost the same
  EXPECT_EQ(pushed_by_rule.forecasts.size(), 3u);
  steering.rule = SteeringRule::by_cost;
  const Choice free = choose(steering, pushed({1, 10}, {60, 100}));
  EXPECT_EQ(free.direction, Direction::pull);
  EXPECT_EQ(free.exchange, 1u);
  EXPECT_EQ(free.forecasts.size(), 6u);
}

TEST(Steering, TakesTheFirstExchangeWithoutAdvice) {
  const Choice choice = choose(by_arcs, pushed({1, 10}, {60, 101}, 1000));
  EXPECT_EQ(choice.direction, Direction::pull);
  EXPECT_EQ(choice.exchange, 0u);
  EXPECT_TRUE(choice.forecasts.empty());
}

}  // namespace
}  // namespace Atoll
