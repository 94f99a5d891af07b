// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/tiles.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Rows of up to `longest` ends, `width` apart from each other at most, anywhere.
DirectedRows drawn(std::uint32_t vertices, std::uint64_t longest, std::uint64_t width) {
  DirectedRows rows;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    const Random random(1, v);
    std::vector<std::uint32_t> row;
    const std::uint64_t first = random.below(0, vertices);
    const std::uint64_t length = random.below(1, longest + 1);
    for (std::uint64_t i = 0; i < length; ++i)
      row.push_back(static_cast<std::uint32_t>((first + random.below(i + 2, width)) % vertices));
    rows.add(std::move(row));
  }
  return rows;
}

Crew crew_of(int threads) { return Crew(synthetic_machine("1x4"), {.threads = threads, .pin = false}); }

template <class Real>
std::vector<Real> sums_of(const OnePart& graph, const std::vector<Real>& said, int threads) {
  Crew crew = crew_of(threads);
  const Tiles tiles(graph, crew);
  std::vector<Real> sums;
  for (std::size_t strip = 0; strip < tiles.strips(); ++strip) {
    EXPECT_EQ(tiles.first_row(strip), sums.size());
    std::vector<Real> mine(tiles.rows(strip), Real{-1});
    tiles.add_up<Real>(strip, said.data(), mine);
    sums.insert(sums.end(), mine.begin(), mine.end());
  }
  return sums;
}

// Of whole numbers, whose sums are exact in any order.
template <class Real>
void expect_sums(const OnePart& graph) {
  std::vector<Real> said;
  for (std::uint32_t v = 0; v < graph.vertices; ++v) said.push_back(static_cast<Real>(v % 7));
  const std::vector<Real> sums = sums_of(graph, said, 3);
  ASSERT_EQ(sums.size(), graph.vertices);
  for (std::uint32_t v = 0; v < graph.vertices; ++v) {
    Real expected = 0;
    for (const std::uint32_t u : graph.in[v]) expected += said[u];
    ASSERT_EQ(sums[v], expected) << "vertex " << v;
  }
}

TEST(Tiles, AddUpRowsOfAnyLength) {
  constexpr std::uint32_t vertices = 3 * visit_slots_max / 2;
  DirectedRows rows = drawn(vertices, 12, vertices);
  std::vector<std::uint32_t> everyone(vertices + 2);
  std::iota(everyone.begin(), everyone.end(), 0u);
  rows.add(everyone);
  rows.add({vertices + 1});
  expect_sums<float>(rows.graph());
  expect_sums<double>(rows.graph());
  expect_sums<float>(drawn(1000, 100, 1000).graph());
  expect_sums<float>(drawn(5, 3, 5).graph());
  expect_sums<float>(drawn(100, 0, 1).graph());
}

// Of neighbours, up to a whole segment and beyond it, beside a few others; in one row each twice.
DirectedRows with_intervals(std::uint32_t vertices) {
  DirectedRows rows;
  for (std::uint32_t v = 0; v + 1 < vertices; ++v) {
    const Random random(3, v);
    std::vector<std::uint32_t> row(v % 512 == 0 ? visit_slots_max + v % 4096 : random.below(0, 5 * interval_min));
    std::iota(row.begin(), row.end(), static_cast<std::uint32_t>(random.below(1, vertices)));
    for (std::uint64_t i = 0; i < v % 3; ++i) row.push_back(static_cast<std::uint32_t>(random.below(2 + i, vertices)));
    std::erase_if(row, [&](std::uint32_t end) { return end >= vertices; });
    rows.add(std::move(row));
  }
  for (std::uint32_t v = 0; v < 3 * interval_min; ++v) rows.ends.insert(rows.ends.end(), {v, v});
  rows.end_row();
  return rows;
}

TEST(Tiles, AddUpIntervalsOfAnyLength) {
  const DirectedRows rows = with_intervals(2 * visit_slots_max);
  ASSERT_TRUE(has_intervals(rows.graph()));
  expect_sums<float>(rows.graph());
  expect_sums<double>(rows.graph());
}

