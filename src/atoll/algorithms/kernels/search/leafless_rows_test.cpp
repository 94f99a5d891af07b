// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/leafless_rows.hpp"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace Atoll::kernels {
namespace {

struct ShortAndLongRows {
  explicit ShortAndLongRows(const std::vector<std::vector<std::uint32_t>>& rows) {
    for (const auto& row : rows) {
      ends.insert(ends.end(), row.begin(), row.end());
      offsets.push_back(ends.size());
    }
    graph.vertices = static_cast<std::uint32_t>(rows.size());
    graph.arcs = ends.size();
    graph.out = graph.in = {.offsets = offsets.data(), .ends = ends.data()};
    graph.directed = false;
  }
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> ends;
  OnePart graph;
};

// "ends of 0|ends of 1|...", then the leaves and their neighbours.
std::string records_of(const ShortAndLongRows& drawn) {
  Crew crew(synthetic_machine("1x2"), {.threads = 2, .pin = false});
  const LeaflessRows rows(drawn.graph, crew);
  std::string text;
  for (std::uint32_t v = 0; v < drawn.graph.vertices; ++v) {
    for (const std::uint32_t end : rows[v].ends) text += std::to_string(end);
    text += "|";
  }
  for (const auto& [leaf, neighbour] : rows.leaves())
    text += " " + std::to_string(leaf) + "-" + std::to_string(neighbour);
  return text;
}

TEST(LeaflessRows, leaves_are_left_out_and_kept_apart) {
  EXPECT_EQ(records_of(ShortAndLongRows({{1}, {0, 2, 3}, {1, 3}, {1, 2}})), "1000|2311|1322|1233| 0-1");
}

TEST(LeaflessRows, two_that_know_only_each_other_are_no_leaves) {
  EXPECT_EQ(records_of(ShortAndLongRows({{1}, {0}, {}})), "1000|0111|2222|");
}

TEST(LeaflessRows, a_loop_is_no_end_but_makes_no_leaf) {
  EXPECT_EQ(records_of(ShortAndLongRows({{0}, {1, 2}, {1, 3}, {2}})), "0000|2111|1222|2333| 3-2");
}

TEST(LeaflessRows, parallel_ends_are_one) {
  EXPECT_EQ(records_of(ShortAndLongRows({{1, 1, 2, 2, 2}, {0, 0, 2}, {0, 0, 0, 1}})), "1200|0211|0122|");
}

// Two ends that steps just lead to, or just not, in one direction, or hardly.
TEST(LeaflessRows, ends_may_be_far) {
  constexpr std::uint32_t step = 1u << 15, vertices = 4 * step;
  std::vector<std::vector<std::uint32_t>> rows(vertices);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const std::uint32_t by = v % 3 == 0 ? step - 1 : v % 3 == 1 ? step : 1;
    rows[v] = {(v + by) % vertices, (v + vertices - by) % vertices};
    std::ranges::sort(rows[v]);
  }
  const ShortAndLongRows drawn(rows);
  Crew crew(synthetic_machine("1x2"), {.threads = 2, .pin = false});
  const LeaflessRows kept(drawn.graph, crew);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    ASSERT_EQ(kept[v].ends[0], rows[v][0]) << v;
    ASSERT_EQ(kept[v].ends[1], rows[v][1]) << v;
    ASSERT_EQ(kept[v].size(v), 2u) << v;
  }
}

// Rings, a sixth of whose steps are long, or all; then with a leaf beside each vertex.
TEST(LeaflessRows, suit_where_ends_are_near_or_leaves) {
  constexpr std::uint32_t step = 1u << 15, vertices = 4 * step;
  const auto ring = [](std::uint32_t long_ones, bool leaves) {
    std::vector<std::vector<std::uint32_t>> rows(leaves ? 2 * vertices : vertices);
    const auto join = [&](std::uint32_t v, std::uint32_t w) {
      rows[v].push_back(w);
      rows[w].push_back(v);
    };
    for (std::uint32_t v = 0; v < vertices; ++v) join(v, (v + (v % 12 < long_ones ? step : 1)) % vertices);
    for (std::uint32_t v = 0; leaves && v < vertices; ++v) join(v, vertices + v);
    for (auto& row : rows) std::ranges::sort(row);
    return ShortAndLongRows(rows);
  };
  EXPECT_TRUE(LeaflessRows::suit(ring(2, false).graph));
  EXPECT_FALSE(LeaflessRows::suit(ring(12, false).graph));
  EXPECT_TRUE(LeaflessRows::suit(ring(12, true).graph));
  EXPECT_FALSE(LeaflessRows::suit(ShortAndLongRows({}).graph));
}

TEST(LeaflessRows, a_row_that_is_too_long_has_no_record) {
  const ShortAndLongRows five({{1, 2, 3, 4, 5}, {0, 2}, {0, 1}, {0, 4}, {0, 3}, {0, 6}, {5, 7}, {6}});
  EXPECT_EQ(records_of(five), "0000|0211|0122|0433|0344|0655|5666|6777| 7-6");
  const ShortAndLongRows star({{1, 2, 3, 4, 5}, {0}, {0}, {0}, {0}, {0}});
  EXPECT_EQ(records_of(star), "0000|0111|0222|0333|0444|0555| 1-0 2-0 3-0 4-0 5-0");
}

}  // namespace
}  // namespace Atoll::kernels
