// SPDX-License-Identifier: Apache-2.0
// PageRank by kernels: the ranks of the reference in few rounds, and the same ones on any number of threads.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/ranks/ranking.hpp"
#include "atoll/base/random.hpp"

#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

// Rounds of the kernel, given those of the program. Directed and by stages a round may shrink the change by 0.85 and no
// more (a loop hears only itself), which is 64 rounds from a third to the tolerance below; the program may need few,
// because it keeps the sum of the ranks, and where it needs more, stages do not. Undirected, from everywhere, the kernel
// first learns how far it may go. Else it is the program's iteration, in another order of sums.
std::uint64_t rounds_allowed(bool directed, bool spread, bool from_everywhere, std::uint64_t rounds_of_program) {
  if (directed && !spread) return std::max<std::uint64_t>(64, rounds_of_program);
  if (!directed && from_everywhere) return rounds_of_program * 3 / 2;
  return rounds_of_program + 1;
}

TEST(Kernels, ranking_agrees_with_the_reference) {
  const Algorithm& pagerank = algorithm("pagerank");
  on_one_part("pagerank", [&](const Sample& sample, const Prepared& made, Crew& crew) {
    const std::vector<std::uint64_t> everywhere;
    const std::vector<std::uint64_t> named = {sample.vertices / 2, sample.vertices - 1, sample.vertices / 2};
    for (const auto& [spread, personal] :
         {std::pair(true, everywhere), std::pair(false, everywhere), std::pair(true, named), std::pair(false, named)}) {
      SCOPED_TRACE(std::string(spread ? "spread" : "gap") + (personal.empty() ? "" : ", personal"));
      const std::set<std::uint64_t> once(personal.begin(), personal.end());
      const auto expected =
          reference::pagerank(sample.graph(), {.spread_dangling = spread,
                                               .personal = std::vector<std::uint64_t>(once.begin(), once.end()),
                                               .tolerance = 1e-12});
      Parameters parameters = defaults(pagerank);
      parameters.set("personal", personal);
      parameters.set("variant", spread ? "spread" : "gap");
      parameters.set("tolerance", spread ? 1e-12 : 1e-5);
      parameters.set("iterations", std::uint64_t{1000});
      Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
      EXPECT_TRUE(by_kernel(answer));
      EXPECT_TRUE(answer.fact<bool>("converged"));
      double apart = 0;
      const std::vector<double> ranks = ranks_of(answer);
      for (std::uint64_t v = 0; v < ranks.size(); ++v) apart += std::abs(ranks[v] - expected.rank[v]);
      EXPECT_LT(apart, spread ? 1e-10 : 2e-4);
      const certify::Verdict verdict = pagerank.check(made.layout, parameters, answer, crew);
      EXPECT_TRUE(verdict.ok) << verdict.reason;
      RunChoice plain = made.choice;
      plain.plain = true;
      const Answer by_program = pagerank.run(made.layout, parameters, plain, crew, Watch());
      const auto rounds = answer.fact<std::uint64_t>("iterations");
      const auto rounds_of_program = by_program.fact<std::uint64_t>("iterations");
      EXPECT_LE(rounds, rounds_allowed(made.layout.directed, spread, personal.empty(), rounds_of_program));
    }
  });
}

// Of ranks that add up to 1, rounds in floats change more than this for ever.
TEST(Kernels, ranking_without_dangling_rank_converges_to_a_tolerance_that_floats_do_not_tell) {
  const Algorithm& pagerank = algorithm("pagerank");
  on_one_part("pagerank", [&](const Sample& sample, const Prepared& made, Crew& crew) {
    const auto expected = reference::pagerank(sample.graph(), {.spread_dangling = false, .tolerance = 1e-12});
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", "gap");
    parameters.set("tolerance", 1e-11);
    parameters.set("iterations", std::uint64_t{1000});
    for (const bool plain : {false, true}) {
      SCOPED_TRACE(plain ? "plain" : "kernel");
      RunChoice choice = made.choice;
      choice.plain = plain;
      Answer answer = pagerank.run(made.layout, parameters, choice, crew, Watch());
      EXPECT_TRUE(answer.fact<bool>("converged"));
      const std::vector<double> ranks = ranks_of(answer);
      for (std::uint64_t v = 0; v < ranks.size(); ++v) EXPECT_NEAR(ranks[v], expected.rank[v], 1e-9);
      const certify::Verdict verdict = pagerank.check(made.layout, parameters, answer, crew);
      EXPECT_TRUE(verdict.ok) << verdict.reason;
    }
  });
}

