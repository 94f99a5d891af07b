// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/transform/transform.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/generate/generate.hpp"
#include "atoll/graph/near_order.hpp"
#include "atoll/graph/testing.hpp"

namespace Atoll::transform {
namespace {

using testing::arcs_of;
using testing::drawn;

Crew& crew() {
  static Crew two(synthetic_machine("2"), {.threads = 2, .pin = false});
  return two;
}

const Watch watch;

std::string labels_of(const Graph& graph) {
  std::string text;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) text += (v == 0 ? "" : " ") + graph.labels.of(v);
  return text;
}

Graph with_words(Graph&& graph) {
  std::string all;
  Array<std::uint64_t> starts(graph.vertices + 1);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    all += std::string(v % 3 + 1, static_cast<char>('a' + v));
    starts[v + 1] = all.size();
  }
  Array<char> text(all.size());
  std::ranges::copy(all, text.begin());
  graph.labels = Labels::strings(std::move(text), std::move(starts));
  return std::move(graph);
}

TEST(Symmetrise, MakesAnEdgeOfEveryArc) {
  const Graph graph = symmetrise(drawn("0>1:5 1>0:3 2>2:4 2>0:1"), Merge::keep, crew(), watch);
  EXPECT_FALSE(graph.directed);
  EXPECT_EQ(arcs_of(graph), "0>1:3 0>1:5 0>2:1 1>0:3 1>0:5 2>0:1 2>2:4");
}

TEST(Symmetrise, MergesWhatBecomesParallel) {
  EXPECT_EQ(arcs_of(symmetrise(drawn("0>1:5 1>0:3"), Merge::sum, crew(), watch)), "0>1:8 1>0:8");
  EXPECT_EQ(arcs_of(symmetrise(drawn("0>1:5 1>0:3"), Merge::first, crew(), watch)), "0>1:5 1>0:5");
  EXPECT_EQ(arcs_of(symmetrise(drawn("0>1 1>0 1>2", {.wide = true}), Merge::min, crew(), watch)), "0>1 1>0 1>2 2>1");
}

TEST(Symmetrise, OnlyMergesAnUndirectedGraph) {
  EXPECT_EQ(arcs_of(symmetrise(drawn("0-1 0-1"), Merge::keep, crew(), watch)), "0>1 0>1 1>0 1>0");
  EXPECT_EQ(arcs_of(symmetrise(drawn("0-1 0-1"), Merge::min, crew(), watch)), "0>1 1>0");
}

TEST(Symmetrise, KeepsLabels) {
  EXPECT_EQ(labels_of(symmetrise(with_words(drawn("0>1 2")), Merge::keep, crew(), watch)), "a bb ccc");
}

TEST(TransposeGraph, TurnsArcsRound) {
  EXPECT_EQ(arcs_of(transpose(drawn("0>1:5 2>1:3 1>1:4"), crew(), watch)), "1>0:5 1>1:4 1>2:3");
  EXPECT_EQ(arcs_of(transpose(drawn("0-1:5"), crew(), watch)), "0>1:5 1>0:5");
}

TEST(TransposeGraph, TellsHowFarItIs) {
  std::uint64_t done = 0;
  const Watch told([&](const Progress& progress) { done = progress.done; });
  transpose(drawn("0>1 1>2 2>0"), crew(), told);
  EXPECT_EQ(done, 9u);  // each arc is counted, moved and sorted
}

TEST(DropSelfLoops, LeavesTheRest) {
  const Graph graph = drop_self_loops(drawn("0>0:1 0>1:2 1>1:3 1>1:4 2>0:5"), crew(), watch);
  EXPECT_EQ(arcs_of(graph), "0>1:2 2>0:5");
  EXPECT_EQ(graph.arcs, 2u);
}

TEST(MergeParallel, FoldsWeights) {
  EXPECT_EQ(arcs_of(merge_parallel(drawn("0-1:1.5 0-1:2.5 2-2:1.0"), Merge::sum, crew(), watch)), "0>1:4 1>0:4 2>2:1");
  EXPECT_EQ(arcs_of(merge_parallel(drawn("0-1:4 0-1:2"), Merge::max, crew(), watch)), "0>1:4 1>0:4");
  EXPECT_EQ(arcs_of(merge_parallel(drawn("0>1 0>1", {.wide = true}), Merge::keep, crew(), watch)), "0>1 0>1");
}

