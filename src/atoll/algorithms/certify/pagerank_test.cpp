// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

double residual(LaidOut& at, const std::vector<double>& rank, bool spread_dangling = true) {
  return certify::pagerank_residual(at.layout, rank, {.damping = 0.85, .spread_dangling = spread_dangling}, at.crew);
}

std::vector<double> ranks(const Graph& graph, bool spread_dangling) {
  return reference::pagerank(graph, {.spread_dangling = spread_dangling, .iterations_max = 300, .tolerance = 1e-15})
      .rank;
}

TEST(PageRankCertificate, FindsNoResidualInRightAnswers) {
  bool push = false;
  for (const Sample& sample : all_samples(test_seed())) {
    for (const bool spread : {true, false}) {
      SCOPED_TRACE(sample.name);
      LaidOut at(sample.graph(Weighing::none, push), 3, push);
      EXPECT_LT(residual(at, ranks(sample.graph(), spread), spread), 1e-13);
      push = !push;
    }
  }
}

// ||x - G x|| >= (1 - damping) ||x - rank||, and <= (1 + damping) times it.
TEST(PageRankCertificate, MeasuresHowFarAnAnswerIsOff) {
  Dice dice(7);
  for (const Sample& sample : some_samples()) {
    if (sample.vertices == 0) continue;
    LaidOut at(sample.graph());
    for (const bool spread : {true, false}) {
      std::vector<double> rank = ranks(sample.graph(), spread);
      for (const double off : {1e-3, -1e-6, 1e-9}) {
        const std::uint64_t v = dice.below(sample.vertices);
        SCOPED_TRACE(fmt::format("{}, vertex {}, off by {}", sample.name, v, off));
        rank[v] += off;
        EXPECT_GT(residual(at, rank, spread), 0.149 * std::abs(off));
        EXPECT_LT(residual(at, rank, spread), 1.851 * std::abs(off));
        rank[v] -= off;
      }
    }
  }
}

TEST(PageRankCertificate, IsTheChangeOfOneMoreIteration) {
  for (const Sample& sample : random_samples(test_seed())) {
    const Graph graph = sample.graph();
    LaidOut at(sample.graph());
    for (const int iterations : {0, 1, 5}) {
      const auto before = reference::pagerank(graph, {.iterations_max = iterations});
      const auto after = reference::pagerank(graph, {.iterations_max = iterations + 1});
      EXPECT_NEAR(residual(at, before.rank), after.change, 1e-12) << sample.name;
    }
  }
}

TEST(PageRankCertificate, TellsTheVariantsApart) {
  const Graph graph = drawn("0>1 1>2 0>2");
  LaidOut at(drawn("0>1 1>2 0>2"));
  EXPECT_GT(residual(at, ranks(graph, true), false), 0.01);
  EXPECT_GT(residual(at, ranks(graph, false), true), 0.01);
}

TEST(PageRankCertificate, KnowsWhereJumpsLand) {
  for (const Sample& sample : some_samples()) {
    if (sample.vertices < 3) continue;
    LaidOut at(sample.graph());
    const std::vector<std::uint64_t> some = {0, sample.vertices - 1};
    const std::vector<std::uint64_t> other = {1};
    for (const bool spread : {true, false}) {
      SCOPED_TRACE(sample.name);
      const auto rank =
          reference::pagerank(sample.graph(),
                              {.spread_dangling = spread, .iterations_max = 300, .personal = some, .tolerance = 1e-15})
              .rank;
      const auto asked = [&](std::span<const std::uint64_t> personal) {
        return certify::pagerank_residual(at.layout, rank,
                                          {.damping = 0.85, .spread_dangling = spread, .personal = personal}, at.crew);
      };
      EXPECT_LT(asked(some), 1e-13);
      EXPECT_GT(asked(other), 0.1);
      EXPECT_GT(asked({}), 1e-4);
    }
  }
}

TEST(PageRankCertificate, CountsParallelArcsAndLoops) {
  LaidOut at(drawn("0>0 0>1 0>1 1>0"));
  // r0 = .075 + .85 (r0 / 3 + r1) and r0 + r1 = 1
  const double r0 = 0.925 / (1.85 - 0.85 / 3);
  EXPECT_NEAR(residual(at, {r0, 1 - r0}), 0, 1e-15);
  EXPECT_GT(residual(at, {1 - r0, r0}), 0.01);
}

TEST(PageRankCertificate, IsNeverSatisfiedByWhatIsNoAnswer) {
  LaidOut at(drawn("0-1 1-2"));
  EXPECT_FALSE(residual(at, {0.3, NAN, 0.3}) <= 1e300);
  EXPECT_FALSE(residual(at, {0.5, 0.5}) <= 1e300);
  LaidOut nothing(make_graph(0, {}, {}));
  EXPECT_EQ(residual(nothing, {}), 0);
}

}  // namespace
}  // namespace Atoll
