// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/paths_plan.hpp"

#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

#include "atoll/algorithms/kernels/paths/lengths.hpp"
#include "atoll/algorithms/kernels/testing.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint32_t weight = 100;  // of every edge

PathsPlan planned(std::uint32_t vertices, const EdgeList& edges, bool directed) {
  const UndirectedRows rows(vertices, edges);
  const std::vector<std::uint32_t> weights(rows.ends.size(), weight);
  OnePart graph = rows.graph();
  graph.directed = directed;
  graph.out.weights = ArcWeights(weights);
  return plan_for<NarrowLengths>(graph, graph.out, true);
}

EdgeList cycle(std::uint32_t vertices) {
  EdgeList edges;
  for (std::uint32_t v = 0; v < vertices; ++v) edges.emplace_back(v, (v + 1) % vertices);
  return edges;
}

// A ladder leads on two ways from where an arc ends.
TEST(PathsPlan, FollowsTheChainsOfAnUndirectedGraph) {
  constexpr std::uint32_t vertices = 1u << 12;
  const PathsPlan chain = planned(vertices, cycle(vertices), false);
  EXPECT_TRUE(chain.follows);
  EXPECT_GE(chain.bucket_width, 20 * weight);
  EdgeList ladder = cycle(vertices);
  for (std::uint32_t v = 0; v < vertices; v += 2) ladder.emplace_back(v, (v + vertices / 2 + 1) % vertices);
  const PathsPlan rungs = planned(vertices, ladder, false);
  EXPECT_FALSE(rungs.follows);
  EXPECT_LE(rungs.bucket_width, 4 * weight);
  EXPECT_FALSE(planned(vertices, cycle(vertices), true).follows);  // two arcs out each, as far as anybody knows
}

}  // namespace
}  // namespace Atoll::kernels
