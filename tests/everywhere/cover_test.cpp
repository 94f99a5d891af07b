// SPDX-License-Identifier: Apache-2.0
// What the matrix stands on: a cover brings every value of every factor together with every value of every other one.
#include "tests/everywhere/cover.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <tuple>

namespace Atoll::testing {
namespace {

using Pairs = std::set<std::tuple<std::size_t, int, std::size_t, int>>;

Pairs pairs_in(const std::vector<Choice>& rows) {
  Pairs pairs;
  for (const Choice& row : rows) {
    for (std::size_t a = 0; a < row.size(); ++a) {
      for (std::size_t b = a + 1; b < row.size(); ++b) pairs.emplace(a, row[a], b, row[b]);
    }
  }
  return pairs;
}

const std::vector<std::vector<int>> matrices = {{1, 1},    {2, 2},     {2, 2, 2},
                                                {7, 1, 3}, {50, 6, 7}, {50, 6, 2, 5, 12, 4, 3, 3}};

TEST(Cover, has_every_pair_of_values_of_any_two_factors) {
  for (const std::vector<int>& levels : matrices) {
    std::size_t all = 0;
    for (std::size_t a = 0; a < levels.size(); ++a) {
      for (std::size_t b = a + 1; b < levels.size(); ++b) all += static_cast<std::size_t>(levels[a] * levels[b]);
    }
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
      const auto rows = pairwise_cover(levels, seed);
      EXPECT_EQ(pairs_in(rows).size(), all);
      for (const Choice& row : rows) {
        ASSERT_EQ(row.size(), levels.size());
        for (std::size_t f = 0; f < row.size(); ++f) ASSERT_TRUE(row[f] >= 0 && row[f] < levels[f]);
      }
    }
  }
}

TEST(Cover, is_far_smaller_than_the_product) {
  EXPECT_LT(pairwise_cover({50, 6, 2, 5, 12, 4, 3, 3}, 1).size(), 2u * 50 * 12);
}

TEST(Cover, stands_beside_the_whole_product) {
  const auto rows = full_product({3, 1, 4});
  EXPECT_EQ(rows.size(), 12u);
  EXPECT_EQ(std::set<Choice>(rows.begin(), rows.end()).size(), 12u);
}

// Rows settled after the cover is drawn would lose pairs: those of what they were before.
TEST(Cover, has_every_pair_that_can_be) {
  const std::vector<int> levels = {25, 2, 13, 5, 3};
  const Settle settle = [](Choice& row) {
    if (row[2] >= 9) row[3] = 0;
    if (row[2] == 12) row[1] = 1;
  };
  const Pairs possible = pairs_in(full_product(levels, settle));
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const auto rows = pairwise_cover(levels, seed, settle);
    EXPECT_EQ(pairs_in(rows), possible);
    EXPECT_EQ(std::set<Choice>(rows.begin(), rows.end()).size(), rows.size());

    auto settled_late = pairwise_cover(levels, seed);
    for (Choice& row : settled_late) settle(row);
    EXPECT_LT(pairs_in(settled_late).size(), possible.size());
  }
}

TEST(Cover, the_product_too_leaves_out_what_cannot_be) {
  const auto rows = full_product({2, 3, 2}, [](Choice& row) {
    if (row[0] == 1) row[1] = 2;
  });
  EXPECT_EQ(rows.size(), 6u + 2u);
  EXPECT_EQ(std::set<Choice>(rows.begin(), rows.end()).size(), rows.size());
}

TEST(Cover, a_drawn_product_has_every_row_of_the_other_factors_and_every_pair_with_the_first) {
  const std::vector<int> levels = {25, 5, 13, 3, 9};
  const Settle settle = [](Choice& row) {
    if (row[2] >= 9) row[1] = 0;
  };
  const auto rows = drawn_product(levels, 4, 1, settle);
  EXPECT_TRUE(std::ranges::is_sorted(rows));
  EXPECT_EQ(std::set<Choice>(rows.begin(), rows.end()).size(), rows.size());
  std::map<Choice, int> met;
  for (const Choice& row : rows) ++met[Choice(row.begin() + 1, row.end())];
  EXPECT_EQ(met.size(), (9u * 5 + 4u) * 3 * 9);
  for (const auto& [others, times] : met) EXPECT_EQ(times, 4);
  EXPECT_EQ(pairs_in(rows), pairs_in(full_product(levels, settle)));
}

TEST(Cover, stretches_of_a_product_are_the_product) {
  const auto rows = full_product({5, 3, 7});
  std::vector<Choice> together;
  for (const char* wish : {"1/4", "2/4", "3/4", "4/4"}) {
    const auto stretch = wanted_stretch(rows, wish);
    EXPECT_NEAR(static_cast<double>(stretch.size()), static_cast<double>(rows.size()) / 4, 1);
    together.insert(together.end(), stretch.begin(), stretch.end());
  }
  EXPECT_EQ(together, rows);
  EXPECT_EQ(wanted_stretch(rows, "full"), rows);
  for (const char* wish : {"", "all", "0/4", "5/4", "1/0", "2"}) {
    EXPECT_THROW(wanted_stretch(rows, wish), std::invalid_argument) << wish;
  }
}

}  // namespace
}  // namespace Atoll::testing
