// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/shrinking_rows.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace Atoll::kernels {
namespace {

using WeightsOfRow = std::vector<std::uint32_t>;

WeightsOfRow weights_of(const ShrinkingRows::Row& row) {
  WeightsOfRow weights;
  for (std::uint32_t i = 0; i < row.size(); ++i) weights.push_back(row.weight(i));
  return weights;
}

// Weights are as wide as the largest of a block is, at first, and when they grow and shrink again.
TEST(ShrinkingRows, keep_weights_of_any_size) {
  for (const std::uint32_t heaviest : {1u, 0xffu, 0x100u, 0xffffu, 0x10000u, 0x7fffffffu}) {
    SCOPED_TRACE(heaviest);
    // 0 and 1 with 2 between them and, so that rows are made anew, a loop at 1
    const std::vector<std::uint64_t> offsets{0, 1, 3, 5};
    const std::vector<std::uint32_t> ends{2, 1, 2, 0, 1}, weights{heaviest, 7, 3, heaviest, 3};
    OnePart graph;
    graph.vertices = 3;
    graph.arcs = ends.size();
    graph.out = graph.in = {.offsets = offsets.data(), .ends = ends.data(), .weights = weights};
    Crew crew(synthetic_machine("1x2"), {.threads = 2, .pin = false});
    ShrinkingRows rows(graph, crew);
    EXPECT_EQ(rows.arcs(), 4u);
    EXPECT_EQ(weights_of(rows[0]), (WeightsOfRow{heaviest}));
    EXPECT_EQ(weights_of(rows[1]), (WeightsOfRow{3}));
    EXPECT_EQ(weights_of(rows[2]), (WeightsOfRow{heaviest, 3}));
    for (const std::uint32_t next : {0x7fffffffu, 0x100u, 0u, heaviest}) {
      rows.make([&](std::uint32_t v) { return rows.size(v); },
                [&](std::uint32_t v, const auto& emit) {
                  for (const std::uint32_t end : rows[v].ends) emit(end, next);
                });
      EXPECT_EQ(weights_of(rows[0]), (WeightsOfRow{next}));
      EXPECT_EQ(weights_of(rows[2]), (WeightsOfRow{next, next}));
      EXPECT_EQ(rows[2].ends[1], 1u);
    }
  }
}

}  // namespace
}  // namespace Atoll::kernels
