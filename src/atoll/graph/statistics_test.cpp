// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/statistics.hpp"

#include <gtest/gtest.h>

#include "atoll/graph/testing.hpp"

namespace Atoll {
namespace {

Statistics of(const std::string& text) {
  Crew crew(synthetic_machine("2"), {.threads = 2, .pin = false});
  return statistics(testing::drawn(text), crew, Watch{});
}

TEST(Statistics, CountDegreesByPowersOfTwo) {
  const Statistics all = of("0-1 0-2 0-3 0-4 5");
  EXPECT_EQ(all.out.max, 4u);
  EXPECT_DOUBLE_EQ(all.out.mean, 8. / 6);
  EXPECT_EQ(all.out.histogram, (std::vector<std::uint64_t>{1, 4, 0, 1}));
  EXPECT_EQ(all.in.histogram, all.out.histogram);
  EXPECT_EQ(all.isolated, 1u);
}

TEST(Statistics, TellBothEndsOfDirectedArcsApart) {
  const Statistics all = of("0>1 0>2 0>3 4");
  EXPECT_EQ(all.out.histogram, (std::vector<std::uint64_t>{4, 0, 1}));
  EXPECT_EQ(all.in.histogram, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(all.isolated, 1u);
}

TEST(Statistics, CountSelfLoopsAndParallelArcs) {
  const Statistics all = of("0>0 0>0 0>1 0>1 0>1 1>0");
  EXPECT_EQ(all.self_loops, 2u);
  EXPECT_EQ(all.parallel, 3u);
}

TEST(Statistics, TellWhetherEveryArcHasItsReverse) {
  EXPECT_TRUE(of("0>1 1>0 2>2").symmetric);
  EXPECT_FALSE(of("0>1 1>0 1>2").symmetric);
  EXPECT_FALSE(of("0>1 1>0 0>1").symmetric);
  EXPECT_TRUE(of("0-1 1-2").symmetric);
  EXPECT_TRUE(of("0>1 2>1 2>2 2>0").one_way);
  EXPECT_FALSE(of("0>1 1>2 2>1").one_way);
  EXPECT_FALSE(of("0>0").one_way) << "it is symmetric";
  EXPECT_FALSE(of("0-1 1-2").one_way);
}

TEST(Statistics, TellTheRangeOfWeights) {
  EXPECT_EQ(of("0>1:5 1>2:-3 2>0:4").weight_min, -3);
  EXPECT_EQ(of("0>1:5 1>2:-3 2>0:4").weight_max, 5);
  EXPECT_EQ(of("0>1:0.5 1>2:2.0").weight_min, 0.5);
}

TEST(Statistics, CountAnEdgeOnceAndASelfLoopToo) {
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false});
  EXPECT_EQ(count_edges(testing::drawn("0-1 0-1 1-1 2-0"), crew), 4u);
  EXPECT_EQ(count_edges(testing::drawn("0>1 1>0 1>1"), crew), 3u);
  EXPECT_EQ(count_edges(testing::drawn(""), crew), 0u);
}

TEST(Statistics, SeeThatBothDirectionsOfEveryEdgeWereListed) {
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false});
  EXPECT_TRUE(is_doubled(testing::drawn("0-1 1-0 1-2 2-1 2-2"), crew));
  EXPECT_FALSE(is_doubled(testing::drawn("0-1 1-0 1-2"), crew));
  EXPECT_FALSE(is_doubled(testing::drawn("3"), crew));
}

TEST(Statistics, TakeNoVerticesAndNoArcs) {
  EXPECT_EQ(of("").out.max, 0u);
  EXPECT_EQ(of("2").isolated, 3u);
}

}  // namespace
}  // namespace Atoll