TEST(OrientAcyclic, KeepsArcsTowardsHigherDegreeThenId) {
  const Graph graph = orient_acyclic(drawn("0-1 0-2 0-3 1-2 3-3"), crew(), watch);
  EXPECT_TRUE(graph.directed);
  EXPECT_EQ(arcs_of(graph), "1>0 1>2 2>0 3>0");
}

TEST(OrientAcyclic, RefusesArcsThatHaveADirection) {
  EXPECT_THROW(orient_acyclic(drawn("0>1 1>2"), crew(), watch), Error);
}

TEST(RelabelByDegree, PutsHubsFirstAndKeepsTheirNames) {
  const Graph graph = relabel_by_degree(drawn("3-0:1 3-1:2 3-2:3 2-4:4"), crew(), watch);
  EXPECT_EQ(labels_of(graph), "3 2 0 1 4");
  EXPECT_EQ(arcs_of(graph), "0>1:3 0>2:1 0>3:2 1>0:3 1>4:4 2>0:1 3>0:2 4>1:4");
  EXPECT_EQ(graph.labels.find("4", 5), 4u);
  EXPECT_EQ(labels_of(relabel_by_degree(with_words(drawn("3-0 3-1 3-2 2-4")), crew(), watch)), "d ccc a bb ee");
}

TEST(LargestComponent, KeepsItsVerticesInOrder) {
  const Graph graph = largest_component(drawn("0-1:9 2-5:1 5-4:2 7-8:1"), crew(), watch);
  EXPECT_EQ(labels_of(graph), "2 4 5");
  EXPECT_EQ(arcs_of(graph), "0>2:1 1>2:2 2>0:1 2>1:2");
}

TEST(LargestComponent, IsWeakAndOfTwoEqualOnesHoldsTheSmallestVertex) {
  const Graph graph = largest_component(with_words(drawn("3>1 2>0 4", {.wide = true})), crew(), watch);
  EXPECT_EQ(labels_of(graph), "a ccc");
  EXPECT_EQ(arcs_of(graph), "1>0");
}

TEST(LargestComponent, OfAConnectedGraphIsTheGraph) {
  EXPECT_EQ(arcs_of(largest_component(drawn("0-1 1-2"), crew(), watch)), "0>1 1>0 1>2 2>1");
  EXPECT_EQ(largest_component(drawn(""), crew(), watch).vertices, 0u);
  EXPECT_EQ(largest_component(drawn("4"), crew(), watch).vertices, 1u);
}

// Edges as sets of label pairs, which no relabelling changes.
std::multiset<std::string> named_arcs(const Graph& graph) {
  std::multiset<std::string> arcs;
  const auto& rows = std::get<Csr<std::uint32_t>>(graph.out);
  for (std::uint64_t u = 0; u < graph.vertices; ++u) {
    for (std::uint64_t i = rows.offsets[u]; i < rows.offsets[u + 1]; ++i) {
      arcs.insert(
          fmt::format("{}>{}:{}", graph.labels.of(u), graph.labels.of(rows.targets[i]), graph.weights.as<float>()[i]));
    }
  }
  return arcs;
}

Graph kronecker() {
  return generate::draw(generate::Kronecker{.scale = 12}, {.weights = generate::DrawnWeights::unit}, crew(), watch);
}

TEST(Transforms, LoseNoArcOfALargerGraph) {
  const std::multiset<std::string> arcs = named_arcs(kronecker());
  const Graph relabelled = relabel_by_degree(kronecker(), crew(), watch);
  EXPECT_EQ(named_arcs(relabelled), arcs);
  const auto& offsets = std::get<Csr<std::uint32_t>>(relabelled.out).offsets;
  for (std::uint64_t v = 2; v <= relabelled.vertices; ++v)
    ASSERT_GE(offsets[v - 1] - offsets[v - 2], offsets[v] - offsets[v - 1]);
  const Graph largest = largest_component(kronecker(), crew(), watch);
  EXPECT_EQ(named_arcs(largest), arcs);  // the rest is isolated vertices
  EXPECT_LT(largest.vertices, relabelled.vertices);
  EXPECT_EQ(orient_acyclic(kronecker(), crew(), watch).arcs, arcs.size() / 2);
}

Graph with_inverse(const char* text) {
  Graph graph = drawn(text);
  graph.in = inverse_of(graph, graph.weighted(), crew(), watch);
  return graph;
}

