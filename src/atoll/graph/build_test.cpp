// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/build.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>
#include <tuple>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/testing.hpp"

namespace Atoll {
namespace {

using testing::arcs_of;
using testing::drawn;

TEST(Build, StoresAnUndirectedEdgeTwiceAndASelfLoopOnce) {
  EXPECT_EQ(arcs_of(drawn("0-1 1-1 2-0")), "0>1 0>2 1>0 1>1 2>0");
}

TEST(Build, StoresADirectedArcOnce) { EXPECT_EQ(arcs_of(drawn("2>0 0>1 0>0")), "0>0 0>1 2>0"); }

TEST(Build, SortsRowsByTargetThenWeight) {
  EXPECT_EQ(arcs_of(drawn("0>2:5 0>1:-3 0>2:-7 0>1:4")), "0>1:-3 0>1:4 0>2:-7 0>2:5");
  EXPECT_EQ(arcs_of(drawn("0>1:0.5 0>1:-2.5 0>1:-0.5")), "0>1:-2.5 0>1:-0.5 0>1:0.5");
}

TEST(Build, KeepsIsolatedVertices) {
  const Graph graph = drawn("1-2 5");
  EXPECT_EQ(graph.vertices, 6u);
  EXPECT_EQ(graph.arcs, 2u);
}

TEST(Build, TakesNoVerticesAndNoArcs) {
  EXPECT_EQ(drawn("").vertices, 0u);
  EXPECT_EQ(drawn("7").vertices, 8u);
  EXPECT_EQ(drawn("", {.merge = Merge::sum}).arcs, 0u);
}

TEST(Build, DropsSelfLoops) { EXPECT_EQ(arcs_of(drawn("0-0 0-1 1-1", {.drop_self_loops = true})), "0>1 1>0"); }

TEST(Build, MergesParallelArcs) {
  const std::string arcs = "0>1:4 0>2:1 0>1:3 0>1:9 1>1:2 1>1:2";
  EXPECT_EQ(arcs_of(drawn(arcs, {.merge = Merge::sum})), "0>1:16 0>2:1 1>1:4");
  EXPECT_EQ(arcs_of(drawn(arcs, {.merge = Merge::min})), "0>1:3 0>2:1 1>1:2");
  EXPECT_EQ(arcs_of(drawn(arcs, {.merge = Merge::max})), "0>1:9 0>2:1 1>1:2");
  EXPECT_EQ(arcs_of(drawn(arcs, {.merge = Merge::first})), "0>1:4 0>2:1 1>1:2");
  EXPECT_EQ(arcs_of(drawn("0>1 0>1 1>0", {.merge = Merge::first})), "0>1 1>0");
}

TEST(Build, MergesAnUndirectedPairWhicheverWayItWasListed) {
  EXPECT_EQ(arcs_of(drawn("1-0:5 0-1:3 0-1:7", {.merge = Merge::first})), "0>1:5 1>0:5");
  EXPECT_EQ(arcs_of(drawn("1-0:5 0-1:3 0-1:7", {.merge = Merge::sum})), "0>1:15 1>0:15");
}

std::string refusal_of(EdgeList<std::uint32_t> list) {
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false});
  try {
    build_graph(std::move(list), {}, crew, Watch());
  } catch (const Error& error) {
    return error.kind() == ErrorKind::input ? error.what() : "of the wrong kind";
  }
  return "accepted";
}

