// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/degree_order.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll {
namespace {

// Most rows are short; some are longer than the counted ones and sorted by comparison.
std::vector<std::uint64_t> skewed_offsets(std::uint64_t vertices) {
  const Random random(11);
  std::vector<std::uint64_t> offsets = {0};
  for (std::uint64_t v = 0; v < vertices; ++v) {
    const std::uint64_t degree = v % 100 == 0 ? 4000 + random.below(2 * v, 400) : random.below(2 * v + 1, 6);
    offsets.push_back(offsets.back() + degree);
  }
  return offsets;
}

TEST(DegreeOrder, FallsAndKeepsEqualOnesInOrder) {
  const std::vector<std::uint64_t> offsets = skewed_offsets(50'000);
  const auto degree = [&](std::uint64_t v) { return offsets[v + 1] - offsets[v]; };
  for (const int threads : {1, 3}) {
    Crew crew(synthetic_machine("2x2"), {.threads = threads, .pin = false});
    const IdArray order = degree_order(offsets, threads == 1, crew);
    for (std::uint64_t i = 1; i < order.size(); ++i) {
      ASSERT_LT(std::pair(~degree(order[i - 1]), order[i - 1]), std::pair(~degree(order[i]), order[i]));
    }
  }
}

TEST(DegreeOrder, OfNothingIsEmpty) {
  Crew crew(synthetic_machine("1"), {.threads = 1, .pin = false});
  const std::vector<std::uint64_t> offsets = {0};
  EXPECT_EQ(degree_order(offsets, false, crew).size(), 0u);
}

}  // namespace
}  // namespace Atoll
