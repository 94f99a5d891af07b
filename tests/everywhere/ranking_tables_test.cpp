// SPDX-License-Identifier: Apache-2.0
// Which tables PageRank's kernels make of the rows, for whom, and that ranks by them are those of the program.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/ranks/ranking.hpp"
#include "atoll/algorithms/kernels/ranks/tiles.hpp"
#include "atoll/base/random.hpp"

#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

// Whose second-level caches are too small for what is heard of some hundred thousand vertices.
Crew crew_of_small_caches(int threads, const char* machine_name = "2x2") {
  Machine machine = synthetic_machine(machine_name);
  machine.caches = {{.level = 2, .bytes = 1u << 19, .sharers = 1}, {.level = 3, .bytes = 1u << 28, .sharers = 4}};
  return Crew(machine, {.threads = threads, .pin = false});
}

// What the estimate of a run has for tables.
std::uint64_t estimated_tables(const Layout& layout, const Parameters& parameters, Aids aids, Crew& crew) {
  const auto estimate = algorithm("pagerank").kernel_estimate;
  return estimate(layout, parameters, aids, crew).value() - estimate(layout, parameters, Aids::made, crew).value();
}

// Hubs with ends everywhere, in so many vertices that sums are by tiles, and many without an arc: of edges in pairs, of
// edges in doubles and on a machine of many processors, and of arcs.
TEST(Kernels, ranking_by_tiles_agrees_with_the_program_on_any_number_of_threads) {
  constexpr std::uint64_t hubs = 1000, ends = 1200;
  Sample undirected{.name = "hubs", .vertices = 290'000, .directed = false};
  for (std::uint64_t i = 0; i < hubs * ends; ++i) undirected.edges.push_back({i / ends, 5000 + i * 7919 % 90'000 * 3});
  Sample directed = undirected;
  directed.directed = true;
  const Algorithm& pagerank = algorithm("pagerank");
  struct Case {
    const Sample& sample;
    bool prepared;
    bool spread;
    const char* machine;
  };
  for (const auto& [sample, prepared, spread, machine] :
       {Case{undirected, false, false, "2x2"}, Case{undirected, true, true, "2x2"},
        Case{undirected, true, false, "2x4"}, Case{directed, true, true, "2x2"}}) {
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", spread ? "spread" : "gap");
    parameters.set("tolerance", spread ? 1e-7 : 1e-5);
    parameters.set("iterations", std::uint64_t{1000});
    std::vector<double> first;
    for (const int threads : {1, 4}) {
      SCOPED_TRACE(std::string(sample.directed ? "directed, " : "") + (prepared ? "prepared, " : "as given, ") +
                   (spread ? "spread, " : "gap, ") + machine + ", " + std::to_string(threads) + " threads");
      Crew crew = crew_of_small_caches(threads, machine);
      const Prepared made = one_part_of(pagerank, sample, prepared, crew);
      const std::uint64_t bytes_per_arc =
          sample.directed ? kernels::Tiles::bytes_per_arc_max : kernels::EdgeTiles::bytes_per_arc_max;
      ASSERT_EQ(estimated_tables(made.layout, parameters, prepared ? Aids::to_be_made : Aids::none, crew),
                made.layout.arcs * bytes_per_arc);
      Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
      const certify::Verdict verdict = pagerank.check(made.layout, parameters, answer, crew);
      EXPECT_TRUE(verdict.ok) << verdict.reason;
      const std::vector<double> ranks = ranks_of(answer);
      if (first.empty()) first = ranks;
      EXPECT_TRUE(std::ranges::equal(ranks, first));
      if (threads == 1) continue;
      RunChoice plain = made.choice;
      plain.plain = true;
      const Answer by_program = pagerank.run(made.layout, parameters, plain, crew, Watch());
      const std::vector<double> of_program = ranks_of(by_program);
      double apart = 0;
      for (std::uint64_t v = 0; v < ranks.size(); ++v) apart += std::abs(ranks[v] - of_program[v]);
      EXPECT_LT(apart, spread ? 2e-6 : 2e-4);  // each is within tolerance * damping / (1 - damping) of the solution
    }
  }
}

// In floats both ends of an edge hear each other at once, in doubles they do not; one form does not serve the other.
// Jumps may be personal.
TEST(Kernels, ranking_by_pairs_is_prepared_for_floats_and_stops_when_it_is_told) {
  constexpr std::uint64_t vertices = 300'000, edges = 1'500'000;
  Sample sample{.name = "random edges", .vertices = vertices, .directed = false};
  for (std::uint64_t i = 0; i < edges; ++i)
    sample.edges.push_back({Random(1).below(i, vertices), Random(2).below(i, vertices)});
  const Algorithm& pagerank = algorithm("pagerank");
  Crew crew = crew_of_small_caches(4);
  const Prepared made = one_part_of(pagerank, sample, true, crew);
  const auto with = [&](const char* variant, std::vector<std::uint64_t> personal) {
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", variant);
    parameters.set("tolerance", 1e-5);
    parameters.set("personal", std::move(personal));
    return parameters;
  };
  EXPECT_EQ(estimated_tables(made.layout, with("gap", {}), Aids::to_be_made, crew),
            made.layout.arcs * kernels::EdgeTiles::bytes_per_arc_max);
  const auto gap = pagerank.prepare(made.layout, with("gap", {}), crew);
  const auto spread = pagerank.prepare(made.layout, with("spread", {}), crew);
  ASSERT_NE(gap, nullptr);
  ASSERT_NE(spread, nullptr);
  EXPECT_NE(pagerank.prepare(made.layout, with("gap", {3, 299'999}), crew), nullptr);  // whose marks are no one's yet
  EXPECT_TRUE(gap->suits(with("gap", {5, 7})));
  EXPECT_FALSE(gap->suits(with("spread", {})));
  EXPECT_FALSE(spread->suits(with("gap", {})));
  for (const std::vector<std::uint64_t>& personal : {std::vector<std::uint64_t>{}, {3, 299'999}}) {
    Answer answer = pagerank.run(made.layout, with("gap", personal), {.prepared = gap}, crew, Watch());
    EXPECT_TRUE(pagerank.check(made.layout, with("gap", personal), answer, crew).ok);
    EXPECT_TRUE(answer.fact<bool>("converged"));
  }
  const auto personal = pagerank.prepare(made.layout, with("gap", {3, 299'999}), crew);
  Answer other = pagerank.run(made.layout, with("gap", {5, 7}), {.prepared = personal}, crew, Watch());
  EXPECT_TRUE(pagerank.check(made.layout, with("gap", {5, 7}), other, crew).ok);
  Watch watch([&](const Progress&) { watch.cancel(); });
  EXPECT_THROW(pagerank.run(made.layout, with("gap", {}), {.prepared = gap}, crew, watch), Error);
}

// Of hubs and many without arcs, so that hubs come first: in floats and doubles, and not for personal jumps.
TEST(Kernels, ranking_of_a_prepared_directed_graph_leaps) {
  constexpr std::uint64_t vertices = 200'000, edges = 2'200'000;
  Sample sample{.name = "random arcs and hubs", .vertices = vertices, .directed = true};
  for (std::uint64_t i = 0; i < edges; ++i) {
    const std::uint64_t hub =
        Random(3).below(i, 8) == 0 ? Random(4).below(i, 100) : Random(1).below(i, vertices - 20'000);
    sample.edges.push_back({hub, Random(2).below(i, vertices - 20'000)});
  }
  const Algorithm& pagerank = algorithm("pagerank");
  Crew crew = crew_of_small_caches(4);
  const Prepared made = one_part_of(pagerank, sample, true, crew);
  for (const double tolerance : {1e-5, 1e-8}) {
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", "gap");
    parameters.set("tolerance", tolerance);
    const kernels::RankingOptions options{
        .tolerance = tolerance, .spread_dangling = false, .in_doubles = tolerance < 1e-6, .processors = 4};
    ASSERT_EQ(kernels::rounds_of(kernels::one_part(made.layout), options, kernels::Use::often),
              kernels::RoundKind::leaping);
    const auto prepared = pagerank.prepare(made.layout, parameters, crew);
    ASSERT_NE(prepared, nullptr);
    EXPECT_TRUE(prepared->suits(parameters));
    Answer answer = pagerank.run(made.layout, parameters, {.prepared = prepared}, crew, Watch());
    EXPECT_TRUE(pagerank.check(made.layout, parameters, answer, crew).ok);
    EXPECT_LT(answer.check_value, tolerance);
    const Answer plain = pagerank.run(made.layout, parameters, {.plain = true}, crew, Watch());
    EXPECT_LT(answer.fact<std::uint64_t>("iterations"), plain.fact<std::uint64_t>("iterations"));
    const std::vector<double> found = ranks_of(answer), expected = ranks_of(plain);
    double apart = 0;
    for (std::uint64_t v = 0; v < vertices; ++v) apart += std::abs(found[v] - expected[v]);
    EXPECT_LT(apart, 12 * tolerance);  // each is within tolerance * damping / (1 - damping) of the solution
    {
      Crew one = crew_of_small_caches(1);
      const Prepared alone = one_part_of(pagerank, sample, true, one);
      EXPECT_TRUE(ranks_of(pagerank.run(alone.layout, parameters, alone.choice, one, Watch())) == found);
    }
    parameters.set("personal", std::vector<std::uint64_t>{3, 150'000});
    EXPECT_FALSE(prepared->suits(parameters));
    Answer personal = pagerank.run(made.layout, parameters, {.prepared = prepared}, crew, Watch());
    EXPECT_TRUE(pagerank.check(made.layout, parameters, personal, crew).ok);
  }
}

// Neighbours know each other: without spreading, rounds are by stages, and tiles would be made for nobody.
TEST(Kernels, ranking_prepares_tiles_only_for_rounds_that_have_them) {
  Sample mesh{.name = "mesh of long rows", .vertices = 150'000, .directed = false};
  for (std::uint64_t v = 0; v < mesh.vertices; ++v) {
    for (std::uint64_t i = 1; i <= 3 + v % 3; ++i) mesh.edges.push_back({v, (v + i * i) % mesh.vertices});
  }
  const Algorithm& pagerank = algorithm("pagerank");
  Crew& crew = crew_of(2);
  const Prepared made = one_part_of(pagerank, mesh, false, crew);
  const kernels::OnePart graph = kernels::one_part(made.layout);
  ASSERT_TRUE(kernels::Tiles::pay_often(graph, 2));
  ASSERT_TRUE(kernels::has_near_ends(graph));
  const auto with = [&](const char* variant, double damping) {
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", variant);
    parameters.set("tolerance", 1e-5);
    parameters.set("damping", damping);
    return parameters;
  };
  memory::release_spares();
  const std::uint64_t before = memory::current_bytes();
  const auto gap = pagerank.prepare(made.layout, with("gap", 0.85), crew);
  EXPECT_EQ(gap, nullptr);  // rows are walked as they are
  memory::release_spares();
  EXPECT_EQ(memory::current_bytes(), before);
  const auto spread = pagerank.prepare(made.layout, with("spread", 0.85), crew);
  memory::release_spares();
  EXPECT_GT(memory::current_bytes(), before + graph.arcs);
  EXPECT_TRUE(spread->suits(with("spread", 0.5)));
  EXPECT_FALSE(spread->suits(with("gap", 0.85)));
  EXPECT_EQ(estimated_tables(made.layout, with("gap", 0.85), Aids::to_be_made, crew), 0);
  {
    // Stages keep seven floats a vertex, and the ranks get the pages of two of them.
    memory::release_spares();
    const memory::PeakFromHere peak;
    const std::uint64_t start = memory::current_bytes();
    pagerank.run(made.layout, with("gap", 0.85), {.prepared = gap}, crew, Watch());
    EXPECT_LT(memory::peak_bytes(), start + 8 * sizeof(float) * mesh.vertices);
  }
  for (const auto& prepared : {gap, spread}) {
    for (const char* variant : {"gap", "spread"}) {
      Answer answer = pagerank.run(made.layout, with(variant, 0.85), {.prepared = prepared}, crew, Watch());
      EXPECT_TRUE(pagerank.check(made.layout, with(variant, 0.85), answer, crew).ok) << variant;
    }
  }
}

// Everybody has as many neighbours: ranks start from the answer, which no row need be read for, and nothing is made for
// more rounds. There are more where a sample does not see who has one more.
TEST(Kernels, ranking_of_a_regular_graph_takes_one_round_and_makes_no_tables) {
  for (const bool has_chord : {false, true}) {
    SCOPED_TRACE(has_chord ? "with a chord" : "regular");
    Sample ring{.name = "ring", .vertices = 300'000, .directed = false};
    for (std::uint64_t v = 0; v < ring.vertices; ++v) {
      for (std::uint64_t i = 1; i <= 4; ++i) ring.edges.push_back({v, (v + i * i) % ring.vertices});
    }
    if (has_chord) ring.edges.push_back({77'777, 222'222});
    const Algorithm& pagerank = algorithm("pagerank");
    Crew& crew = crew_of(2);
    const Prepared made = one_part_of(pagerank, ring, false, crew);
    Parameters parameters = defaults(pagerank);
    parameters.set("tolerance", 1e-7);
    memory::release_spares();
    const std::uint64_t before = memory::current_bytes();
    RunChoice choice = made.choice;
    choice.prepared = pagerank.prepare(made.layout, parameters, crew);
    memory::release_spares();
    EXPECT_EQ(memory::current_bytes(), before);
    Answer answer = pagerank.run(made.layout, parameters, choice, crew, Watch());
    EXPECT_TRUE(pagerank.check(made.layout, parameters, answer, crew).ok);
    EXPECT_TRUE(answer.fact<bool>("converged"));
    EXPECT_EQ(answer.fact<std::uint64_t>("iterations") == 1, !has_chord);
    EXPECT_EQ(answer.statistics.arcs_scanned == 0, !has_chord);
    EXPECT_EQ(answer.fact<std::uint64_t>("iterations"), answer.statistics.supersteps.size());
    parameters.set("iterations", std::uint64_t{2});
    const Answer stopped = pagerank.run(made.layout, parameters, choice, crew, Watch());
    EXPECT_LE(stopped.statistics.supersteps.size(), 2);
  }
}

}  // namespace
}  // namespace Atoll::testing
