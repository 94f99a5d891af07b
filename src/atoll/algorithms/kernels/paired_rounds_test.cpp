// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paired_rounds.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Rows come sorted by two counting passes: arcs by their ends, then, in that order, into their rows.
struct Undirected {
  Undirected(std::uint32_t vertices, const Edges& edges) : offsets(vertices + 1) {
    Edges arcs = edges;
    for (const auto& [u, v] : edges) {
      if (u != v) arcs.emplace_back(v, u);
    }
    for (const auto& [from, to] : arcs) ++offsets[to + 1];  // as many lead to a vertex as from it
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    std::vector<std::uint32_t> from_by_end(arcs.size());
    std::vector<std::uint64_t> next = offsets;
    for (const auto& [from, to] : arcs) from_by_end[next[to]++] = from;
    ends.resize(arcs.size());
    next = offsets;
    for (std::uint32_t to = 0; to < vertices; ++to) {
      for (std::uint64_t i = offsets[to]; i < offsets[to + 1]; ++i) ends[next[from_by_end[i]]++] = to;
    }
  }
  OnePart graph() const {
    OnePart graph;
    graph.vertices = static_cast<std::uint32_t>(offsets.size() - 1);
    graph.arcs = ends.size();
    graph.out = graph.in = {.offsets = offsets.data(), .ends = ends.data()};
    graph.directed = false;
    return graph;
  }

  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> ends;
};

Edges drawn(std::uint32_t vertices, std::uint64_t edges) {
  Edges found;
  for (std::uint64_t i = 0; i < edges; ++i) {
    const auto end = [&](std::uint64_t seed) { return static_cast<std::uint32_t>(Random(seed).below(i, vertices)); };
    found.emplace_back(end(1), end(2));
  }
  return found;
}

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

void expect_ranks(const OnePart& graph, double error = 2e-5) {
  const std::vector<float> said = said_after(graph, 3);
  const std::vector<double> expected = expected_of(graph);
  for (std::uint32_t v = 0; v < said.size(); ++v) {
    const auto degree = static_cast<double>(graph.in.degree(v));
    ASSERT_NEAR(said[v] * degree, degree > 0 ? expected[v] : 0, error * expected[v]) << "vertex " << v;
  }
}

TEST(PairedRounds, HearBothEndsOfEveryEdge) {
  expect_ranks(Undirected(3, {{0, 1}, {1, 2}}).graph());
  expect_ranks(Undirected(1000, drawn(1000, 8000)).graph());
  expect_ranks(Undirected(300'000, drawn(300'000, 900'000)).graph());
}

TEST(PairedRounds, HearLoopsOnceAndParallelArcsEach) {
  Edges edges = drawn(600, 9000);  // some of both
  for (int i = 0; i < 20; ++i) edges.insert(edges.end(), {{7, 7}, {3, 500}, {501, 3}});
  expect_ranks(Undirected(600, edges).graph());
}

// A sum of floats that goes on for so many says nothing new in the end.
TEST(PairedRounds, HearEveryoneWhereAHubHasAllOthers) {
  constexpr std::uint32_t vertices = 400'000, hub = 123'456;
  Edges edges = drawn(vertices, 1000);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (v != hub) edges.emplace_back(v, hub);
  }
  expect_ranks(Undirected(vertices, edges).graph(), 1e-4);
}

TEST(PairedRounds, AddInTheSameOrderOnAnyNumberOfThreads) {
  const Undirected rows(200'000, drawn(200'000, 1'000'000));
  const std::vector<float> alone = said_after(rows.graph(), 1);
  for (const int threads : {2, 4}) EXPECT_TRUE(said_after(rows.graph(), threads) == alone) << threads << " threads";
}

// Every tile has its turn, after those that its segments were in before and before the last one of either.
void expect_turns(const PairedTiles& tiles) {
  std::vector<std::uint32_t> before(tiles.segments());
  std::vector<bool> done(tiles.segments());
  std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
  std::uint64_t words = 0;
  for (std::uint32_t turn = 0; turn < tiles.turns(); ++turn) {
    std::set<std::uint32_t> busy;
    for (std::uint32_t table = 0; table < tiles.tables(); ++table) {
      const PairedTiles::Tile* const tile = tiles.tile(turn, table);
      if (tile == nullptr) continue;
      ASSERT_TRUE(seen.emplace(tile->rows, tile->ends).second);
      words += words_of(tile->visits);
      for (const std::uint32_t segment : std::set{tile->rows, tile->ends}) {
        ASSERT_TRUE(busy.insert(segment).second);
        ASSERT_FALSE(done[segment]);
        ASSERT_EQ(segment == tile->rows ? tile->tiles_before_of_rows : tile->tiles_before_of_ends, before[segment]++);
        done[segment] = tile->is_last();
      }
    }
  }
  EXPECT_EQ(words, tiles.words());
  EXPECT_TRUE(std::ranges::all_of(done, std::identity()));
}

TEST(PairedTiles, GiveEverySegmentItsTilesInTurn) {
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false});
  std::set<std::uint32_t> parities;
  for (const std::uint32_t vertices : {1u, 300u, 5'000u, 140'000u, 170'000u, 200'000u, 230'000u}) {
    const Undirected rows(vertices, drawn(vertices, vertices));
    const PairedTiles tiles(rows.graph(), crew);
    if (tiles.segments() > 2) parities.insert(tiles.segments() % 2);
    expect_turns(tiles);
  }
  EXPECT_EQ(parities.size(), 2u);
}

// They come last, where hubs come first, and none of them is at a table while others meet.
TEST(PairedTiles, AreInFewTurnsWhereManyVerticesHaveNoArcs) {
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false});
  const Undirected some(400'000, drawn(100'000, 400'000));
  const PairedTiles tiles(some.graph(), crew);
  expect_turns(tiles);
  EXPECT_LT(tiles.turns(), tiles.segments() + 3);
  EXPECT_LT(tiles.tables(), tiles.segments() / 2);
  expect_ranks(some.graph());
}

TEST(PairedTiles, DoNotSuitWhereFewHaveMostArcs) {
  const std::uint32_t items = 40'000, tags = 16;
  Edges edges;
  for (std::uint32_t i = 0; i < items; ++i) {
    for (std::uint32_t tag = 0; tag < tags; ++tag) edges.emplace_back(tag, tags + i);
  }
  EXPECT_FALSE(PairedTiles::suit(Undirected(items + tags, edges).graph(), 2));
  const Undirected many(40'000, drawn(40'000, 640'000));
  EXPECT_TRUE(PairedTiles::suit(many.graph(), 4));
  EXPECT_FALSE(PairedTiles::suit(many.graph(), 5));                                        // processors
  EXPECT_FALSE(PairedTiles::suit(Undirected(40'000, drawn(40'000, 100'000)).graph(), 2));  // few arcs
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