// Beside a core, pairs that link to each other alone: rank that they have too much or too little fades by the damping.
TEST(Kernels, ranking_beside_closed_pairs_takes_no_more_rounds_than_the_program) {
  constexpr std::uint64_t core = 2000, pairs = 200, links = 16;
  Sample sample{.name = "closed pairs", .vertices = core + 2 * pairs};
  for (std::uint64_t i = 0; i < core * links; ++i)
    sample.edges.push_back({i / links, Random(1).below(i, core) * Random(2).below(i, core) / core});
  for (std::uint64_t a = core; a < sample.vertices; a += 2) {
    sample.edges.push_back({a, a + 1});
    sample.edges.push_back({a + 1, a});
  }
  const Algorithm& pagerank = algorithm("pagerank");
  Crew& crew = crew_of(2);
  Prepared made = one_part_of(pagerank, sample, false, crew);
  Parameters parameters = defaults(pagerank);
  parameters.set("iterations", std::uint64_t{1000});
  const Answer kernel = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
  EXPECT_TRUE(by_kernel(kernel));
  made.choice.plain = true;
  const Answer program = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
  EXPECT_LE(kernel.fact<std::uint64_t>("iterations"), program.fact<std::uint64_t>("iterations") + 1);
}

TEST(Kernels, ranking_takes_less_than_half_the_rounds_on_a_path) {
  Sample path{.name = "path", .vertices = 1000, .directed = false};
  for (std::uint64_t v = 1; v < path.vertices; ++v) path.edges.push_back({v - 1, v});
  const Algorithm& pagerank = algorithm("pagerank");
  Crew& crew = crew_of(2);
  Prepared made = one_part_of(pagerank, path, false, crew);
  Parameters parameters = defaults(pagerank);
  parameters.set("tolerance", 1e-8);
  parameters.set("iterations", std::uint64_t{1000});
  const Answer fast = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
  made.choice.plain = true;
  const Answer plain = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
  EXPECT_LT(2 * fast.fact<std::uint64_t>("iterations"), plain.fact<std::uint64_t>("iterations"));
}

// Rank goes back and forth between two sides, which is the slowest there is for rounds that hear the one before.
TEST(Kernels, ranking_of_two_sides_takes_less_than_a_fifth_of_the_rounds_in_either_order) {
  constexpr std::uint64_t readers = 20'000, books = 500, read = 12;
  Sample sample{.name = "two sides", .vertices = readers + books, .directed = false};
  for (std::uint64_t i = 0; i < readers * read; ++i)
    sample.edges.push_back({i / read, readers + Random(1).below(i, books) * Random(2).below(i, books) / books});
  const Algorithm& pagerank = algorithm("pagerank");
  Crew& crew = crew_of(2);
  Parameters parameters = defaults(pagerank);
  parameters.set("variant", "gap");
  parameters.set("tolerance", 1e-4);
  for (const bool prepared : {false, true}) {
    SCOPED_TRACE(prepared ? "prepared" : "as given");
    Prepared made = one_part_of(pagerank, sample, prepared, crew);
    const Answer fast = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
    made.choice.plain = true;
    const Answer plain = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
    EXPECT_LT(5 * fast.fact<std::uint64_t>("iterations"), plain.fact<std::uint64_t>("iterations"));
  }
}

