// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/paired_rounds.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <set>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"

namespace Atoll::kernels {
namespace {

// What is said after some rounds of power iteration, with and without going beyond it.
std::vector<float> said_after(const OnePart& graph, int threads) {
  Crew crew(synthetic_machine("1x4"), {.threads = threads, .pin = false});
  const RankingOptions options{.spread_dangling = false, .in_doubles = false};
  Ranks<float> ranks(graph, options);
  ranks.start(crew);
  const PairedTiles tiles(graph, crew);
  PairedRounds rounds(graph, tiles, ranks, crew);
  for (const double overshoot : {1.0, 1.25, 1.0}) rounds(overshoot);
  return {ranks.said(), ranks.said() + ranks.listed()};
}

// The same by the definition, in doubles.
std::vector<double> expected_of(const OnePart& graph) {
  const double vertices = graph.vertices;
  std::vector<double> before(graph.vertices, 1 / vertices);
  std::vector<double> rank = before;
  for (const double overshoot : {1.0, 1.25, 1.0}) {
    std::vector<double> next(graph.vertices);
    for (std::uint32_t v = 0; v < graph.vertices; ++v) {
      double sum = 0;
      for (const std::uint32_t u : graph.in[v]) sum += rank[u] / static_cast<double>(graph.in.degree(u));
      next[v] = before[v] + overshoot * (0.15 / vertices + 0.85 * sum - before[v]);
    }
    before = std::exchange(rank, next);
  }
  return rank;
}

void expect_ranks(const OnePart& graph, double error = 3e-6) {
  const std::vector<float> said = said_after(graph, 3);
  const std::vector<double> expected = expected_of(graph);
  for (std::uint32_t v = 0; v < said.size(); ++v) {
    const auto degree = static_cast<double>(graph.in.degree(v));
    ASSERT_NEAR(said[v] * degree, degree > 0 ? expected[v] : 0, error * expected[v]) << "vertex " << v;
  }
}

TEST(PairedRounds, HearBothEndsOfEveryEdge) {
  expect_ranks(UndirectedRows(3, {{0, 1}, {1, 2}}).graph());
  expect_ranks(UndirectedRows(1000, drawn_edges(1000, 8000)).graph());
  expect_ranks(UndirectedRows(300'000, drawn_edges(300'000, 900'000)).graph());
}

TEST(PairedRounds, HearLoopsOnceAndParallelArcsEach) {
  EdgeList edges = drawn_edges(600, 9000);  // some of both
  for (int i = 0; i < 20; ++i) edges.insert(edges.end(), {{7, 7}, {3, 500}, {501, 3}});
  expect_ranks(UndirectedRows(600, edges).graph());
}

// A sum of floats that goes on for so many says nothing new in the end.
TEST(PairedRounds, HearEveryoneWhereAHubHasAllOthers) {
  constexpr std::uint32_t vertices = 400'000, hub = 123'456;
  EdgeList edges = drawn_edges(vertices, 1000);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (v != hub) edges.emplace_back(v, hub);
  }
  expect_ranks(UndirectedRows(vertices, edges).graph());
}

TEST(PairedRounds, AddInTheSameOrderOnAnyNumberOfThreads) {
  const UndirectedRows rows(200'000, drawn_edges(200'000, 1'000'000));
  const std::vector<float> alone = said_after(rows.graph(), 1);
  for (const int threads : {2, 4}) EXPECT_TRUE(said_after(rows.graph(), threads) == alone) << threads << " threads";
}

// Every tile has its turn, after those that its segments were in before and before the last one of either.
void expect_turns(const PairedTiles& tiles) {
  std::vector<std::uint32_t> before(tiles.edges().segments());
  std::vector<bool> done(tiles.edges().segments());
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::uint64_t words = 0;
  for (std::uint32_t turn = 0; turn < tiles.turns(); ++turn) {
    std::set<std::uint32_t> busy;
    for (std::uint32_t table = 0; table < tiles.tables(); ++table) {
      const auto& [tile, before_of_rows, before_of_ends] = tiles.game(turn, table);
      if (tile == nullptr) continue;
      ASSERT_TRUE(seen.emplace(tile->rows, tile->ends).second);
      words += words_of(tile->visits);
      for (const std::uint32_t segment : std::set{tile->rows, tile->ends}) {
        ASSERT_TRUE(busy.insert(segment).second);
        ASSERT_FALSE(done[segment]);
        ASSERT_EQ(segment == tile->rows ? before_of_rows : before_of_ends, before[segment]++);
        done[segment] = tile->is_within();
      }
    }
  }
  std::uint64_t all_words = 0;
  for (const EdgeTiles::Tile& tile : tiles.edges().tiles()) all_words += words_of(tile.visits);
  EXPECT_EQ(words, all_words);
  EXPECT_TRUE(std::ranges::all_of(done, std::identity()));
}

TEST(PairedTiles, GiveEverySegmentItsTilesInTurn) {
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false});
  std::set<std::uint32_t> parities;
  for (const std::uint32_t vertices : {1u, 300u, 5'000u, 140'000u, 170'000u, 200'000u, 230'000u}) {
    const UndirectedRows rows(vertices, drawn_edges(vertices, vertices));
    const PairedTiles tiles(rows.graph(), crew);
    if (tiles.edges().segments() > 2) parities.insert(tiles.edges().segments() % 2);
    expect_turns(tiles);
  }
  EXPECT_EQ(parities.size(), 2u);
}

// They come last, where hubs come first, and none of them is at a table while others meet.
TEST(PairedTiles, AreInFewTurnsWhereManyVerticesHaveNoArcs) {
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false});
  const UndirectedRows some(400'000, drawn_edges(100'000, 400'000));
  const PairedTiles tiles(some.graph(), crew);
  expect_turns(tiles);
  EXPECT_LT(tiles.turns(), tiles.edges().segments() + 3);
  EXPECT_LT(tiles.tables(), tiles.edges().segments() / 2);
  expect_ranks(some.graph());
}

TEST(PairedTiles, SuitFewProcessorsAndManyArcs) {
  const UndirectedRows many(40'000, drawn_edges(40'000, 640'000));
  EXPECT_TRUE(PairedTiles::suit(many.graph(), 4));
  EXPECT_FALSE(PairedTiles::suit(many.graph(), 5));
  EXPECT_FALSE(PairedTiles::suit(UndirectedRows(40'000, drawn_edges(40'000, 150'000)).graph(), 4));
}

// Segments that move from cache to cache for a few arcs each.
TEST(PairedTiles, DoNotSuitManySegmentsOfFewArcs) {
  std::vector<std::uint64_t> offsets = {0};
  OnePart graph;
  graph.directed = false;
  graph.vertices = (1u << 20) + 1;
  for (const auto& [degree, suits] : {std::pair{8u, false}, {64u, true}}) {
    offsets.resize(graph.vertices + std::size_t{1});
    for (std::uint32_t v = 0; v < graph.vertices; ++v) offsets[v + 1] = offsets[v] + degree;
    graph.arcs = offsets.back();
    graph.out = graph.in = {.offsets = offsets.data(), .ends = nullptr};
    EXPECT_EQ(PairedTiles::suit(graph, 2), suits) << degree << " arcs a vertex";
  }
}

}  // namespace
}  // namespace Atoll::kernels
