// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/statistics.hpp"

#include <gtest/gtest.h>
#include <memory>

namespace Atoll {
namespace {

const std::size_t listed_max = RunStatistics::listed_max(1);

SuperstepStatistics step_of(std::uint64_t number, Direction direction) {
  SuperstepStatistics step;
  step.number = number;
  step.direction = direction;
  step.active_arcs = 5;
  PartStatistics& part = step.parts.emplace_back();
  part.arcs_scanned = 2;
  part.remote_updates = 1;
  return step;
}

TEST(RunStatistics, SumUpWhatTheyDoNotList) {
  RunStatistics statistics;
  const std::uint64_t all = listed_max + 10;
  for (std::uint64_t i = 1; i <= all; ++i) statistics.add(step_of(i, i == 1 ? Direction::pull : Direction::push));
  EXPECT_EQ(statistics.supersteps.size(), listed_max);
  EXPECT_EQ(statistics.supersteps.back().number, listed_max);
  EXPECT_EQ(statistics.count(), all);
  EXPECT_EQ(statistics.arcs_scanned, 2 * all);
  EXPECT_EQ(statistics.arcs_traversed, 5 + 2 * (all - 1));
  EXPECT_EQ(statistics.remote_updates, all);
  EXPECT_FALSE(statistics.accesses);
}

TEST(RunStatistics, ListFewerSuperstepsOfManyParts) {
  constexpr std::size_t parts = 4096;
  RunStatistics statistics;
  for (std::uint64_t i = 1; i <= 100; ++i) {
    SuperstepStatistics step = step_of(i, Direction::push);
    step.parts.resize(parts);
    statistics.add(std::move(step));
  }
  EXPECT_EQ(statistics.supersteps.size(), RunStatistics::listed_max(parts));
  EXPECT_LT(statistics.supersteps.size() * parts, 100'000u);
  EXPECT_GE(statistics.supersteps.size(), 16u);
  EXPECT_EQ(statistics.count(), 100u);
}

TEST(RunStatistics, GoOnWithThoseOfASecondProgram) {
  RunStatistics first;
  RunStatistics second;
  first.add(step_of(1, Direction::push));
  for (std::uint64_t i = 1; i <= listed_max; ++i) second.add(step_of(i, Direction::push));
  second.supersteps[0].parts[0].accesses = std::make_shared<AccessCounts>();
  second.accesses.emplace();
  second.seconds = 2;
  first.append(second);
  EXPECT_EQ(first.supersteps.size(), listed_max);
  EXPECT_EQ(first.supersteps[1].number, 1u);
  EXPECT_EQ(first.left_out, 1u);
  EXPECT_EQ(first.arcs_scanned, 2 * (listed_max + 1));
  EXPECT_EQ(first.seconds, 2);
  EXPECT_TRUE(first.accesses);
}

}  // namespace
}  // namespace Atoll