TEST(Transforms, TurnMirroredArcsRoundByCopyingThem) {
  const char* const text = "0>1:2 1>0:2 1>2:7 2>1:7 2>2:1";
  const Graph arcs = drawn(text);
  Graph mirrored = drawn(text);
  mirrored.mirrored = true;
  for (const bool weights : {false, true}) {
    const Inverse in = inverse_of(mirrored, weights, crew(), watch);
    EXPECT_TRUE(is_mirrored(arcs, in, weights, crew()));
    EXPECT_TRUE(is_mirrored(arcs, inverse_of(arcs, weights, crew(), watch), weights, crew()));
    EXPECT_EQ(in.weights.size(), weights ? arcs.arcs : 0);
  }
  EXPECT_FALSE(is_mirrored(drawn("0>1:2 1>0:3"), inverse_of(drawn("0>1:2 1>0:3"), true, crew(), watch), true, crew()));
}

TEST(Transforms, DropArcsTurnedRoundThatAreNoMore) {
  constexpr const char* text = "0>1:2 0>1:3 1>2:4 2>2:5";
  EXPECT_FALSE(symmetrise(with_inverse(text), Merge::keep, crew(), watch).in);
  EXPECT_FALSE(drop_self_loops(with_inverse(text), crew(), watch).in);
  EXPECT_FALSE(merge_parallel(with_inverse(text), Merge::min, crew(), watch).in);
  EXPECT_FALSE(largest_component(with_inverse(text), crew(), watch).in);
  EXPECT_TRUE(merge_parallel(with_inverse(text), Merge::keep, crew(), watch).in);
}

TEST(Transforms, KeepArcsTurnedRoundInStep) {
  Graph graph = drop_weights(transpose(with_inverse("0>1:2 0>1:3 1>2:4 2>2:5"), crew(), watch));
  EXPECT_EQ(arcs_of(graph), "1>0 1>0 2>1 2>2");
  graph = transpose(std::move(graph), crew(), watch);
  EXPECT_EQ(arcs_of(graph), "0>1 0>1 1>2 2>2");
  graph = relabel_by_degree(with_inverse("2>0:1 2>1:2 2>2:3 0>1:4"), crew(), watch);
  EXPECT_EQ(arcs_of(graph), "0>0:3 0>1:1 0>2:2 1>2:4");
  EXPECT_EQ(arcs_of(transpose(std::move(graph), crew(), watch)), "0>0:3 1>0:1 2>0:2 2>1:4");
}

std::string star_of(int leaves) {
  std::string text;
  for (int leaf = 0; leaf < leaves; ++leaf) text += fmt::format("{}>{} ", leaves, leaf);
  return text;
}

TEST(OrderByDegree, IsOfTheRowsAloneAndGoesBack) {
  Graph graph = with_inverse(star_of(40).c_str());
  order_by_degree(graph, crew(), watch);
  ASSERT_TRUE(graph.order);
  EXPECT_EQ(graph.user_of(0), 40u);
  EXPECT_EQ(graph.user_of(1), 0u);
  EXPECT_EQ(graph.offsets()[1], 40u);
  EXPECT_EQ(graph.labels.of(0), "0");
  in_users_order(graph, crew(), watch);
  EXPECT_FALSE(graph.order);
  EXPECT_EQ(arcs_of(graph), arcs_of(drawn(star_of(40))));
  EXPECT_EQ(arcs_of(transpose(std::move(graph), crew(), watch)), arcs_of(transpose(drawn(star_of(40)), crew(), watch)));
}

// One leads to all, and all lead to another one.
TEST(OrderByDegree, IsOfArcsInWhereTheyAreAsUneven) {
  std::string text = star_of(40);
  for (int leaf = 0; leaf < 40; ++leaf) text += fmt::format("{}>41 ", leaf);
  for (Graph& graph : std::array{drawn(text), with_inverse(text.c_str())}) {
    order_by_degree(graph, crew(), watch);
    ASSERT_TRUE(graph.order);
    EXPECT_EQ(graph.user_of(0), 41u);
    EXPECT_EQ(graph.user_of(41), 40u);
    in_users_order(graph, crew(), watch);
    EXPECT_EQ(arcs_of(graph), arcs_of(drawn(text)));
  }
}

TEST(OrderByDegree, LeavesEvenDegreesAlone) {
  Graph graph = drawn("0-1 1-2 2-3");
  order_by_degree(graph, crew(), watch);
  EXPECT_FALSE(graph.order);
}

