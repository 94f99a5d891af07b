// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/edge_tiles.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"

namespace Atoll::kernels {
namespace {

EdgeTiles tiles_of(const OnePart& graph, const EdgeTiles::Bound& bound, int threads = 3) {
  Crew crew(synthetic_machine("1x4"), {.threads = threads, .pin = false});
  return {graph, bound, crew};
}

// By as many segments at a time.
template <class Real>
std::vector<Real> sums_of(const EdgeTiles& tiles, const std::vector<Real>& said, std::size_t together) {
  std::vector<Real> sums(said.size(), Real{-1});
  for (std::size_t begin = 0; begin < tiles.segments(); begin += together) {
    const std::size_t end = std::min<std::size_t>(begin + together, tiles.segments());
    const std::uint64_t slots = tiles.first(end - 1) + tiles.slots(end - 1) - tiles.first(begin);
    tiles.add_up<Real>(begin, end, said.data(), std::span(sums).subspan(tiles.first(begin), slots));
  }
  return sums;
}

// Of whole numbers, whose sums are exact in any order.
template <class Real>
void expect_sums(const UndirectedRows& rows, const EdgeTiles::Bound& bound) {
  const OnePart graph = rows.graph();
  std::vector<Real> said;
  for (std::uint32_t v = 0; v < graph.vertices; ++v) said.push_back(static_cast<Real>(v % 7));
  const EdgeTiles tiles = tiles_of(graph, bound);
  for (const std::size_t together : {1u, 3u}) {
    const std::vector<Real> sums = sums_of(tiles, said, together);
    for (std::uint32_t v = 0; v < graph.vertices; ++v) {
      Real expected = 0;
      for (const std::uint32_t u : graph.in[v]) expected += said[u];
      ASSERT_EQ(sums[v], expected) << "vertex " << v << ", " << together << " segments together";
    }
  }
}

// A hub in the middle, in whose tiles all others are.
EdgeList star(std::uint32_t vertices, std::uint32_t hub) {
  EdgeList edges;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (v != hub) edges.emplace_back(v, hub);
  }
  return edges;
}

TEST(EdgeTiles, AddUpWhatBothEndsSay) {
  const EdgeTiles::Bound few{.slots = 640, .arcs = 4000};
  expect_sums<float>(UndirectedRows(3, {{0, 1}, {1, 2}}), few);
  expect_sums<float>(UndirectedRows(10'000, drawn_edges(10'000, 50'000)), few);
  expect_sums<double>(UndirectedRows(10'000, drawn_edges(10'000, 50'000)), few);
  expect_sums<float>(UndirectedRows(1000, {}), few);
  expect_sums<float>(UndirectedRows(1000, drawn_edges(70, 9000)), few);  // long visits, and vertices without arcs
  expect_sums<float>(UndirectedRows(5000, star(5000, 2345)), few);
  const std::uint32_t vertices = 2 * visit_slots_max + 5;
  expect_sums<float>(UndirectedRows(vertices, drawn_edges(vertices, 300'000)), {.arcs = 1u << 20});
}

TEST(EdgeTiles, AddUpLoopsOnceAndParallelArcsEach) {
  EdgeList edges = drawn_edges(600, 9000);  // some of both
  for (int i = 0; i < 20; ++i) edges.insert(edges.end(), {{7, 7}, {3, 500}, {501, 3}});
  expect_sums<float>(UndirectedRows(600, edges), {.slots = 128, .arcs = 1000});
}

TEST(EdgeTiles, AddInTheSameOrderHoweverManyTogether) {
  EdgeList edges = drawn_edges(20'000, 200'000);
  std::ranges::copy(star(20'000, 12'345), std::back_inserter(edges));
  const UndirectedRows rows(20'000, edges);
  std::vector<float> said;
  for (std::uint32_t v = 0; v < rows.graph().vertices; ++v) said.push_back(static_cast<float>(Random(2).unit(v)));
  const EdgeTiles::Bound bound{.slots = 1024, .arcs = 1u << 15};
  const std::vector<float> first = sums_of(tiles_of(rows.graph(), bound, 1), said, 1);
  for (const std::size_t together : {2u, 5u, 100u})
    EXPECT_TRUE(sums_of(tiles_of(rows.graph(), bound), said, together) == first) << together << " segments together";
}

// Added one after the other to 2^24, as many ones change nothing: only those that are told with it are lost.
TEST(EdgeTiles, LoseLittleOfWhatManyTellAHub) {
  constexpr std::uint32_t vertices = 300'000, hub = 123'456;
  std::vector<float> said(vertices, 1);
  said[200'000] = 1u << 24;
  const EdgeTiles tiles = tiles_of(UndirectedRows(vertices, star(vertices, hub)).graph(), {.arcs = 1u << 18});
  const double expected = (1u << 24) + (vertices - 2);
  for (const std::size_t together : {1u, 3u}) EXPECT_NEAR(sums_of(tiles, said, together)[hub], expected, 2100);
}

TEST(EdgeTiles, SuitManyArcsOfWhichNoFewHaveMost) {
  const std::uint32_t items = 40'000, tags = 16;
  EdgeList edges;
  for (std::uint32_t i = 0; i < items; ++i) {
    for (std::uint32_t tag = 0; tag < tags; ++tag) edges.emplace_back(tag, tags + i);
  }
  EXPECT_FALSE(EdgeTiles::suit(UndirectedRows(items + tags, edges).graph(), 2));
  const UndirectedRows many(40'000, drawn_edges(40'000, 640'000));
  EXPECT_TRUE(EdgeTiles::suit(many.graph(), 2));
  EXPECT_FALSE(EdgeTiles::suit(many.graph(), 1000));  // 64 vertices are more than the share of a processor
  EXPECT_TRUE(EdgeTiles::suit(UndirectedRows(40'000, drawn_edges(40'000, 100'000)).graph(), 2));
  EXPECT_FALSE(EdgeTiles::suit(UndirectedRows(40'000, drawn_edges(40'000, 70'000)).graph(), 2));
  OnePart directed = many.graph();
  directed.directed = true;
  EXPECT_FALSE(EdgeTiles::suit(directed, 2));
}

TEST(EdgeTiles, HaveSegmentsForManyProcessors) {
  const UndirectedRows rows(1u << 18, drawn_edges(1u << 18, 1u << 23));
  for (const int processors : {2, 16}) {
    const EdgeTiles::Bound bound = EdgeTiles::bound_of(rows.graph(), processors);
    EXPECT_GE(EdgeTiles::segments_of(rows.graph(), bound).size(), processors == 2 ? 32u : 64u);
  }
}

}  // namespace
}  // namespace Atoll::kernels