TEST(Tiles, AddInTheSameOrderOnAnyNumberOfThreads) {
  for (const DirectedRows& rows :
       {drawn(2 * visit_slots_max, 8, 2 * visit_slots_max), with_intervals(visit_slots_max)}) {
    std::vector<float> said;
    for (std::uint32_t v = 0; v < rows.graph().vertices; ++v) said.push_back(static_cast<float>(Random(2).unit(v)));
    const std::vector<float> first = sums_of(rows.graph(), said, 1);
    for (const int threads : {2, 4})
      EXPECT_TRUE(sums_of(rows.graph(), said, threads) == first) << threads << " threads";
  }
}

TEST(Tiles, SuitWhereArcsLeadEverywhereBeyondACache) {
  constexpr std::uint32_t many = 5 * visit_slots_max;
  const DirectedRows far = drawn(many, 4, many);
  EXPECT_TRUE(Tiles::suit(far.graph(), Use::often, 2));
  EXPECT_FALSE(Tiles::suit(far.graph(), Use::once, 2));  // hardly two arcs to a visit
  DirectedRows near;
  for (std::uint32_t v = 0; v < many; ++v) near.add({v / 4 * 4, v / 4 * 4 + 1, v / 4 * 4 + 2, v / 4 * 4 + 3});
  EXPECT_FALSE(Tiles::suit(near.graph(), Use::often, 2));
  EXPECT_TRUE(Tiles::pay_often(near.graph(), 2));
  EXPECT_FALSE(Tiles::suit(drawn(1000, 20, 1000).graph(), Use::often, 2));
  EXPECT_FALSE(Tiles::pay_often(drawn(1000, 20, 1000).graph(), 2));
}

TEST(Tiles, DoNotPayWhereStripsReadSegmentsForFewArcs) {
  constexpr std::uint32_t many = (1u << 22) + 1;
  const auto pay = [](std::uint32_t width) {
    DirectedRows rows;
    for (std::uint32_t v = 0; v < many; ++v) {
      const auto end = static_cast<std::uint32_t>(std::min<std::uint64_t>(v + Random(1).below(v, width), many - 1));
      rows.ends.insert(rows.ends.end(), {end, end});
      rows.end_row();
    }
    return Tiles::pay_often(rows.graph(), 2);
  };
  EXPECT_FALSE(pay(many));
  EXPECT_TRUE(pay(100));
}

// About 88 bytes an arc, 38 or 33. Segments of edges are added up together.
TEST(Tiles, PayWhereSegmentsReadMoreForEdges) {
  OnePart graph;
  graph.vertices = (1u << 22) + 1;
  graph.directed = false;
  for (const auto& [degree, pay] : {std::pair{3u, false}, {7u, true}, {8u, true}}) {
    std::vector<std::uint64_t> offsets(graph.vertices + std::size_t{1});
    for (std::uint32_t v = 0; v < graph.vertices; ++v) offsets[v + 1] = offsets[v] + degree;
    std::vector<std::uint32_t> ends(offsets.back());
    for (std::size_t i = 0; i < ends.size(); ++i)
      ends[i] = static_cast<std::uint32_t>(Random(1).below(i, graph.vertices));
    graph.arcs = offsets.back();
    graph.out = graph.in = {.offsets = offsets.data(), .ends = ends.data()};
    EXPECT_EQ(Tiles::pay_often(graph, 2), pay) << degree << " arcs a vertex";
    graph.directed = true;
    EXPECT_FALSE(Tiles::pay_often(graph, 2));
    graph.directed = false;
  }
}

TEST(Tiles, DoNotPayWhereARowHasMoreArcsThanVisitsCount) {
  constexpr std::uint64_t beyond = (std::uint64_t{1} << 31) + 1;
  const auto pay = [](std::vector<std::uint64_t> offsets) {
    OnePart graph;
    graph.vertices = static_cast<std::uint32_t>(offsets.size() - 1);
    graph.arcs = offsets.back();
    graph.out.offsets = graph.in.offsets = offsets.data();
    return Tiles::pay_often(graph, 2);
  };
  EXPECT_TRUE(pay({0, 5, beyond + 4, beyond + 6}));
  EXPECT_FALSE(pay({0, 5, beyond + 5, beyond + 6}));
  EXPECT_FALSE(pay({0, 5, 2 * beyond, 2 * beyond + beyond / 2, 5 * beyond}));
}

}  // namespace
}  // namespace Atoll::kernels