TEST(OrderByDegree, LeavesNeighboursTogether) {
  std::string text = star_of(40);
  for (int v = 40; v < 2000; ++v) text += fmt::format("{}-{} {}-{} ", v, v + 1, v, v + 2);
  Graph graph = drawn(text);
  order_by_degree(graph, crew(), watch);
  EXPECT_FALSE(graph.order);
}

// A vertex leads to ones before it, each 2,500th to many: citations, of which nobody reaches most. With one arc more,
// anywhere, they have a core.
std::string citations_of(int vertices, bool core) {
  const Random random(5);
  std::string text;
  for (int v = 1; v < vertices; ++v) {
    const auto i = static_cast<std::uint64_t>(v);
    const std::uint64_t cited = v % 2500 == 0 ? 400 : 4;
    for (std::uint64_t k = 0; k < cited; ++k) text += fmt::format("{}>{} ", v, random.below(i << 10 | k, i));
    if (core) text += fmt::format("{}>{} ", v, random.below(i << 10 | cited, static_cast<std::uint64_t>(vertices)));
  }
  return text;
}

TEST(OrderByDegree, LeavesCitationsAlone) {
  Graph graph = drawn(citations_of(9000, false));
  order_by_degree(graph, crew(), watch);
  EXPECT_FALSE(graph.order);
  graph = drawn(citations_of(9000, true));
  order_by_degree(graph, crew(), watch);
  EXPECT_TRUE(graph.order);
}

// A square of so many rows and columns with their diagonals; the number of a vertex is its place times the stride.
struct Square {
  std::uint64_t side = 140;
  std::uint64_t stride = 7919;
  bool directed = false;
  bool both_ways = true;  // directed: an arc for each direction
};

Graph square(const Square& how) {
  const std::uint64_t vertices = how.side * how.side;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> edges;
  for (std::uint64_t v = 0; v < vertices; ++v) {
    const bool last = v % how.side + 1 == how.side;
    if (!last) edges.emplace_back(v, v + 1);
    if (v + how.side < vertices) edges.emplace_back(v, v + how.side);
    if (!last && v + how.side < vertices) edges.emplace_back(v, v + how.side + 1);
    if (!last && v >= how.side) edges.emplace_back(v, v + 1 - how.side);
  }
  const std::size_t once = edges.size();
  if (how.directed && how.both_ways)
    for (std::size_t e = 0; e < once; ++e) edges.emplace_back(edges[e].second, edges[e].first);
  EdgeList<std::uint32_t> list{.vertices = vertices,
                               .source = Array<std::uint32_t>(edges.size()),
                               .target = Array<std::uint32_t>(edges.size()),
                               .weights = {}};
  for (std::size_t e = 0; e < edges.size(); ++e) {
    list.source[e] = static_cast<std::uint32_t>(edges[e].first * how.stride % vertices);
    list.target[e] = static_cast<std::uint32_t>(edges[e].second * how.stride % vertices);
  }
  Graph graph = build_graph(std::move(list), {.directed = how.directed}, crew(), watch);
  if (how.directed && how.both_ways) graph.mirrored = true;
  return graph;
}

std::string strategy_of(Graph graph) {
  order_for_runs(graph, crew(), watch);
  return graph.order ? graph.order->strategy : "";
}

TEST(OrderByNearness, IsOfAMeshWhoseNumbersAreMixedUpAndGoesBack) {
  Graph graph = square({});
  order_by_nearness(graph, crew(), watch);
  ASSERT_TRUE(graph.order);
  EXPECT_EQ(graph.order->strategy, "near");
  EXPECT_LE(mean_gap(graph, IdArray::counting(0, graph.vertices)), 200);
  EXPECT_EQ(graph.labels.of(0), "0");
  in_users_order(graph, crew(), watch);
  EXPECT_EQ(arcs_of(graph), arcs_of(square({})));
}

TEST(OrderByNearness, IsLeftWhereItDoesNotHelp) {
  EXPECT_EQ(strategy_of(square({})), "near");
  EXPECT_EQ(strategy_of(square({.stride = 1})), "") << "neighbours are near";
  EXPECT_EQ(strategy_of(square({.directed = true})), "near") << "mirrored arcs";
  EXPECT_EQ(strategy_of(square({.directed = true, .both_ways = false})), "") << "arcs of one direction";
  EXPECT_EQ(strategy_of(draw(generate::Uniform{.scale = 15, .degree = 4}, {}, crew(), watch)), "") << "no mesh";
  EXPECT_EQ(strategy_of(draw(generate::Kronecker{.scale = 15, .degree = 4}, {}, crew(), watch)), "degree");
  EXPECT_EQ(strategy_of(square({.side = 100})), "") << "small";
  EXPECT_EQ(strategy_of(drawn("")), "");
}

