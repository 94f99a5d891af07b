// SPDX-License-Identifier: Apache-2.0
// Which rounds and which form of the rows suit, by what a machine's caches hold.
#include "atoll/algorithms/kernels/ranks/ranking.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;

// Every row has some runs of ends that are beside each other, anywhere; as if they went both ways.
class RowsOfRuns {
 public:
  RowsOfRuns(std::uint32_t vertices, std::uint32_t runs, std::uint32_t length) {
    for (std::uint32_t v = 0; v < vertices; ++v) {
      const Random random(1, v);
      for (std::uint32_t i = 0; i < runs; ++i) {
        const auto first = static_cast<std::uint32_t>(random.below(i, vertices - length));
        for (std::uint32_t k = 0; k < length; ++k) rows_.ends.push_back(first + k);
      }
      std::sort(rows_.ends.begin() + static_cast<std::ptrdiff_t>(rows_.offsets.back()), rows_.ends.end());
      rows_.end_row();
    }
    chunks_ = std::make_unique<Chunks>(RowOffsets(rows_.offsets), rows_.ends.size() + vertices);
  }
  OnePart graph() const {
    OnePart graph = rows_.graph();
    graph.chunks = chunks_.get();
    graph.directed = false;
    return graph;
  }

 private:
  DirectedRows rows_;
  std::unique_ptr<Chunks> chunks_;
};

RankingOptions options_with(std::uint64_t cache_bytes) {
  return {.tolerance = 1e-4, .spread_dangling = false, .in_doubles = false, .cache_bytes = cache_bytes};
}

TEST(Rounds, MakeTilesInPassingUnlessTheLastLevelCacheIsNear) {
  const RowsOfRuns rows(5 * visit_slots_max, 3, 4);
  for (const std::uint64_t far : {std::uint64_t{0}, 256 * mebibyte}) {
    RankingOptions options = options_with(far);
    options.rounds = rounds_after_all(rows.graph(), options, Use::once);
    EXPECT_EQ(options.rounds, RoundKind::beyond);
    EXPECT_GT(RowTables::bytes_max(rows.graph(), options, Use::once), 0u);
  }
  RankingOptions near = options_with(32 * mebibyte);
  near.rounds = rounds_after_all(rows.graph(), near, Use::once);
  EXPECT_EQ(near.rounds, RoundKind::staged);
  EXPECT_EQ(RowTables::bytes_max(rows.graph(), near, Use::once), 0u);
  near.rounds = rounds_after_all(rows.graph(), near, Use::often);  // for many runs they pay there too
  EXPECT_EQ(near.rounds, RoundKind::beyond);
  EXPECT_GT(RowTables::bytes_max(rows.graph(), near, Use::often), 0u);
}

// And an eighth more. Where no stages can take their place, tiles are made as elsewhere.
TEST(Rounds, AreStagedWhereASecondLevelCacheHoldsWhatIsHeard) {
  constexpr std::uint32_t vertices = 5 * visit_slots_max;
  constexpr std::uint64_t enough = vertices * sizeof(float) / 9 * 8 + 8;
  const RowsOfRuns rows(vertices, 3, 4);
  const RowsOfRuns long_rows(vertices, 6, 4);
  const auto rounds = [](const RowsOfRuns& of, RankingOptions options, std::uint64_t bytes, Use use) {
    options.second_level_bytes = bytes;
    return rounds_after_all(of.graph(), options, use);
  };
  RankingOptions doubles = options_with(0);
  doubles.in_doubles = true;
  for (const Use use : {Use::once, Use::often}) {
    EXPECT_EQ(rounds(rows, options_with(0), enough, use), RoundKind::staged);
    EXPECT_EQ(rounds(rows, options_with(0), enough - 16, use), RoundKind::beyond);
    EXPECT_EQ(rounds(rows, doubles, 2 * enough, use), RoundKind::staged);
    EXPECT_EQ(rounds(rows, doubles, enough, use), RoundKind::beyond);
    RankingOptions power = options_with(0);
    power.second_level_bytes = enough;
    EXPECT_GT(RowTables::bytes_max(rows.graph(), power, use), 0u);
  }
  EXPECT_EQ(rounds(long_rows, options_with(0), enough, Use::once), RoundKind::staged);
  EXPECT_EQ(rounds(long_rows, options_with(0), enough, Use::often), RoundKind::beyond);
}

TEST(Rounds, AreStagedWhereTheLastLevelCacheHoldsWhatStagesKeep) {
  const RowsOfRuns rows(1u << 15, 6, 1);
  EXPECT_EQ(rounds_after_all(rows.graph(), options_with(0), Use::once), RoundKind::staged);
  EXPECT_EQ(rounds_after_all(rows.graph(), options_with(1 * mebibyte), Use::once), RoundKind::staged);
  EXPECT_EQ(rounds_after_all(rows.graph(), options_with(mebibyte / 2), Use::once), RoundKind::beyond);
}

