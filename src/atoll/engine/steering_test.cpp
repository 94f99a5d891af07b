// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/steering.hpp"

#include <algorithm>
#include <array>
#include <gtest/gtest.h>
#include <string>
#include <utility>

namespace Atoll {
namespace {

constexpr std::uint64_t vertices = 1000;
const Steering by_arcs{.rule = SteeringRule::by_arcs, .alpha = 10, .beta = 20};
const Steering by_vertices{.rule = SteeringRule::by_vertices, .alpha = 10, .beta = 20};

SteeringView pushed(Frontier before, Frontier now, std::uint64_t unexplored_arcs = 0) {
  return {Direction::push, before, now, vertices, unexplored_arcs};
}

SteeringView pulled(Frontier before, Frontier now) { return {Direction::pull, before, now, vertices, 0}; }

Direction way(const Steering& steering, const SteeringView& view) { return steer(steering, view).direction; }

// A direction, why, and what was compared: "pull many-arcs 101 of 1000 / 10".
std::string told(const Steering& steering, const SteeringView& view) {
  const Steered steered = steer(steering, view);
  const auto words = std::to_array<std::pair<Why, const char*>>({{Why::asked, "asked"},
                                                                 {Why::usual, "usual"},
                                                                 {Why::grows, "grows"},
                                                                 {Why::grows_no_more, "grows no more"},
                                                                 {Why::many_arcs, "many arcs"},
                                                                 {Why::few_arcs, "few arcs"},
                                                                 {Why::few_to_sweep, "few to sweep"},
                                                                 {Why::many_vertices, "many vertices"},
                                                                 {Why::few_vertices, "few vertices"}});
  const auto word = std::ranges::find(words, steered.reason.why, &std::pair<Why, const char*>::first);
  std::string text = steered.direction == Direction::push ? "push: " : "pull: ";
  text += word == words.end() ? "?" : word->second;
  if (!steered.reason.compared) return text;
  const auto [frontier, whole, divisor] = *steered.reason.compared;
  return text + ", " + std::to_string(frontier) + " of " + std::to_string(whole) + " / " +
         std::to_string(static_cast<int>(divisor));
}

TEST(Steering, KeepsTheDirectionThatWasAskedFor) {
  for (const Direction last : {Direction::push, Direction::pull}) {
    for (const std::uint64_t now : {std::uint64_t{0}, std::uint64_t{1}, vertices}) {
      const SteeringView view{last, {10, 10}, {now, now}, vertices, 5};
      EXPECT_EQ(steer({.rule = SteeringRule::push}, view).direction, Direction::push);
      EXPECT_EQ(steer({.rule = SteeringRule::pull}, view).direction, Direction::pull);
    }
  }
}

TEST(Steering, ByArcsPullsWhenTheFrontierHasMoreThanAShareOfTheUnexploredArcs) {
  EXPECT_EQ(way(by_arcs, pushed({1, 10}, {60, 100}, 1000)), Direction::push);  // just the share
  EXPECT_EQ(way(by_arcs, pushed({1, 10}, {60, 101}, 1000)), Direction::pull);
}

TEST(Steering, ByArcsDoesNotPullAShrinkingFrontier) {
  EXPECT_EQ(way(by_arcs, pushed({70, 10}, {60, 900}, 1000)), Direction::push);
  EXPECT_EQ(way(by_arcs, pushed({60, 10}, {60, 900}, 1000)), Direction::push);
}

TEST(Steering, ByArcsPullsForAFewHubs) { EXPECT_EQ(way(by_arcs, pushed({1, 10}, {2, 900}, 1000)), Direction::pull); }

TEST(Steering, ByArcsDoesNotSweepAllVerticesForAFewArcs) {
  EXPECT_EQ(way(by_arcs, pushed({1, 10}, {14, 15}, 10)), Direction::push);
  EXPECT_EQ(way(by_arcs, pushed({1, 10}, {14, 16}, 10)), Direction::pull);
}

TEST(Steering, ByVerticesPullsWhenTheFrontierGrowsBeyondAShareOfTheVertices) {
  EXPECT_EQ(way(by_vertices, pushed({1, 0}, {100, 0})), Direction::push);  // just the share
  EXPECT_EQ(way(by_vertices, pushed({1, 0}, {101, 0})), Direction::pull);
  EXPECT_EQ(way(by_vertices, pushed({300, 0}, {200, 0})), Direction::push);
}

TEST(Steering, BothPushAgainWhenTheFrontierShrinksBelowAShareOfTheVertices) {
  for (const Steering& steering : {by_arcs, by_vertices}) {
    EXPECT_EQ(way(steering, pulled({100, 0}, {50, 0})), Direction::pull);  // just the share
    EXPECT_EQ(way(steering, pulled({100, 0}, {49, 0})), Direction::push);
    EXPECT_EQ(way(steering, pulled({40, 0}, {49, 0})), Direction::pull);  // it grows
  }
}

TEST(Steering, CountsBeyond32BitsAreCompared) {
  const std::uint64_t many = std::uint64_t{1} << 50;
  SteeringView view{Direction::push, {1, 1}, {many / 2, many / 20}, many, many};
  EXPECT_EQ(way(by_arcs, view), Direction::push);
  view.now.arcs = many / 5;
  EXPECT_EQ(way(by_arcs, view), Direction::pull);
}

TEST(Steering, SaysWhatItComparedBeforeAPull) {
  EXPECT_EQ(told(by_arcs, pushed({1, 10}, {60, 101}, 1000)), "pull: many arcs, 101 of 1000 / 10");
  EXPECT_EQ(told(by_arcs, pushed({1, 10}, {60, 100}, 1000)), "push: few arcs, 100 of 1000 / 10");
  EXPECT_EQ(told(by_arcs, pushed({1, 10}, {14, 15}, 10)), "push: few to sweep, 15 of 1000 / 64");
  EXPECT_EQ(told(by_arcs, pushed({60, 10}, {60, 900}, 1000)), "push: grows no more, 60 of 60 / 1");
  EXPECT_EQ(told(by_vertices, pushed({1, 0}, {101, 0})), "pull: many vertices, 101 of 1000 / 10");
  EXPECT_EQ(told(by_vertices, pushed({1, 0}, {100, 0})), "push: few vertices, 100 of 1000 / 10");
  EXPECT_EQ(told(by_vertices, pushed({300, 0}, {200, 0})), "push: grows no more, 200 of 300 / 1");
}

TEST(Steering, SaysWhatItComparedAfterAPull) {
  for (const Steering& steering : {by_arcs, by_vertices}) {
    EXPECT_EQ(told(steering, pulled({100, 0}, {50, 0})), "pull: many vertices, 50 of 1000 / 20");
    EXPECT_EQ(told(steering, pulled({100, 0}, {49, 0})), "push: few vertices, 49 of 1000 / 20");
    EXPECT_EQ(told(steering, pulled({40, 0}, {49, 0})), "pull: grows, 49 of 40 / 1");
  }
}

TEST(Steering, TellsTheUsersDirectionFromTheProgramsOwn) {
  EXPECT_EQ(told({.rule = SteeringRule::pull}, pushed({1, 1}, {2, 2})), "pull: usual");
  EXPECT_EQ(told({.rule = SteeringRule::push, .direction_asked = true}, pushed({1, 1}, {2, 2})), "push: asked");
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
  EXPECT_EQ(pushed_by_rule.reason.direction.why, Why::usual);
  EXPECT_EQ(pushed_by_rule.reason.exchange, Why::cheapest);
  steering.rule = SteeringRule::by_cost;
  const Choice free = choose(steering, pushed({1, 10}, {60, 100}));
  EXPECT_EQ(free.direction, Direction::pull);
  EXPECT_EQ(free.exchange, 1u);
  EXPECT_EQ(free.forecasts.size(), 6u);
  EXPECT_EQ(free.reason.direction.why, Why::cheapest);
  EXPECT_EQ(free.reason.exchange, Why::cheapest);
}

TEST(Steering, OneExchangeIsNotTheCheapest) {
  Steering steering{.rule = SteeringRule::by_cost};
  steering.advise = [](const SteeringView&, std::span<const Direction>) {
    return std::vector<Forecast>{{Direction::push, 0, 2.0}, {Direction::pull, 0, 1.0}};
  };
  EXPECT_EQ(choose(steering, pushed({1, 10}, {60, 100})).reason.direction.why, Why::cheapest);
  EXPECT_EQ(choose(steering, pushed({1, 10}, {60, 100})).reason.exchange, Why::only);
  steering.exchange_asked = true;
  EXPECT_EQ(choose(steering, pushed({1, 10}, {60, 100})).reason.exchange, Why::asked);
}

TEST(Steering, TakesTheFirstExchangeWithoutAdvice) {
  const Choice choice = choose(by_arcs, pushed({1, 10}, {60, 101}, 1000));
  EXPECT_EQ(choice.direction, Direction::pull);
  EXPECT_EQ(choice.exchange, 0u);
  EXPECT_TRUE(choice.forecasts.empty());
  EXPECT_EQ(choice.reason.direction.why, Why::many_arcs);
  EXPECT_EQ(choice.reason.exchange, Why::only);
}

}  // namespace
}  // namespace Atoll