TEST(Transforms, RefuseRowsInAnOrderOfTheirOwn) {
  const auto ordered = [] {
    Graph graph = drawn(star_of(40));
    order_by_degree(graph, crew(), watch);
    return graph;
  };
  EXPECT_THROW(symmetrise(ordered(), Merge::keep, crew(), watch), Error);
  EXPECT_THROW(transpose(ordered(), crew(), watch), Error);
  EXPECT_THROW(drop_self_loops(ordered(), crew(), watch), Error);
  EXPECT_THROW(relabel_by_degree(ordered(), crew(), watch), Error);
  EXPECT_THROW(largest_component(ordered(), crew(), watch), Error);
}

TEST(BothWays, LeavesTheGraphAsItWas) {
  constexpr const char* text = "0>1:2 1>0:2 0>1:9 1>2:4 2>2:7 2>2:6 3>1:1 1>3:5";
  constexpr const char* edges = "0>1:2 0>1:2 0>1:9 1>0:2 1>0:2 1>0:9 1>2:4 1>3:1 1>3:5 2>1:4 2>2:6 2>2:7 3>1:1 3>1:5";
  for (const bool brings : {false, true}) {
    const Graph graph = brings ? with_inverse(text) : drawn(text);
    const Graph both = both_ways(graph, true, crew(), watch);
    EXPECT_EQ(arcs_of(both), edges);
    EXPECT_EQ(both.arcs, 14u);
    EXPECT_FALSE(both.directed);
    EXPECT_EQ(arcs_of(both_ways(graph, false, crew(), watch)),
              arcs_of(drop_weights(symmetrise(drawn(text), Merge::keep, crew(), watch))));
    EXPECT_EQ(arcs_of(graph), arcs_of(drawn(text)));
    Graph spent = brings ? with_inverse(text) : drawn(text);
    EXPECT_EQ(arcs_of(spend_both_ways(spent, true, crew(), watch)), edges);
  }
  EXPECT_EQ(both_ways(drawn(""), true, crew(), watch).vertices, 0u);
  EXPECT_EQ(arcs_of(both_ways(drawn("0>1:-0.5 1>0:0.5 0>1:-2.5"), true, crew(), watch)),
            "0>1:-2.5 0>1:-0.5 0>1:0.5 1>0:-2.5 1>0:-0.5 1>0:0.5");
}

// A cycle whose arcs fill their pages to the last byte: there is nothing to read behind them.
TEST(BothWays, EndsWithItsRows) {
  const std::uint64_t n = (16 << 20) / sizeof(std::uint32_t);
  EdgeList<std::uint32_t> cycle{
      .vertices = n, .source = Array<std::uint32_t>(n), .target = Array<std::uint32_t>(n), .weights = {}};
  for (std::uint64_t v = 0; v < n; ++v) {
    cycle.source[v] = static_cast<std::uint32_t>(v);
    cycle.target[v] = static_cast<std::uint32_t>((v + 1) % n);
  }
  Graph graph = build_graph(std::move(cycle), {.directed = true}, crew(), watch);
  EXPECT_EQ(both_ways(graph, false, crew(), watch).arcs, 2 * n);
  const auto& targets = std::get<Csr<std::uint32_t>>(graph.out).targets;
  EXPECT_EQ(std::ranges::count(targets, 0u), 1);
  EXPECT_EQ(spend_both_ways(graph, false, crew(), watch).arcs, 2 * n);
  EXPECT_GT(static_cast<std::uint64_t>(std::ranges::count(targets, 0u)), n / 10 * 9);  // their pages were given back
}

TEST(Transforms, StopOnRequest) {
  Watch cancelled;
  cancelled.cancel();
  EXPECT_THROW(drop_self_loops(drawn("0-1"), crew(), cancelled), Error);
  EXPECT_THROW(relabel_by_degree(drawn("0-1"), crew(), cancelled), Error);
  EXPECT_THROW(largest_component(drawn("0-1"), crew(), cancelled), Error);
  EXPECT_THROW(transpose(drawn("0>1"), crew(), cancelled), Error);
}

}  // namespace
}  // namespace Atoll::transform