// In so many chunks and pieces that there are stages and turns; five threads share what fewer have for themselves.
TEST(Kernels, ranking_in_place_is_the_same_on_any_number_of_threads) {
  using kernels::RoundKind;
  Sample web{.name = "web, near arcs and far ones", .vertices = 30'000, .directed = true};
  Sample papers{.name = "citations of the last few hundred", .vertices = 60'000, .directed = true};
  Sample notes{.name = "citations in records and some longer", .vertices = 60'000, .directed = true};
  Sample mesh{.name = "mesh, rows too long for steps", .vertices = 60'000, .directed = false};
  Sample road{.name = "road, rows in records and some longer", .vertices = 60'000, .directed = false};
  for (std::uint64_t v = 0; v < web.vertices; ++v) {
    for (std::uint64_t i = 1; i <= 8; ++i) web.edges.push_back({v, (v + i) % web.vertices});
    for (std::uint64_t i = 1; i <= 4; ++i) web.edges.push_back({v, (v * v + 7919 * i) % web.vertices});
  }
  for (std::uint64_t v = 1; v < papers.vertices; ++v) {
    for (std::uint64_t i = 1; i <= 8; ++i) papers.edges.push_back({v, v - std::min(v, 1 + (v * i * i) % 300)});
    for (std::uint64_t i = 1; i <= 3; ++i) notes.edges.push_back({v, v - std::min(v, 1 + (v * i * i) % 300)});
  }
  for (std::uint64_t v = 0; v < mesh.vertices; ++v) {
    for (std::uint64_t i = 1; i <= 3 + v % 3; ++i) mesh.edges.push_back({v, (v + i * i) % mesh.vertices});
  }
  for (std::uint64_t v = 0; v + 1 < road.vertices; ++v) {
    road.edges.push_back({v, v + 1});
    if (v % 1000 == 0) road.edges.push_back({v, (v + 40'000) % road.vertices});
    if (v % 40 < 3) road.edges.push_back({v, v / 40 * 40 + 7});
  }
  const Algorithm& pagerank = algorithm("pagerank");
  for (const auto& [sample, rounds] :
       {std::pair(web, RoundKind::staged), std::pair(papers, RoundKind::staged), std::pair(notes, RoundKind::staged),
        std::pair(mesh, RoundKind::staged), std::pair(road, RoundKind::relaxed)}) {
    SCOPED_TRACE(sample.name);
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", "gap");
    parameters.set("tolerance", 1e-5);
    std::vector<double> first;
    for (const int threads : {1, 2, 3, 4, 5}) {
      Crew& crew = crew_of(threads);
      const Prepared made = one_part_of(pagerank, sample, false, crew);
      const kernels::RankingOptions options{.tolerance = 1e-5, .spread_dangling = false};
      ASSERT_EQ(kernels::rounds_of(kernels::one_part(made.layout), options, kernels::Use::once), rounds);
      Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
      EXPECT_TRUE(pagerank.check(made.layout, parameters, answer, crew).ok);
      const std::vector<double> found = ranks_of(answer);
      if (first.empty()) first = found;
      EXPECT_TRUE(found == first) << threads << " threads";
    }
  }
}

// Two cliques and a path between them: neighbours have as many arcs, so ranks start evenly, which is nearly the answer.
// By degree all rank would begin in the cliques.
TEST(Kernels, ranking_starts_evenly_where_neighbours_are_alike) {
  constexpr std::uint64_t clique = 300, path = 20'000;
  Sample barbell{.name = "barbell", .vertices = 2 * clique + path, .directed = false};
  for (std::uint64_t v = 0; v < clique; ++v) {
    for (std::uint64_t u = 0; u < v; ++u) {
      barbell.edges.push_back({u, v});
      barbell.edges.push_back({clique + path + u, clique + path + v});
    }
  }
  for (std::uint64_t v = clique - 1; v < clique + path; ++v) barbell.edges.push_back({v, v + 1});
  const Algorithm& pagerank = algorithm("pagerank");
  Crew& crew = crew_of(2);
  const Prepared made = one_part_of(pagerank, barbell, false, crew);
  Parameters parameters = defaults(pagerank);
  parameters.set("tolerance", 1e-4);
  Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
  EXPECT_TRUE(pagerank.check(made.layout, parameters, answer, crew).ok);
  EXPECT_LE(answer.fact<std::uint64_t>("iterations"), 2);
}

// Cliques and a path start evenly, but for the vertices beside them without an arc, which keep what they have: rounds in
// place, by stages and relaxed, do not come to them.
TEST(Kernels, ranking_starts_vertices_without_arcs_from_what_they_keep) {
  for (const std::uint64_t clique : {std::uint64_t{300}, std::uint64_t{5}}) {
    Sample sample{.name = "cliques", .vertices = 62'000, .directed = false};
    for (std::uint64_t first = 0; first < 600; first += clique) {
      for (std::uint64_t v = first; v < first + clique; ++v)
        for (std::uint64_t u = first; u < v; ++u) sample.edges.push_back({u, v});
    }
    for (std::uint64_t v = 599; v + 1 < 60'000; ++v) sample.edges.push_back({v, v + 1});
    for (std::uint64_t v = 30'000; v < 60'000; v += 40) sample.edges.push_back({v, v - 20});
    const Algorithm& pagerank = algorithm("pagerank");
    for (const char* variant : {"gap", "spread"}) {
      SCOPED_TRACE(std::to_string(clique) + ", " + variant);
      std::vector<double> first;
      for (const int threads : {1, 5}) {
        Crew& crew = crew_of(threads);
        const Prepared made = one_part_of(pagerank, sample, false, crew);
        Parameters parameters = defaults(pagerank);
        parameters.set("variant", variant);
        parameters.set("tolerance", 1e-5);
        Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
        const certify::Verdict verdict = pagerank.check(made.layout, parameters, answer, crew);
        EXPECT_TRUE(verdict.ok) << verdict.reason;
        EXPECT_LT(answer.check_value, 1e-5);
        const std::vector<double> ranks = ranks_of(answer);
        if (first.empty()) first = ranks;
        EXPECT_TRUE(std::ranges::equal(ranks, first)) << threads;
      }
    }
  }
}

// Many who have few neighbours, and hubs first: rounds by stages do not keep the sum of all ranks, and without setting it
// right they take six.
TEST(Kernels, ranking_by_stages_keeps_the_sum_of_ranks) {
  constexpr unsigned bits = 15;
  Sample sample{.name = "kron", .vertices = 1u << bits, .directed = false};
  const Random random(7);
  for (std::uint64_t i = 0; i < sample.vertices * 48; ++i) {
    std::uint64_t u = 0, v = 0;
    for (unsigned bit = 0; bit < bits; ++bit) {
      const std::uint64_t drawn = random.below(i * bits + bit, 100);
      u = 2 * u + (drawn >= 76 ? 1 : 0);
      v = 2 * v + ((drawn >= 57 && drawn < 76) || drawn >= 95 ? 1 : 0);
    }
    sample.edges.push_back({u, v});
  }
  const Algorithm& pagerank = algorithm("pagerank");
  Crew& crew = crew_of(2);
  Parameters parameters = defaults(pagerank);
  parameters.set("variant", "gap");
  parameters.set("tolerance", 1e-4);
  const Prepared made = one_part_of(pagerank, sample, true, crew);
  const kernels::RankingOptions options{.tolerance = 1e-4, .spread_dangling = false};
  ASSERT_EQ(kernels::rounds_of(kernels::one_part(made.layout), options, kernels::Use::often),
            kernels::RoundKind::staged);
  std::vector<double> first;
  for (const int threads : {1, 5}) {
    Crew& crew_here = crew_of(threads);
    const Prepared here = one_part_of(pagerank, sample, true, crew_here);
    Answer answer = pagerank.run(here.layout, parameters, here.choice, crew_here, Watch());
    EXPECT_TRUE(pagerank.check(here.layout, parameters, answer, crew_here).ok);
    EXPECT_LE(answer.fact<std::uint64_t>("iterations"), 5);
    const std::vector<double> ranks = ranks_of(answer);
    if (first.empty()) first = ranks;
    EXPECT_TRUE(std::ranges::equal(ranks, first)) << threads;
  }
}

// Where arcs lead one way along a lattice, what is wrong moves along them: in a round as far as rows hear each other.
TEST(Kernels, ranking_of_a_lattice_one_way_hears_the_row_before) {
  constexpr std::uint64_t vertices = 60'000;
  Sample sample{.name = "lattice one way", .vertices = vertices, .directed = true};
  for (std::uint64_t v = 0; v < vertices; ++v) {
    for (const std::uint64_t step : {1u, 2u, 40u, 1600u})
      if (v + step < vertices) sample.edges.push_back({v, v + step});
    sample.edges.push_back({v, Random(1).below(v, vertices)});
  }
  const Algorithm& pagerank = algorithm("pagerank");
  Crew& crew = crew_of(2);
  Parameters parameters = defaults(pagerank);
  parameters.set("variant", "gap");
  parameters.set("tolerance", 1e-4);
  const Prepared made = one_part_of(pagerank, sample, false, crew);
  Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
  EXPECT_TRUE(pagerank.check(made.layout, parameters, answer, crew).ok);
  EXPECT_LE(answer.fact<std::uint64_t>("iterations"), 6);
}

// What cites only what was there before hands all rank down to the first few, who keep it among them.
TEST(Kernels, ranking_of_citations_follows_them) {
  constexpr std::uint64_t papers = 60'000, cited = 8, founders = 12;
  Sample sample{.name = "citations", .vertices = papers};
  for (std::uint64_t v = 0; v < papers; ++v) {
    for (std::uint64_t i = 0; i < cited; ++i) {
      const std::uint64_t u = Random(1).below(v * cited + i, std::max(v, founders));
      if (u != v) sample.edges.push_back({v, u});
    }
  }
  const Algorithm& pagerank = algorithm("pagerank");
  Parameters parameters = defaults(pagerank);
  parameters.set("variant", "gap");
  parameters.set("tolerance", 1e-4);
  std::vector<double> first;
  for (const int threads : {1, 5}) {
    Crew& crew = crew_of(threads);
    const Prepared made = one_part_of(pagerank, sample, false, crew);
    Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
    EXPECT_TRUE(pagerank.check(made.layout, parameters, answer, crew).ok);
    EXPECT_LE(answer.fact<std::uint64_t>("iterations"), 18);
    const std::vector<double> ranks = ranks_of(answer);
    if (first.empty()) first = ranks;
    EXPECT_TRUE(std::ranges::equal(ranks, first)) << threads;
  }
}

// A hub with so many arcs that a float, added to one by one, would lose what the last ones say.
TEST(Kernels, ranking_in_floats_adds_up_long_rows) {
  Sample star{.name = "star", .vertices = 200'000, .directed = false};
  Sample wheel{.name = "wheel", .vertices = 300'000, .directed = false};
  for (std::uint64_t v = 1; v < star.vertices; ++v) star.edges.push_back({0, v});
  for (std::uint64_t v = 1; v < wheel.vertices; ++v) {
    wheel.edges.push_back({0, v});
    if (v > 1) wheel.edges.push_back({v - 1, v});
  }
  const Algorithm& pagerank = algorithm("pagerank");
  Crew& crew = crew_of(2);
  for (const Sample& sample : {star, wheel}) {
    SCOPED_TRACE(sample.name);
    const Prepared made = one_part_of(pagerank, sample, false, crew);
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", "gap");
    parameters.set("tolerance", 1e-5);
    Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
    EXPECT_TRUE(answer.fact<bool>("converged"));
    EXPECT_TRUE(pagerank.check(made.layout, parameters, answer, crew).ok);
    EXPECT_LT(answer.check_value, 2e-5);
  }
}

TEST(Kernels, ranking_of_so_many_rounds_is_the_power_iteration) {
  const Algorithm& pagerank = algorithm("pagerank");
  on_one_part("pagerank", [&](const Sample&, const Prepared& made, Crew& crew) {
    Parameters parameters = defaults(pagerank);
    parameters.set("tolerance", 0.0);
    parameters.set("iterations", std::uint64_t{5});
    RunChoice plain = made.choice;
    plain.plain = true;
    const Answer by_kernel = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
    const Answer by_program = pagerank.run(made.layout, parameters, plain, crew, Watch());
    const std::vector<double> ranks = ranks_of(by_kernel);
    const std::vector<double> expected = ranks_of(by_program);
    for (std::uint64_t v = 0; v < ranks.size(); ++v) ASSERT_NEAR(ranks[v], expected[v], 1e-14) << "vertex " << v;
  });
}

}  // namespace
}  // namespace Atoll::testing
