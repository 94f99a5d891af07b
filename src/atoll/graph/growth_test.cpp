// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/growth.hpp"

#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll {
namespace {

// `ends(v)` is the row of v.
Growth growth(std::uint32_t vertices, const std::function<std::vector<std::uint32_t>(std::uint32_t)>& ends) {
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> arcs;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (const std::uint32_t end : ends(v)) arcs.push_back(end);
    offsets.push_back(arcs.size());
  }
  return growth_of_levels(std::span<const std::uint64_t>(offsets), std::span<const std::uint32_t>(arcs));
}

constexpr std::uint32_t size = 1u << 15;  // of a torus, whatever its dimensions; ids wrap around

TEST(Growth, is_slow_in_one_two_and_three_dimensions) {
  const auto torus = [](const std::vector<std::uint32_t>& steps) {
    return growth(size, [&](std::uint32_t v) {
      std::vector<std::uint32_t> ends;
      for (const std::uint32_t step : steps) {
        ends.push_back((v + step) % size);
        ends.push_back((v + size - step) % size);
      }
      return ends;
    });
  };
  EXPECT_EQ(torus({1}), Growth::slow);
  EXPECT_EQ(torus({1, 181}), Growth::slow);
  EXPECT_EQ(torus({1, 180, 181, 182}), Growth::slow);
  EXPECT_EQ(torus({1, 32, 1024}), Growth::slow);
}

TEST(Growth, is_fast_in_fifteen_dimensions_and_around_a_hub) {
  const Growth in_fifteen = growth(size, [](std::uint32_t v) {
    std::vector<std::uint32_t> ends;
    for (std::uint32_t bit = 1; bit < size; bit *= 2) ends.push_back(v ^ bit);
    return ends;
  });
  const Growth around_a_hub = growth(size, [](std::uint32_t v) {
    std::vector<std::uint32_t> ends;
    if (v != 0) return std::vector<std::uint32_t>{0};
    for (std::uint32_t w = 1; w < size; ++w) ends.push_back(w);
    return ends;
  });
  EXPECT_EQ(in_fifteen, Growth::fast);
  EXPECT_EQ(around_a_hub, Growth::fast);
}

// A cycle, and pairs of vertices anywhere: three arcs each, of which two lead on.
TEST(Growth, is_fast_where_levels_double) {
  std::vector<std::uint32_t> mates(size);
  std::iota(mates.begin(), mates.end(), 0u);
  const Random random(1);
  for (std::uint32_t i = size - 1; i > 0; --i) std::swap(mates[i], mates[random.below(i, i + 1)]);
  std::vector<std::uint32_t> mate_of(size);
  for (std::uint32_t i = 0; i < size; ++i) mate_of[mates[i]] = mates[i ^ 1];
  EXPECT_EQ(growth(size,
                   [&](std::uint32_t v) {
                     return std::vector<std::uint32_t>{(v + 1) % size, (v + size - 1) % size, mate_of[v]};
                   }),
            Growth::fast);
}

TEST(Growth, is_not_looked_for_where_there_is_little) {
  const auto path = [](std::uint32_t vertices) {
    return growth(vertices, [&](std::uint32_t v) {
      return std::vector<std::uint32_t>{(v + 1) % vertices, (v + vertices - 1) % vertices};
    });
  };
  const Growth of_loners = growth(size, [](std::uint32_t) { return std::vector<std::uint32_t>{}; });
  const Growth of_pairs = growth(size, [](std::uint32_t v) { return std::vector<std::uint32_t>{v ^ 1}; });
  EXPECT_EQ(path(size), Growth::slow);
  EXPECT_EQ(path(1000), Growth::unknown);
  EXPECT_EQ(of_loners, Growth::unknown);
  EXPECT_EQ(of_pairs, Growth::unknown);
}

}  // namespace
}  // namespace Atoll
