// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/layout_choice.hpp"

#include <gtest/gtest.h>
#include <utility>

#include "atoll/graph/generate/generate.hpp"
#include "atoll/graph/testing.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/model/scan_sample.hpp"

namespace Atoll {
namespace {

// Everybody speaks and listens, as in PageRank.
constexpr ProgramShape ranks{.pushed = {}, .pulled = {}, .every_vertex = true, .sweeps = {.signals = true}};
// Who is told something better speaks, as in components.
constexpr ProgramShape labels{
    .pushed = {.value = 4, .message = 4}, .pulled = {}, .idempotent = true, .sweeps = {.bitmaps = true}};

constexpr PlannedProgram pulled_ranks{.shape = ranks, .pushes = false, .pulls = true};
constexpr PlannedProgram pushed_labels{.shape = labels};

struct Cut {
  explicit Cut(const char* machine, int parts = 4, bool directed = false, const char* strategy = "random")
      : crew(synthetic_machine(machine), {.threads = 4}),
        graph(generate::draw(generate::Kronecker{.scale = 12}, {.seed = 7, .directed = directed}, crew, watch)) {
    if (directed) graph.in = transform::inverse_of(graph, false, crew, watch);
    partition = partition::named(strategy, graph, parts, 1, crew);
  }

  LayoutForecast forecast(std::vector<PlannedProgram> programs, const Rates& rates = thesis_rates()) {
    return forecast_layouts(graph, partition, programs, rates, crew);
  }