// Edges that are taken once, both ends at a time on a small machine and one after the other elsewhere and in doubles.
TEST(RowTables, HaveEachEdgeOnceByTheMachine) {
  const RowsOfRuns rows(5 * visit_slots_max, 3, 4);
  const RowsOfRuns short_rows(6 * visit_slots_max, 1, 3);
  const auto tables = [](const RowsOfRuns& of, int processors, bool in_doubles) {
    RankingOptions options = options_with(0);
    options.processors = processors;
    options.in_doubles = in_doubles;
    options.rounds = RoundKind::beyond;
    Crew crew(synthetic_machine("1x2"), {.threads = 2, .pin = false});
    return RowTables(of.graph(), options, crew, Use::often);
  };
  EXPECT_FALSE(tables(rows, 4, false).paired().empty());
  EXPECT_FALSE(tables(rows, 5, false).edges().empty());
  EXPECT_FALSE(tables(rows, 4, true).edges().empty());
  EXPECT_FALSE(tables(short_rows, 4, false).tiles().empty());
}

// Rounds of a directed graph go by tiles for many runs, whatever a second-level cache holds, unless there are few for
// each processor, jumps are personal, or stages hear nearly all in the same round.
TEST(Rounds, LeapWhereADirectedGraphHasTiles) {
  const auto directed = [](OnePart graph) {
    graph.directed = true;
    return graph;
  };
  const RowsOfRuns rows(5 * visit_slots_max, 1, 4);
  RankingOptions options = options_with(0);
  options.processors = 2;
  EXPECT_EQ(rounds_of(directed(rows.graph()), options, Use::often), RoundKind::leaping);
  EXPECT_EQ(rounds_of(directed(rows.graph()), options, Use::once), RoundKind::staged);
  options.second_level_bytes = 4 * mebibyte;
  EXPECT_EQ(rounds_of(directed(rows.graph()), options, Use::often), RoundKind::leaping);
  options.second_level_bytes = 0;
  options.processors = 3;
  EXPECT_EQ(rounds_of(directed(rows.graph()), options, Use::often), RoundKind::staged);
  options.processors = 2;
  const std::uint64_t mark = 1;
  options.jump = {.marks = std::span(&mark, 1), .marked = 1};
  EXPECT_EQ(rounds_of(directed(rows.graph()), options, Use::often), RoundKind::staged);
  options.jump = {};
  std::vector<std::uint32_t> before(rows.graph().arcs);  // all from far before
  OnePart papers = directed(rows.graph());
  for (std::uint32_t v = 0; v < papers.vertices; ++v)
    for (std::uint64_t arc = papers.in.offsets[v]; arc < papers.in.offsets[v + 1]; ++arc) before[arc] = v / 2;
  papers.in.ends = papers.out.ends = before.data();
  EXPECT_EQ(rounds_of(papers, options, Use::often), RoundKind::staged);
}

// Of short rows: records take as long to make as a round, so that a run that hears stages makes none for itself where
// arcs have a direction, unless it is that of a road. Nor do they pay where many rows are longer.
TEST(RowTables, HaveRecordsWhereTheyPay) {
  constexpr std::uint32_t vertices = 1u << 17;
  const auto has_records = [](OnePart graph, Use use) {
    graph.directed = true;
    RankingOptions options = options_with(0);
    options.rounds = rounds_after_all(graph, options, use);
    EXPECT_EQ(options.rounds, RoundKind::staged);
    Crew crew(synthetic_machine("1x2"), {.threads = 2, .pin = false});
    return !RowTables(graph, options, crew, use).short_rows().empty();
  };
  const RowsOfRuns rows(vertices, 4, 1);
  EXPECT_FALSE(has_records(rows.graph(), Use::once));
  EXPECT_TRUE(has_records(rows.graph(), Use::often));
  std::vector<std::uint64_t> one_each(vertices + 1);
  std::iota(one_each.begin(), one_each.end(), std::uint64_t{0});
  std::vector<std::uint32_t> before(vertices);
  for (std::uint32_t v = 1; v < vertices; ++v) before[v] = v - 1;
  OnePart road = rows.graph();
  road.arcs = vertices;
  road.in = {.offsets = one_each.data(), .ends = before.data()};
  EXPECT_TRUE(has_records(road, Use::once));
  OnePart uneven = rows.graph();
  EXPECT_TRUE(ShortRows::suit(uneven));
  std::vector<std::uint64_t> offsets(vertices + 1, 0);
  for (std::uint32_t v = 0; v < vertices; ++v) offsets[v + 1] = offsets[v] + (v % 2 == 0 ? 8 : 0);
  uneven.in.offsets = offsets.data();
  EXPECT_FALSE(ShortRows::suit(uneven));
}

}  // namespace
}  // namespace Atoll::kernels
