// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/stage_order.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/partition/chunks.hpp"

namespace Atoll::kernels {
namespace {

// Eight arcs to each vertex, from where `from` says.
class OrderedRows {
 public:
  static constexpr std::uint32_t vertices = 200'000;
  static constexpr std::uint32_t degree = 8;

  explicit OrderedRows(const std::function<std::uint32_t(std::uint32_t, std::uint64_t)>& from)
      : offsets_(vertices + 1), chunks_(offsets_, vertices * (degree + 1)) {
    for (std::uint32_t v = 0; v < vertices; ++v) {
      for (std::uint64_t i = 0; i < degree; ++i) ends_.push_back(from(v, v * degree + i));
      offsets_[v + 1] = ends_.size();
      std::sort(ends_.end() - degree, ends_.end());
    }
  }

  OnePart graph() const {
    OnePart graph;
    graph.vertices = vertices;
    graph.arcs = ends_.size();
    graph.in = {offsets_.data(), ends_.data()};
    graph.directed = graph.user_order = true;
    graph.chunks = &chunks_;
    return graph;
  }
  // Of all arcs, how many come from an earlier stage.
  double heard(const StageOrder& order) const {
    const auto bounds = chunks_.bounds();
    std::vector<std::uint64_t> stage_of(vertices);
    for (std::uint64_t stage = 0; stage < order.stages(); ++stage) {
      for (std::uint64_t i = 0; i < order.chunks_of(stage); ++i) {
        const std::uint64_t chunk = order.chunk(stage, i);
        std::fill(stage_of.begin() + bounds[chunk], stage_of.begin() + bounds[chunk + 1], stage);
      }
    }
    std::uint64_t heard = 0;
    const Rows rows = graph().in;
    for (std::uint32_t v = 0; v < vertices; ++v) {
      for (const std::uint32_t u : rows[v]) heard += stage_of[u] < stage_of[v] ? 1u : 0u;
    }
    return static_cast<double>(heard) / static_cast<double>(ends_.size());
  }

 private:
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> ends_;
  Chunks chunks_;
};

std::uint32_t anywhere(std::uint32_t, std::uint64_t arc) {
  return static_cast<std::uint32_t>(Random(7).below(arc, OrderedRows::vertices));
}
std::uint32_t before(std::uint32_t v, std::uint64_t arc) {
  return static_cast<std::uint32_t>(Random(7).below(arc, v + 1));
}
std::uint32_t behind(std::uint32_t v, std::uint64_t arc) {
  return v + static_cast<std::uint32_t>(Random(7).below(arc, OrderedRows::vertices - v));
}
std::uint32_t layer_before(std::uint32_t v, std::uint64_t arc) {
  constexpr std::uint32_t layer = 4'000;
  return (std::max(v, layer) / layer - 1) * layer + static_cast<std::uint32_t>(Random(7).below(arc, layer));
}

std::uint32_t near_before(std::uint32_t v, std::uint64_t arc) {
  return v - std::min(v, 1 + static_cast<std::uint32_t>(Random(7).below(arc, 300)));
}
std::uint32_t near_behind(std::uint32_t v, std::uint64_t arc) {
  return OrderedRows::vertices - 1 - near_before(OrderedRows::vertices - 1 - v, arc);
}

// A lattice of three dimensions: of six arcs one leads beyond the chunk, by a few of them.
std::uint32_t lattice_before(std::uint32_t v, std::uint64_t arc) {
  constexpr std::uint32_t side = 60;
  const std::uint64_t i = arc % 6;
  return v - std::min(v, i == 0 ? side * side : i < 3 ? side : 1);
}

TEST(StageOrder, HasEachChunkOnce) {
  for (const auto& from : {anywhere, before, behind, layer_before}) {
    const OrderedRows rows(from);
    for (const int processors : {1, 3, 4, 16}) {
      const StageOrder order(rows.graph(), false, processors);
      std::vector<std::uint64_t> chunks;
      for (std::uint64_t stage = 0; stage < order.stages(); ++stage) {
        for (std::uint64_t i = 0; i < order.chunks_of(stage); ++i) chunks.push_back(order.chunk(stage, i));
      }
      std::ranges::sort(chunks);
      std::vector<std::uint64_t> all(rows.graph().chunks->count());
      std::iota(all.begin(), all.end(), 0);
      EXPECT_EQ(chunks, all) << processors;
    }
  }
}

TEST(StageOrder, FollowsArcsThatLeadOneWay) {
  for (const auto& from : {before, behind, layer_before}) {
    const OrderedRows rows(from);
    for (const int processors : {1, 3, 4, 16}) {
      const StageOrder order(rows.graph(), false, processors);
      EXPECT_TRUE(order.leads_one_way());
      EXPECT_GT(rows.heard(order), 0.75) << processors;
      EXPECT_NEAR(order.share_heard(), rows.heard(order), 0.1) << processors;
    }
  }
  const OrderedRows rows(anywhere);
  const StageOrder order(rows.graph(), false, 4);
  EXPECT_FALSE(order.leads_one_way());
  EXPECT_NEAR(rows.heard(order), 0.44, 0.03);
  EXPECT_NEAR(order.share_heard(), 0.44, 0.1);
}

// With 8 stages, in some of which chunks hear what is settled later, such a lattice took 6 rounds, with 26 of them 4.
TEST(StageOrder, HasManyStagesWhereFewArcsLeaveAChunk) {
  const OrderedRows rows(lattice_before);
  const std::uint64_t chunks = rows.graph().chunks->count();
  ASSERT_GT(chunks, 128u);
  for (const int processors : {1, 2, 3, 4}) {
    const StageOrder order(rows.graph(), true, processors);
    for (std::uint64_t stage = 0; stage < order.stages(); ++stage)
      EXPECT_LE(order.chunks_of(stage), static_cast<std::uint64_t>(processors));
  }
  EXPECT_EQ(StageOrder(rows.graph(), true, 16).stages(), 32u);
}

TEST(StageOrder, DescendsInAChunkWhereItsArcsDo) {
  const OrderedRows down(near_behind);
  EXPECT_TRUE(StageOrder(down.graph(), true, 4).rows_descend());
  EXPECT_FALSE(StageOrder(down.graph(), false, 4).rows_descend());
  const OrderedRows up(near_before);
  EXPECT_FALSE(StageOrder(up.graph(), true, 4).rows_descend());
}

// Of an undirected graph as many arcs lead up as down.
TEST(StageOrder, AsksDirectedGraphsOnly) {
  const OrderedRows rows(before);
  OnePart graph = rows.graph();
  graph.directed = false;
  EXPECT_NEAR(rows.heard(StageOrder(graph, false, 4)), 0.44, 0.06);
}

TEST(StageOrder, OfNothingHasOneStage) {
  const std::vector<std::uint64_t> offsets{0};
  const Chunks chunks(offsets, 0);
  OnePart graph;
  graph.directed = true;
  graph.chunks = &chunks;
  const StageOrder order(graph, true, 4);
  EXPECT_EQ(order.stages(), 1u);
  EXPECT_EQ(order.chunks_of(0), 0u);
}

}  // namespace
}  // namespace Atoll::kernels
