// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/near_order.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "atoll/graph/generate/generate.hpp"
#include "atoll/graph/testing.hpp"

namespace Atoll {
namespace {

using testing::drawn;

Crew crew_of(int threads) { return Crew(synthetic_machine("8"), {.threads = threads, .pin = false}); }

std::string order_of(const std::string& text, const testing::Drawing& drawing = {}) {
  Crew crew = crew_of(2);
  const Graph graph = drawn(text, drawing);
  const IdArray order = near_order(graph, crew);
  std::string result;
  for (std::uint64_t i = 0; i < order.size(); ++i) result += (i == 0 ? "" : " ") + std::to_string(order[i]);
  return result;
}

TEST(NearOrder, BeginsAtTheRim) {
  EXPECT_EQ(order_of("2-0 0-4 4-1 1-3"), "3 1 4 0 2");
  EXPECT_EQ(order_of("2-0 0-4 4-1 1-3", {.wide = true}), "3 1 4 0 2");
}

TEST(NearOrder, ListsALevelByWhoLeadsThere) {
  // 5 is the last that a search from 0 finds; from there 4, then the ends of 4, and of these 2 comes first.
  EXPECT_EQ(order_of("0-1 0-2 1-3 2-4 3-4 4-5"), "5 4 2 3 0 1");
}

TEST(NearOrder, GoesFromComponentToComponentAndEndsWithThoseAlone) {
  EXPECT_EQ(order_of("1-4 2-5 5-3 0", {.vertices = 7}), "4 1 3 5 2 0 6");
  EXPECT_EQ(order_of("0 1"), "0 1");
  EXPECT_EQ(order_of(""), "");
}

TEST(NearOrder, PassesLoopsAndParallelArcs) { EXPECT_EQ(order_of("0-0 0-1 0-1 1-2 2-2 1-2"), "2 1 0"); }

// Levels of thousands, and many components beside the largest.
TEST(NearOrder, IsTheSameForAnyNumberOfThreads) {
  Crew one = crew_of(1);
  const Graph graph = draw(generate::Uniform{.scale = 15, .degree = 1.5}, {.seed = 3}, one, Watch());
  const IdArray expected = near_order(graph, one);
  std::vector<bool> met(graph.vertices);
  for (std::uint64_t i = 0; i < graph.vertices; ++i) met[expected[i]] = true;
  EXPECT_EQ(std::ranges::count(met, true), graph.vertices);
  for (const int threads : {2, 3, 8}) {
    Crew crew = crew_of(threads);
    const IdArray order = near_order(graph, crew);
    for (std::uint64_t i = 0; i < graph.vertices; ++i) ASSERT_EQ(order[i], expected[i]) << threads << " threads";
  }
}

TEST(MeanGap, IsOfTheNumbersGiven) {
  const Graph graph = drawn("0-1 1-2 2-3");
  EXPECT_EQ(mean_gap(graph, IdArray::counting(0, 4)), 1);
  IdArray place(4, false);
  for (std::uint64_t v = 0; v < 4; ++v) place.set(v, 3 * v);
  EXPECT_EQ(mean_gap(graph, place), 3);
  EXPECT_EQ(mean_gap(drawn("0 1"), IdArray::counting(0, 2)), 0);
}

}  // namespace
}  // namespace Atoll