TEST(Build, RefusesAnEndThatIsNoVertex) {
  EXPECT_EQ(refusal_of(testing::edge_list<std::uint32_t>(5, {{0, 4, ""}, {1, 99, ""}, {99, 1, ""}})),
            "arc 1: the target 99 is not below the 5 vertices; raise the number of vertices, or correct the arc");
  EXPECT_EQ(refusal_of(testing::edge_list<std::uint32_t>(5, {{4'000'000'000, 0, ""}})),
            "arc 0: the source 4000000000 is not below the 5 vertices; raise the number of vertices, or correct the "
            "arc");
  EXPECT_NE(refusal_of(testing::edge_list<std::uint32_t>(0, {{0, 0, ""}})), "accepted");
}

TEST(Build, RefusesColumnsOfDifferentLengths) {
  auto list = testing::edge_list<std::uint32_t>(5, {{0, 4, ""}, {1, 2, ""}});
  list.target.shrink(1);
  EXPECT_EQ(refusal_of(std::move(list)), "2 sources, 1 targets and 2 weights; give one of each per arc, or no weights");
}

TEST(Build, RefusesASumThatOverflows) {
  EXPECT_THROW(drawn("0>1:2147483647 0>1:1", {.merge = Merge::sum}), Error);
  EXPECT_THROW(drawn("0>1:-2147483648 0>1:-1", {.merge = Merge::sum}), Error);
  try {
    drawn("3>7:1 3>7:2147483647", {.merge = Merge::sum});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_EQ(error.where(), "arcs from 3 to 7");
  }
  EXPECT_EQ(arcs_of(drawn("0>1:2147483647 0>1:-1 0>1:1", {.merge = Merge::sum})), "0>1:2147483647");
}

// A list with hubs, loops and many parallel arcs: half the ends fall on 16 vertices.
template <class Id>
EdgeList<Id> tangled(std::uint64_t vertices, std::uint64_t arcs, WeightType type, std::uint64_t seed) {
  const Random random(seed);
  EdgeList<Id> list{
      vertices, Array<Id>(arcs), Array<Id>(arcs), {type, Array<std::uint32_t>(type == WeightType::none ? 0 : arcs)}};
  const auto end = [&](std::uint64_t i) {
    return random.below(i, i % 2 == 0 ? vertices : std::min<std::uint64_t>(vertices, 16));
  };
  for (std::uint64_t i = 0; i < arcs; ++i) {
    list.source[i] = static_cast<Id>(end(3 * i));
    list.target[i] = static_cast<Id>(end(3 * i + 1));
    if (type == WeightType::integer)
      list.weights.bits[i] = static_cast<std::uint32_t>(random.below(3 * i + 2, 100)) - 50;
    if (type == WeightType::real)
      list.weights.bits[i] = std::bit_cast<std::uint32_t>(static_cast<float>(random.unit(3 * i + 2)));
  }
  return list;
}

struct Row {
  std::uint64_t from, to;
  double weight;
  std::uint64_t place;
  auto key() const { return std::tie(from, to, weight); }
};

double weight_of(const Weights& weights, std::uint64_t i) {
  if (weights.type == WeightType::none) return 0;
  return weights.type == WeightType::real ? static_cast<double>(weights.as<float>()[i]) : weights.as<std::int32_t>()[i];
}

// The arcs that building must give, by the plain way.
template <class Id>
std::vector<Row> reference(const EdgeList<Id>& list, bool directed, bool drop, Merge merge) {
  std::vector<Row> rows;
  for (std::uint64_t i = 0; i < list.source.size(); ++i) {
    const Row row{list.source[i], list.target[i], weight_of(list.weights, i), i};
    if (row.from == row.to && drop) continue;
    rows.push_back(row);
    if (!directed && row.from != row.to) rows.push_back({row.to, row.from, row.weight, i});
  }
  const auto order = [&](const Row& a, const Row& b) {
    return merge == Merge::first ? std::tie(a.from, a.to, a.place) < std::tie(b.from, b.to, b.place)
                                 : a.key() < b.key();
  };
  std::ranges::sort(rows, order);
  std::vector<Row> merged;
  for (const Row& row : rows) {
    if (merge == Merge::keep || merged.empty() || merged.back().from != row.from || merged.back().to != row.to) {
      merged.push_back(row);
    } else {
      if (merge == Merge::sum) merged.back().weight += row.weight;
      if (merge == Merge::max) merged.back().weight = row.weight;
    }
  }
  return merged;
}

void expect_rows(const Graph& graph, const std::vector<Row>& expected) {
  ASSERT_EQ(graph.arcs, expected.size());
  std::uint64_t wrong = 0;
  std::visit(
      [&](const auto& rows) {
        ASSERT_EQ(rows.offsets.size(), graph.vertices + 1);
        ASSERT_EQ(rows.offsets[graph.vertices], graph.arcs);
        for (std::uint64_t i = 0; i < expected.size(); ++i) {
          const Row& row = expected[i];
          const bool in_row = rows.offsets[row.from] <= i && i < rows.offsets[row.from + 1];
          const auto weight =
              graph.weights.type == WeightType::real ? static_cast<double>(static_cast<float>(row.weight)) : row.weight;
          wrong += !in_row || rows.targets[i] != row.to || weight_of(graph.weights, i) != weight;
        }
      },
      graph.out);
  EXPECT_EQ(wrong, 0u);
}

template <class Id>
void expect_as_reference(std::uint64_t vertices, std::uint64_t arcs, WeightType type, bool directed, bool drop,
                         Merge merge) {
  const auto expected = reference(tangled<Id>(vertices, arcs, type, 7), directed, drop, merge);
  for (const int threads : {1, 4}) {
    SCOPED_TRACE(fmt::format("{} threads, merge {}, weights {}, directed {}", threads, static_cast<int>(merge),
                             static_cast<int>(type), directed));
    Crew crew(synthetic_machine("4"), {.threads = threads, .pin = false});
    BuildOptions options{.directed = directed, .drop_self_loops = drop, .merge = merge, .labels = {}};
    expect_rows(build_graph(tangled<Id>(vertices, arcs, type, 7), std::move(options), crew, Watch{}), expected);
  }
}

TEST(Build, AgreesWithThePlainWay) {
  for (const bool directed : {false, true}) {
    for (const WeightType type : {WeightType::none, WeightType::integer, WeightType::real}) {
      for (const Merge merge : {Merge::keep, Merge::sum, Merge::min, Merge::max, Merge::first}) {
        expect_as_reference<std::uint32_t>(1500, 10'000, type, directed, directed, merge);
        expect_as_reference<std::uint64_t>(1500, 10'000, type, directed, !directed, merge);
      }
    }
  }
}

TEST(Build, SortsAndMergesGiantRows) {
  expect_as_reference<std::uint32_t>(2, 530'000, WeightType::integer, true, false, Merge::min);
  expect_as_reference<std::uint64_t>(1, 265'000, WeightType::none, false, false, Merge::keep);
  expect_as_reference<std::uint64_t>(2, 356'000, WeightType::real, false, false, Merge::first);
}

// Rows and targets share an id up to 2^22 vertices of 32 bits; there and beyond, with giant rows and without.
TEST(Build, AgreesWhereAnIdHasRoomForItsRowAndWhereItHasNot) {
  for (const std::uint64_t vertices : {(1u << 21) + 1, 1u << 22, (1u << 22) + 1}) {
    SCOPED_TRACE(vertices);
    expect_as_reference<std::uint32_t>(vertices, 20'000, WeightType::none, true, false, Merge::keep);
    expect_as_reference<std::uint32_t>(vertices, 20'000, WeightType::integer, false, false, Merge::sum);
    expect_as_reference<std::uint64_t>(vertices, 20'000, WeightType::none, false, false, Merge::keep);
  }
  expect_as_reference<std::uint32_t>(1u << 22, 600'000, WeightType::none, true, false, Merge::keep);
  expect_as_reference<std::uint32_t>((1u << 22) + 1, 600'000, WeightType::integer, true, false, Merge::first);
}

// Peak bytes over those of the edges and the finished rows, when nothing merges away.
template <class Id>
double peak_ratio(WeightType type, bool directed, Merge merge, std::uint64_t vertices = 25'000) {
  Crew crew(synthetic_machine("2"), {.threads = 2, .pin = false});
  const std::uint64_t before = memory::current_bytes();
  auto list = tangled<Id>(vertices, 500'000, type, 3);
  const std::uint64_t edges = memory::current_bytes() - before;
  const memory::PeakFromHere peak;
  BuildOptions options{.directed = directed, .drop_self_loops = false, .merge = merge, .labels = {}};
  const Graph graph = build_graph(std::move(list), std::move(options), crew, Watch{});
  return static_cast<double>(memory::peak_bytes() - before) / static_cast<double>(edges + graph.bytes());
}

TEST(Build, PeaksAtOneAndAHalfTimesEdgesAndRows) {
  for (const bool directed : {false, true}) {
    for (const WeightType type : {WeightType::none, WeightType::integer}) {
      EXPECT_LE(peak_ratio<std::uint32_t>(type, directed, Merge::keep), 1.15);
      EXPECT_LE(peak_ratio<std::uint64_t>(type, directed, Merge::keep), 1.15);
      EXPECT_LE(peak_ratio<std::uint32_t>(type, directed, Merge::first, 1'250'000), 1.5);
    }
  }
}

template <class Id>
std::vector<EdgeList<Id>> in_pieces(const EdgeList<Id>& list, const std::vector<std::uint64_t>& sizes) {
  std::vector<EdgeList<Id>> pieces;
  std::uint64_t begin = 0;
  for (const std::uint64_t size : sizes) {
    const bool weighted = list.weights.type != WeightType::none;
    EdgeList<Id> piece{list.vertices,
                       Array<Id>(size),
                       Array<Id>(size),
                       {list.weights.type, Array<std::uint32_t>(weighted ? size : 0)}};
    std::copy_n(list.source.begin() + begin, size, piece.source.begin());
    std::copy_n(list.target.begin() + begin, size, piece.target.begin());
    if (weighted) std::copy_n(list.weights.bits.begin() + begin, size, piece.weights.bits.begin());
    pieces.push_back(std::move(piece));
    begin += size;
  }
  return pieces;
}

TEST(Build, TakesAListInPieces) {
  Crew crew(synthetic_machine("2"), {.threads = 2, .pin = false});
  for (const bool directed : {false, true}) {
    for (const Merge merge : {Merge::keep, Merge::first, Merge::sum}) {
      auto pieces = in_pieces(tangled<std::uint32_t>(300, 100'000, WeightType::integer, 5), {70'000, 0, 1, 29'999});
      const Graph whole = build_graph(tangled<std::uint32_t>(300, 100'000, WeightType::integer, 5),
                                      {.directed = directed, .merge = merge}, crew, Watch{});
      EXPECT_EQ(arcs_of(build_graph(std::move(pieces), {.directed = directed, .merge = merge}, crew, Watch{})),
                arcs_of(whole));
    }
  }
}

TEST(Build, NamesTheBadArcByItsPlaceInAllPieces) {
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false});
  auto list = testing::edge_list<std::uint32_t>(5, {{0, 4, ""}, {1, 2, ""}, {7, 1, ""}});
  try {
    build_graph(in_pieces(list, {1, 2}), {}, crew, Watch());
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_TRUE(std::string(error.what()).starts_with("arc 2: the source 7 "));
  }
}

// Sources ascend: the list is rows already, with targets in any order and rows without arcs.
TEST(Build, TakesAListInOrderOfItsSources) {
  EXPECT_EQ(arcs_of(drawn("1>3:2 1>0:9 1>3:1 4>4:5 6>2:7 8")), "1>0:9 1>3:1 1>3:2 4>4:5 6>2:7");
  EXPECT_EQ(arcs_of(drawn("1>3:2 1>0:9 1>3:1 4>4:5", {.merge = Merge::first})), "1>0:9 1>3:2 4>4:5");
  EXPECT_EQ(arcs_of(drawn("1>3 1>0 4>4 5>0", {.drop_self_loops = true})), "1>0 1>3 5>0");
  EXPECT_EQ(arcs_of(drawn("0-1 0-3 1-2 2-3")), "0>1 0>3 1>0 1>2 2>1 2>3 3>0 3>2");
}

TEST(Build, StopsOnRequest) {
  Crew crew(synthetic_machine("2"), {.threads = 2, .pin = false});
  Watch watch;
  watch.cancel();
  EXPECT_THROW(build_graph(tangled<std::uint32_t>(100, 1000, WeightType::none, 1), {}, crew, watch), Error);
}

TEST(Build, ReportsItsProgressToTheEnd) {
  Crew crew(synthetic_machine("1"), {.threads = 1, .pin = false});
  Progress last;
  const Watch watch([&](const Progress& progress) { last = progress; });
  build_graph(tangled<std::uint32_t>(100, 100'000, WeightType::none, 1), {.merge = Merge::sum}, crew, watch);
  EXPECT_EQ(last.phase, "building");
  EXPECT_EQ(last.done, last.total);
}

TEST(Transpose, TurnsEveryArcRound) {
  const Graph graph = drawn("0>1:7 0>2:5 2>1:3 2>1:1 1>1:9 4>0:2");
  Crew crew(synthetic_machine("2"), {.threads = 2, .pin = false});
  Graph turned = drawn("", {.vertices = 5});
  turned.out = transpose(graph.vertices, std::get<0>(graph.out), graph.weights, turned.weights, crew, Watch());
  EXPECT_EQ(arcs_of(turned), "0>4:2 1>0:7 1>1:9 1>2:1 1>2:3 2>0:5");
}

}  // namespace
}  // namespace Atoll
