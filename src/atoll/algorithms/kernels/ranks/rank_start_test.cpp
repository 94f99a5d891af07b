// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/rank_start.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr double damping = 0.85;

// Rows in both directions of a directed graph.
class Arcs {
 public:
  using List = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

  Arcs(std::uint32_t vertices, const List& list) : vertices_(vertices) {
    for (const auto& [from, to] : list) {
      out_[from + 1]++;
      in_[to + 1]++;
    }
    std::partial_sum(out_.begin(), out_.end(), out_.begin());
    std::partial_sum(in_.begin(), in_.end(), in_.begin());
    List by_end = list;
    std::ranges::sort(by_end, {}, [](const auto& arc) { return std::pair(arc.second, arc.first); });
    for (const auto& arc : by_end) sources_.push_back(arc.first);
  }
  OnePart graph() const {
    OnePart graph;
    graph.vertices = vertices_;
    graph.arcs = sources_.size();
    graph.out = {.offsets = out_.data(), .ends = nullptr};
    graph.in = {.offsets = in_.data(), .ends = sources_.data()};
    graph.directed = true;
    return graph;
  }

 private:
  std::uint32_t vertices_;
  std::vector<std::uint64_t> out_ = std::vector<std::uint64_t>(vertices_ + 1);
  std::vector<std::uint64_t> in_ = out_;
  std::vector<std::uint32_t> sources_;
};

// To lower numbers, more to the lowest; a third has no arc out.
Arcs::List arcs_down(std::uint32_t vertices) {
  const Random random(1);
  std::uint64_t drawn = 0;
  Arcs::List list;
  for (std::uint32_t v = 1; v < vertices; ++v) {
    for (std::uint64_t i = 0; i < v % 3 * 2; ++i) {
      const std::uint64_t bound = random.below(drawn++, v) + 1;
      list.emplace_back(v, static_cast<std::uint32_t>(random.below(drawn++, bound)));
    }
  }
  return list;
}

class RankStarts : public testing::Test {
 protected:
  RankStart start_of(const OnePart& graph, bool spread) {
    return rank_start(graph, graph.vertices, damping, spread, crew_);
  }

  Crew crew_{synthetic_machine("1x2"), {.threads = 2, .pin = false}};
};

// What is usual is what arcs say in the mean.
TEST_F(RankStarts, FollowFromTheArcsIn) {
  constexpr std::uint32_t vertices = 3000;
  const Arcs arcs(vertices, arcs_down(vertices));
  const OnePart graph = arcs.graph();
  const RankStart start = start_of(graph, false);
  EXPECT_NEAR(start.without, (1 - damping) / vertices, 1e-12);
  EXPECT_EQ(start.with, start.without);
  double said = 0;
  for (std::uint32_t v = 0; v < vertices; ++v) said += graph.out.degree(v) > 0 ? start.of(graph.in.degree(v)) : 0;
  EXPECT_NEAR(start.per_arc, damping * said / static_cast<double>(graph.arcs), 1e-12);
}

TEST_F(RankStarts, AreTheAnswerWhereAllArcsSayTheSame) {
  constexpr std::uint32_t vertices = 999;
  Arcs::List ring;
  for (std::uint32_t v = 0; v < vertices; ++v)
    ring.insert(ring.end(), {{v, (v + 1) % vertices}, {v, (v + 5) % vertices}});
  const Arcs arcs(vertices, ring);
  const StartChanges changes = changes_of_start(arcs.graph(), damping, 1 / (2 * (1 - damping)), 256);
  EXPECT_NEAR(changes.evenly, 0, 1e-12);
  EXPECT_NEAR(changes.by_arcs, 0, 1e-12);
}

TEST_F(RankStarts, AreKnownWithoutArcs) {
  const Arcs arcs(7, {});
  for (const bool spread : {false, true}) {
    const RankStart start = start_of(arcs.graph(), spread);
    EXPECT_NEAR(start.of(0), spread ? 1.0 / 7 : (1 - damping) / 7, 1e-12);
    EXPECT_EQ(start.per_arc, 0);
    EXPECT_EQ(start.heard, 0);
  }
}

}  // namespace
}  // namespace Atoll::kernels