  Watch watch;
  Crew crew;
  Graph graph;
  Partition partition;
};

TEST(LayoutChoice, OnTheMachineOfTheThesisRanksAreCheaperWithGhosts) {
  const LayoutForecast forecast = Cut("4x1").forecast({pulled_ranks});
  EXPECT_EQ(forecast.taken, Arrangement::ghosted);
  EXPECT_TRUE(forecast.counted);
  ASSERT_EQ(forecast.supersteps.size(), 1u);
  EXPECT_EQ(forecast.supersteps[0].with_ghosts, Design::one_box);
  const double ratio = forecast.one_space_seconds() / forecast.ghosts_seconds();
  EXPECT_GT(ratio, 1.05);
  EXPECT_LT(ratio, 1.14) << "what Table 3.1 has, for arcs are read too";
}

TEST(LayoutChoice, OnOneDomainOneAddressSpaceIsTakenWithoutCounting) {
  for (const PlannedProgram& program : {pulled_ranks, pushed_labels}) {
    const LayoutForecast forecast = Cut("1x4").forecast({program});
    EXPECT_EQ(forecast.taken, Arrangement::shared);
    EXPECT_FALSE(forecast.counted) << "one rate for any array: ghosts cannot gain";
    EXPECT_GE(forecast.ghosts_seconds() / forecast.one_space_seconds(), 1 - 1e-9);
  }
}

TEST(LayoutChoice, IsForAllProgramsTogether) {
  Cut cut("4x1");
  const LayoutForecast both = cut.forecast({pulled_ranks, pushed_labels});
  ASSERT_EQ(both.supersteps.size(), 2u);
  EXPECT_EQ(both.supersteps[1].program, 1u);
  const double apart =
      cut.forecast({pulled_ranks}).one_space_seconds() + cut.forecast({pushed_labels}).one_space_seconds();
  EXPECT_DOUBLE_EQ(both.one_space_seconds(), apart);
}

// News of a push in place goes on in the same superstep, half of the time; but through boxes it waits for the next.
TEST(LayoutChoice, OfAPushInPlaceHasMoreSuperstepsWithGhosts) {
  Cut cut("4x1");
  PlannedProgram in_place = pushed_labels;
  in_place.shape.in_place = true;
  const LayoutForecast usual = cut.forecast({pulled_ranks, pushed_labels});
  const LayoutForecast further = cut.forecast({pulled_ranks, in_place});
  ASSERT_TRUE(usual.counted && further.counted);
  EXPECT_DOUBLE_EQ(further.supersteps[0].ghosts_seconds, usual.supersteps[0].ghosts_seconds);
  EXPECT_NEAR(further.supersteps[1].ghosts_seconds / usual.supersteps[1].ghosts_seconds, 1.75, 0.02)
      << "a quarter of the arcs is local";
}

// What it says of either layout is what the model says of it once it is made, but for pieces that are cut later.
TEST(LayoutChoice, PredictsWhatTheModelPredictsOfTheLayoutThatIsMade) {
  Cut cut("4x1");
  const LayoutForecast forecast = cut.forecast({pulled_ranks});
  for (const Arrangement arrangement : {Arrangement::shared, Arrangement::ghosted}) {
    const Layout layout = build_layout(cut.graph, partition::named("random", cut.graph, 4, 1, cut.crew),
                                       {.arrangement = arrangement, .push = false, .pull = true},
                                       Placement::partitioned, cut.crew, cut.watch);
    const Model model(shape_of(layout, cut.crew), ranks, thesis_rates(), cut.crew);
    const bool ghosts = arrangement == Arrangement::ghosted;
    const FullSuperstep full(Direction::pull, model.shapes(Direction::pull));
    EXPECT_DOUBLE_EQ(
        model.seconds(ghosts ? Design::one_box : Design::zero_box, Direction::pull, Boxes::whole, full.view()),
        ghosts ? forecast.ghosts_seconds() : forecast.one_space_seconds());
  }
}

TEST(LayoutChoice, CountsAreThoseOfTheLayoutThatIsMade) {
  for (const char* strategy : {"random", "degree", "hybrid", "contiguous", "contiguous-vertices"}) {
    for (const int parts : {2, 4, 8}) {
      for (const bool directed : {false, true}) {
        SCOPED_TRACE(std::string(strategy) + (directed ? ", directed, " : ", ") + std::to_string(parts));
        Cut cut("1x2", parts, directed, strategy);
        std::vector<std::vector<PartShape>> counted;
        int looked = 0;
        for (const Grouping grouping : {Grouping::by_source, Grouping::by_target}) {
          const auto look = [&](int part, const RankedBits&) { EXPECT_EQ(part, looked++ % parts); };
          counted.push_back(
              part_shapes(quality(cut.graph, cut.partition, grouping, look, cut.crew), Arrangement::ghosted));
        }
        EXPECT_EQ(looked, 2 * parts);
        const Layout layout = build_layout(cut.graph, partition::named(strategy, cut.graph, parts, 1, cut.crew),
                                           {.push = true, .pull = true}, Placement::partitioned, cut.crew, cut.watch);
        for (const Direction direction : {Direction::push, Direction::pull}) {
          const std::vector<PartShape> made = part_shapes(layout, direction);
          const std::vector<PartShape>& expected = counted[direction == Direction::push ? 0 : 1];
          ASSERT_EQ(made.size(), expected.size());
          for (std::size_t p = 0; p < made.size(); ++p) {
            EXPECT_EQ(made[p].own, expected[p].own);
            EXPECT_EQ(made[p].local_arcs, expected[p].local_arcs);
            EXPECT_EQ(made[p].remote_arcs, expected[p].remote_arcs);
            EXPECT_EQ(made[p].ghosts, expected[p].ghosts);
            EXPECT_EQ(made[p].mirrored, expected[p].mirrored);
          }
        }
      }
    }
  }
}

TEST(ScanSample, TellsHowManyArcsLeadAbroad) {
  Crew crew(synthetic_machine("1"), {.threads = 1});
  const Graph graph = testing::drawn("0-1 1-2 2-3 3-0");
  const Partition halves = partition::contiguous(graph, 2, partition::Balance::vertices, crew);
  const ScanSample sample(graph, halves, Grouping::by_source);
  EXPECT_EQ(sample.remote_share(), 0.5) << "of each vertex's two neighbours one is in the other half";
}

// Of a graph without structure the share of the array that fits is found; where neighbours are numbered side by side, all.
TEST(ScanSample, TellsNeighboursSideBySideFromAnyoneAnywhere) {
  Crew crew(synthetic_machine("1x2"), {.threads = 2});
  const std::vector<std::uint64_t> cache{1 << 13};
  const auto found = [&](const Graph& graph) {
    const Partition whole = partition::contiguous(graph, 1, partition::Balance::vertices, crew);
    std::vector<ReuseMeter> meters{ReuseMeter(8, cache)};
    ScanSample(graph, whole, Grouping::by_source).play_one_space(meters, crew);
    return meters[0].reuse().points.at(0).found;
  };
  const Watch watch;
  const Graph anyone = generate::draw(generate::Uniform{.scale = 13}, {.seed = 3}, crew, watch);
  EXPECT_NEAR(found(anyone), 0.125, 0.01);
  const Graph path = generate::draw(generate::Path{.vertices = 1 << 13}, {}, crew, watch);
  EXPECT_GT(found(path), 0.9);
}

TEST(ScanSample, OfAGraphWithoutArcsKnowsNothing) {
  Crew crew(synthetic_machine("1"), {.threads = 1});
  const Graph graph = testing::drawn("0 1 2");
  const Partition parts = partition::contiguous(graph, 2, partition::Balance::vertices, crew);
  const ScanSample sample(graph, parts, Grouping::by_source);
  EXPECT_EQ(sample.remote_share(), 0);
}

}  // namespace
}  // namespace Atoll
