// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <set>

#include "atoll/partition/layout.hpp"
#include "atoll/partition/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

void expect_naive_quality(const Graph& graph, const Partition& parts, const Quality& found) {
  const auto n = static_cast<std::size_t>(parts.parts());
  std::vector<std::uint64_t> vertices(n), arcs(n), remote(n);
  std::vector<std::vector<std::set<std::uint64_t>>> ghosts(n, std::vector<std::set<std::uint64_t>>(n));
  const auto owner = [&](std::uint64_t v) { return static_cast<std::size_t>(parts.owner(parts.internal_of[v])); };
  std::visit(
      [&](const auto& out) {
        for (std::uint64_t v = 0; v < graph.vertices; ++v) {
          ++vertices[owner(v)];
          for (std::uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; ++e) {
            ++arcs[owner(v)];
            if (owner(v) == owner(out.targets[e])) continue;
            ++remote[owner(v)];
            ghosts[owner(v)][owner(out.targets[e])].insert(out.targets[e]);
          }
        }
      },
      graph.out);
  EXPECT_EQ(found.vertices, vertices);
  EXPECT_EQ(found.arcs, arcs);
  EXPECT_EQ(found.remote_arcs, remote);
  for (std::size_t p = 0; p < n; ++p) {
    for (std::size_t q = 0; q < n; ++q) EXPECT_EQ(found.ghosts[p][q], ghosts[p][q].size()) << p << " of " << q;
  }
}

TEST(PartitionQuality, IsWhatANaiveCountSays) {
  for (const int parts : {1, 2, 7, 70}) {
    for (const int threads : {1, 3}) {
      Crew crew = crew_of(threads);
      const Graph narrow = skewed<std::uint32_t>(2'000, 15'000);
      const Graph wide = skewed<std::uint64_t>(100, 300);
      for (const char* name : {"random", "degree", "hybrid", "contiguous"}) {
        for (const Graph* graph : {&narrow, &wide}) {
          const Partition partition = partition::named(name, *graph, parts, 1, crew);
          expect_naive_quality(*graph, partition, quality(*graph, partition, crew));
        }
      }
    }
  }
}

TEST(PartitionQuality, OfALayoutIsThatOfItsGraph) {
  Crew crew = crew_of(2);
  for (const int parts : {1, 2, 7}) {
    for (const Arrangement arrangement : {Arrangement::ghosted, Arrangement::shared}) {
      Graph graph = skewed<std::uint32_t>(2'000, 15'000);
      const Graph kept = skewed<std::uint32_t>(2'000, 15'000);
      const Layout layout = build_layout(graph, partition::random(graph, parts, 1, crew), {.arrangement = arrangement},
                                         Placement::partitioned, crew, Watch());
      const Quality found = quality(layout, crew);
      expect_naive_quality(kept, layout.partition, found);
      const Quality expected = quality(kept, partition::random(kept, parts, 1, crew), crew);
      EXPECT_DOUBLE_EQ(found.imbalance_arcs, expected.imbalance_arcs);
      EXPECT_DOUBLE_EQ(found.imbalance_vertices, expected.imbalance_vertices);
    }
  }
}

TEST(PartitionQuality, OfALayoutThatPullsCountsArcsWithTheirTargets) {
  Crew crew = crew_of(1);
  for (const Arrangement arrangement : {Arrangement::ghosted, Arrangement::shared}) {
    Graph graph = drawn("0>2 1>2 1>3 2>3 3>3");
    const Layout layout =
        build_layout(graph, partition::contiguous(graph, 2, partition::Balance::vertices, crew),
                     {.arrangement = arrangement, .push = false, .pull = true}, Placement::partitioned, crew, Watch());
    const Quality found = quality(layout, crew);
    EXPECT_EQ(found.arcs, (std::vector<std::uint64_t>{0, 5}));
    EXPECT_EQ(found.remote_arcs, (std::vector<std::uint64_t>{0, 3}));
    EXPECT_TRUE(std::ranges::equal(found.ghosts[1], std::vector<std::uint64_t>{2, 0}));
  }
}

TEST(PartitionQuality, CountsAGhostOncePerPair) {
  const Graph graph = drawn("0>2 1>2 1>3 2>3 3>3");
  Crew crew = crew_of(1);
  const Quality found = quality(graph, partition::contiguous(graph, 2, partition::Balance::vertices, crew), crew);
  EXPECT_EQ(found.arcs, (std::vector<std::uint64_t>{3, 2}));
  EXPECT_EQ(found.remote_arcs, (std::vector<std::uint64_t>{3, 0}));
  EXPECT_TRUE(std::ranges::equal(found.ghosts[0], std::vector<std::uint64_t>{0, 2}));
  EXPECT_TRUE(std::ranges::equal(found.ghosts[1], std::vector<std::uint64_t>{0, 0}));
  EXPECT_DOUBLE_EQ(found.imbalance_vertices, 1);
  EXPECT_DOUBLE_EQ(found.imbalance_arcs, 1.2);
}

TEST(PartitionQuality, OfNothingIsBalanced) {
  const Graph graph = drawn("");
  Crew crew = crew_of(1);
  const Quality found = quality(graph, partition::random(graph, 3, 1, crew), crew);
  EXPECT_EQ(found.vertices, (std::vector<std::uint64_t>{0, 0, 0}));
  EXPECT_DOUBLE_EQ(found.imbalance_vertices, 1);
  EXPECT_DOUBLE_EQ(found.imbalance_arcs, 1);
}

TEST(PartitionQuality, SortedSpreadsVerticesBadlyAndHybridWell) {  // thesis 3.2 and figure 5.1
  const Graph graph = skewed<std::uint32_t>(50'000, 400'000);
  Crew crew = crew_of(2);
  const Quality sorted = quality(graph, partition::degree(graph, 4, crew), crew);
  const Quality hybrid = quality(graph, partition::hybrid(graph, 4, 1, crew), crew);
  EXPECT_LT(sorted.imbalance_arcs, 1.01);
  EXPECT_GT(sorted.imbalance_vertices, 2);
  EXPECT_TRUE(std::ranges::is_sorted(sorted.vertices));  // the first part is the densest
  EXPECT_LT(hybrid.imbalance_vertices, 1.05);
  EXPECT_LT(hybrid.imbalance_arcs, 1.25);
}

}  // namespace
}  // namespace Atoll
