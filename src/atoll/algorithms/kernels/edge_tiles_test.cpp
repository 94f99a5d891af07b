// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/edge_tiles.hpp"

#include <algorithm>
#include <gtest/gtest.h>
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

TEST(EdgeTiles, AddUpWhatBothEndsSay) {
  const EdgeTiles::Bound few{.slots = 640, .arcs = 4000};
  expect_sums<float>(UndirectedRows(3, {{0, 1}, {1, 2}}), few);
  expect_sums<float>(UndirectedRows(10'000, drawn_edges(10'000, 50'000)), few);
  expect_sums<double>(UndirectedRows(10'000, drawn_edges(10'000, 50'000)), few);
  expect_sums<float>(UndirectedRows(1000, {}), few);
  expect_sums<float>(UndirectedRows(1000, drawn_edges(70, 9000)), few);  // long visits, and vertices without arcs
  const std::uint32_t vertices = 2 * visit_slots_max + 5;
  expect_sums<float>(UndirectedRows(vertices, drawn_edges(vertices, 300'000)), {.arcs = 1u << 20});
}

TEST(EdgeTiles, AddUpLoopsOnceAndParallelArcsEach) {
  EdgeList edges = drawn_edges(600, 9000);  // some of both
  for (int i = 0; i < 20; ++i) edges.insert(edges.end(), {{7, 7}, {3, 500}, {501, 3}});
  expect_sums<float>(UndirectedRows(600, edges), {.slots = 128, .arcs = 1000});
}

TEST(EdgeTiles, AddInTheSameOrderHoweverManyTogether) {
  const UndirectedRows rows(20'000, drawn_edges(20'000, 200'000));
  std::vector<float> said;
  for (std::uint32_t v = 0; v < rows.graph().vertices; ++v) said.push_back(static_cast<float>(Random(2).unit(v)));
  const EdgeTiles::Bound bound{.slots = 1024, .arcs = 1u << 15};
  const std::vector<float> first = sums_of(tiles_of(rows.graph(), bound, 1), said, 1);
  for (const std::size_t together : {2u, 5u, 100u})
    EXPECT_TRUE(sums_of(tiles_of(rows.graph(), bound), said, together) == first) << together << " segments together";
}

// Added one after the other to 2^24, as many ones change nothing.
TEST(EdgeTiles, LoseNothingOfWhatManyTellAHub) {
  constexpr std::uint32_t vertices = 200'000;
  EdgeList edges;
  for (std::uint32_t v = 1; v < vertices; ++v) edges.emplace_back(v, 0);
  std::vector<float> said(vertices, 1);
  said[1] = 1u << 24;
  const EdgeTiles tiles = tiles_of(UndirectedRows(vertices, edges).graph(), {.arcs = 1u << 18});
  const double expected = said[1] + (vertices - 2);
  EXPECT_NEAR(sums_of(tiles, said, 1)[0], expected, 5000);  // a few hundred are beside it when it comes
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
