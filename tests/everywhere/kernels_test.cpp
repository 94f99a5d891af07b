// SPDX-License-Identifier: Apache-2.0
// The specialised kernels against the same references as the vertex programs they stand beside: on every sample, as it
// is and prepared, for any number of threads, through the catalog, and several times over the same preparation.
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <ranges>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/kernels/tiles.hpp"
#include "atoll/algorithms/kernels/wavefront.hpp"
#include "atoll/base/random.hpp"

#include "tests/everywhere/everywhere.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

struct Prepared {
  Layout layout;
  RunChoice choice;
};

Prepared one_part_of(const Algorithm& algorithm, const Sample& sample, bool prepared, Crew& crew) {
  Graph graph = sample.graph();
  Prepared made;
  made.layout =
      prepare(graph, algorithm.needs(DirectionChoice::automatic), {.parts = 1, .prepared = prepared}, crew, Watch());
  if (prepared && algorithm.prepare != nullptr) made.choice.prepared = algorithm.prepare(made.layout, crew);
  return made;
}

// check(sample, prepared, its layout and choice, crew) for each sample, as it is and prepared, on 1 and 4 threads.
template <class Check>
void on_one_part(const std::string& name, Check check) {
  const std::vector<Sample> samples = all_samples(test_seed());
  for (const Choice& choice : cells({static_cast<int>(samples.size()), 2, 2}, test_seed())) {
    const Sample& sample = samples[static_cast<std::size_t>(choice[0])];
    if (sample.vertices == 0) continue;
    const bool prepared = choice[1] == 1;
    const int threads = choice[2] == 1 ? 4 : 1;
    SCOPED_TRACE(sample.name + (prepared ? ", prepared, " : ", as given, ") + std::to_string(threads) +
                 " threads, seed " + std::to_string(test_seed()));
    Crew& crew = crew_of(threads);
    const Prepared made = one_part_of(algorithm(name), sample, prepared, crew);
    check(sample, prepared, made, crew);
    if (::testing::Test::HasFailure()) return;
  }
}

bool by_kernel(const Answer& answer) {
  const auto& steps = answer.statistics.supersteps;
  return !steps.empty() && steps.front().exchange == "kernel";
}

void expect_levels(const Answer& answer, const std::vector<std::uint32_t>& expected) {
  const auto& levels = answer.as<Array<std::uint32_t>>("level");
  for (std::uint64_t v = 0; v < expected.size(); ++v) ASSERT_EQ(levels[v], expected[v]) << "vertex " << v;
}

// As given, the least neighbour of the level before; prepared, one of them: the certificate tells.
void expect_parents(const Answer& answer, const Graph& graph, std::uint64_t source) {
  const auto expected = reference::bfs_parents(graph, source);
  const auto& parents = answer.as<IdArray>("parent");
  for (std::uint64_t v = 0; v < expected.size(); ++v) {
    const std::uint64_t parent = expected[v] == reference::no_vertex ? parents.none() : expected[v];
    ASSERT_EQ(parents[v], parent) << "vertex " << v << " from " << source;
  }
}

TEST(Kernels, search_finds_the_levels_and_parents_of_the_program) {
  const Algorithm& bfs = algorithm("bfs");
  on_one_part("bfs", [&](const Sample& sample, bool prepared, const Prepared& made, Crew& crew) {
    const Graph graph = sample.graph();
    for (const std::uint64_t source : sources_of(graph, test_seed())) {
      const auto levels = reference::bfs_levels(graph, source);
      for (const std::string wanted : {"both", "parents", "levels"}) {
        // Pulling at once, by the rule, and hardly ever.
        for (const double alpha : {1e9, 15.0, 1e-9}) {
          SCOPED_TRACE(wanted + " from " + std::to_string(source) + ", alpha " + std::to_string(alpha));
          Parameters parameters = defaults(bfs);
          parameters.set("source", source);
          parameters.set("answer", wanted);
          RunChoice choice = made.choice;
          choice.alpha = alpha;
          Answer answer = bfs.run(made.layout, parameters, choice, crew, Watch());
          EXPECT_TRUE(by_kernel(answer));
          if (wanted != "parents") expect_levels(answer, levels);
          if (wanted != "levels" && !prepared) expect_parents(answer, graph, source);
          const certify::Verdict verdict = bfs.check(made.layout, parameters, answer, crew);
          ASSERT_TRUE(verdict.ok) << verdict.reason;
          const auto unreached = std::ranges::count(levels, reference::no_level);
          EXPECT_EQ(answer.fact<std::uint64_t>("reached"), levels.size() - static_cast<std::size_t>(unreached));
          if (::testing::Test::HasFatalFailure()) return;
        }
      }
    }
  });
}

TEST(Kernels, search_gives_the_same_tree_on_any_number_of_threads) {
  const Algorithm& bfs = algorithm("bfs");
  for (const Sample& sample : random_samples(test_seed())) {
    SCOPED_TRACE(sample.name);
    std::vector<std::uint64_t> first;
    for (const int threads : {1, 2, 4}) {
      Crew& crew = crew_of(threads);
      const Prepared made = one_part_of(bfs, sample, true, crew);
      const Answer answer = bfs.run(made.layout, defaults(bfs), made.choice, crew, Watch());
      const auto& parents = answer.as<IdArray>("parent");
      std::vector<std::uint64_t> tree;
      for (std::uint64_t v = 0; v < parents.size(); ++v) tree.push_back(parents[v]);
      if (first.empty()) first = tree;
      EXPECT_TRUE(tree == first) << threads << " threads";
    }
  }
}

TEST(Kernels, linking_names_components_by_their_least_member) {
  const Algorithm& components = algorithm("components");
  on_one_part("components", [&](const Sample& sample, bool, const Prepared& made, Crew& crew) {
    const auto least = reference::components(sample.graph());
    Answer answer = components.run(made.layout, defaults(components), made.choice, crew, Watch());
    EXPECT_TRUE(by_kernel(answer));
    const auto& found = answer.as<IdArray>("component");
    for (std::uint64_t v = 0; v < least.size(); ++v) ASSERT_EQ(found[v], least[v]) << "vertex " << v;
  });
}

// Rings with chords, interleaved: no set holds most vertices, or two thirds of the rings hang together in one that does.
Sample rings(std::uint64_t chords, bool one_is_large) {
  constexpr std::uint64_t count = 128;
  constexpr std::uint64_t length = 100;
  Sample sample{.name = "rings", .vertices = count * length, .directed = false};
  for (std::uint64_t ring = 0; ring < count; ++ring) {
    for (std::uint64_t i = 0; i < length; ++i) {
      for (std::uint64_t chord = 1; chord <= chords; ++chord)
        sample.edges.emplace_back(i * count + ring, (i + chord * chord) % length * count + ring);
      if (one_is_large && ring < count * 2 / 3) sample.edges.emplace_back(i * count + ring, i * count + ring + 1);
    }
  }
  return sample;
}

TEST(Kernels, linking_joins_many_sets_or_one_large_one) {
  const Algorithm& components = algorithm("components");
  for (const std::uint64_t chords : {1u, 2u, 9u}) {
    for (const bool one_is_large : {false, true}) {
      const Sample sample = rings(chords, one_is_large);
      const auto least = reference::components(sample.graph());
      for (const int threads : {1, 2, 4}) {
        SCOPED_TRACE(std::to_string(chords) + " chords, " + std::to_string(threads) + " threads");
        const Prepared made = one_part_of(components, sample, threads == 2, crew_of(threads));
        Answer answer = components.run(made.layout, defaults(components), made.choice, crew_of(threads), Watch());
        const auto& found = answer.as<IdArray>("component");
        for (std::uint64_t v = 0; v < least.size(); ++v) ASSERT_EQ(found[v], least[v]) << "vertex " << v;
      }
    }
  }
}

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
  on_one_part("pagerank", [&](const Sample& sample, bool, const Prepared& made, Crew& crew) {
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
      const auto& ranks = answer.as<Array<double>>("rank");
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

// In so many chunks that there are stages; five threads share what fewer have for themselves.
TEST(Kernels, ranking_by_stages_is_the_same_on_any_number_of_threads) {
  Sample web{.name = "web, near arcs and far ones", .vertices = 30'000, .directed = true};
  Sample road{.name = "road, rows in records and some longer", .vertices = 60'000, .directed = false};
  for (std::uint64_t v = 0; v < web.vertices; ++v) {
    for (std::uint64_t i = 1; i <= 8; ++i) web.edges.push_back({v, (v + i) % web.vertices});
    for (std::uint64_t i = 1; i <= 4; ++i) web.edges.push_back({v, (v * v + 7919 * i) % web.vertices});
  }
  for (std::uint64_t v = 0; v + 1 < road.vertices; ++v) {
    road.edges.push_back({v, v + 1});
    if (v % 40 < 3) road.edges.push_back({v, v / 40 * 40 + 7});
  }
  const Algorithm& pagerank = algorithm("pagerank");
  for (const Sample& sample : {web, road}) {
    SCOPED_TRACE(sample.name);
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", "gap");
    parameters.set("tolerance", 1e-5);
    std::vector<double> first;
    for (const int threads : {1, 2, 3, 4, 5}) {
      Crew& crew = crew_of(threads);
      const Prepared made = one_part_of(pagerank, sample, false, crew);
      const Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
      const auto& ranks = answer.as<Array<double>>("rank");
      const std::vector<double> found(ranks.begin(), ranks.end());
      if (first.empty()) first = found;
      EXPECT_TRUE(found == first) << threads << " threads";
    }
  }
}

// Hubs with ends everywhere, in so many vertices that sums are by tiles, and many without an arc.
TEST(Kernels, ranking_by_tiles_agrees_with_the_program_on_any_number_of_threads) {
  constexpr std::uint64_t hubs = 1000, ends = 600;
  Sample sample{.name = "hubs", .vertices = 400'000, .directed = false};
  for (std::uint64_t i = 0; i < hubs * ends; ++i) sample.edges.push_back({i / ends, 5000 + i * 7919 % 100'000 * 3});
  const Algorithm& pagerank = algorithm("pagerank");
  for (const bool prepared : {false, true}) {
    const bool spread = prepared;
    Parameters parameters = defaults(pagerank);
    parameters.set("variant", spread ? "spread" : "gap");
    parameters.set("tolerance", spread ? 1e-7 : 1e-5);
    parameters.set("iterations", std::uint64_t{1000});
    std::vector<double> first;
    for (const int threads : {1, 4}) {
      SCOPED_TRACE((prepared ? "prepared, spread, " : "as given, gap, ") + std::to_string(threads) + " threads");
      Crew& crew = crew_of(threads);
      const Prepared made = one_part_of(pagerank, sample, prepared, crew);
      ASSERT_TRUE(kernels::Tiles::suit(kernels::one_part(made.layout), !prepared));
      Answer answer = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
      const certify::Verdict verdict = pagerank.check(made.layout, parameters, answer, crew);
      EXPECT_TRUE(verdict.ok) << verdict.reason;
      const auto& ranks = answer.as<Array<double>>("rank");
      if (first.empty()) first.assign(ranks.begin(), ranks.end());
      EXPECT_TRUE(std::ranges::equal(ranks, first));
      if (threads == 1) continue;
      RunChoice plain = made.choice;
      plain.plain = true;
      const Answer by_program = pagerank.run(made.layout, parameters, plain, crew, Watch());
      double apart = 0;
      for (std::uint64_t v = 0; v < ranks.size(); ++v)
        apart += std::abs(ranks[v] - by_program.as<Array<double>>("rank")[v]);
      EXPECT_LT(apart, spread ? 2e-6 : 2e-4);  // each is within tolerance * damping / (1 - damping) of the solution
    }
  }
}

TEST(Kernels, ranking_of_so_many_rounds_is_the_power_iteration) {
  const Algorithm& pagerank = algorithm("pagerank");
  on_one_part("pagerank", [&](const Sample&, bool, const Prepared& made, Crew& crew) {
    Parameters parameters = defaults(pagerank);
    parameters.set("tolerance", 0.0);
    parameters.set("iterations", std::uint64_t{5});
    RunChoice plain = made.choice;
    plain.plain = true;
    const Answer by_kernel = pagerank.run(made.layout, parameters, made.choice, crew, Watch());
    const Answer by_program = pagerank.run(made.layout, parameters, plain, crew, Watch());
    const auto& ranks = by_kernel.as<Array<double>>("rank");
    const auto& expected = by_program.as<Array<double>>("rank");
    for (std::uint64_t v = 0; v < ranks.size(); ++v) ASSERT_NEAR(ranks[v], expected[v], 1e-14) << "vertex " << v;
  });
}

TEST(Kernels, work_on_graphs_without_arcs) {
  const Sample nothing{.name = "no arcs", .vertices = 1000};
  Crew& crew = crew_of(2);
  for (const char* name : {"bfs", "pagerank", "components"}) {
    for (const bool prepared : {false, true}) {
      const Algorithm& entry = algorithm(name);
      const Prepared made = one_part_of(entry, nothing, prepared, crew);
      Answer answer = entry.run(made.layout, defaults(entry), made.choice, crew, Watch());
      EXPECT_TRUE(by_kernel(answer)) << name;
      EXPECT_TRUE(entry.check(made.layout, defaults(entry), answer, crew).ok) << name;
    }
  }
}

TEST(Kernels, search_refuses_layouts_and_crews_it_was_not_made_for) {
  const Algorithm& bfs = algorithm("bfs");
  const Sample sample = random_samples(test_seed()).front();
  Crew& crew = crew_of(2);
  const Prepared made = one_part_of(bfs, sample, true, crew);
  const Prepared other = one_part_of(bfs, sample, true, crew);
  EXPECT_THROW(bfs.run(other.layout, defaults(bfs), made.choice, crew, Watch()), Error);
  EXPECT_THROW(bfs.run(made.layout, defaults(bfs), made.choice, crew_of(1), Watch()), Error);
  for (const Needs& needs : {Needs{.push = true, .pull = false}, Needs{.push = false, .pull = true}}) {
    Graph graph = sample.graph();
    const Layout layout = prepare(graph, needs, {.parts = 1}, crew, Watch());
    EXPECT_THROW(bfs.run(layout, defaults(bfs), {}, crew, Watch()), Error);
  }
}

// Vertices found bottom-up by an arc that is not their first are queued for that, and again as a small last frontier.
TEST(Kernels, search_has_room_for_vertices_that_are_queued_twice) {
  constexpr std::uint64_t many = 60000, last = 3000;
  Sample sample{.name = "twice", .vertices = many, .directed = true};
  for (std::uint64_t v = 3; v + last < many; ++v) sample.edges.push_back({0, v});
  sample.edges.push_back({1, 2});
  sample.edges.push_back({1, 0});
  for (std::uint64_t v = many - last; v < many; ++v) {
    sample.edges.push_back({2, v});
    sample.edges.push_back({v, v - last});
  }
  const Algorithm& bfs = algorithm("bfs");
  Crew& crew = crew_of(2);
  const Prepared made = one_part_of(bfs, sample, true, crew);
  Parameters parameters = defaults(bfs);
  parameters.set("source", std::uint64_t{1});
  parameters.set("answer", "parents");
  for (int run = 0; run < 3; ++run) {
    Answer answer = bfs.run(made.layout, parameters, made.choice, crew, Watch());
    const certify::Verdict verdict = bfs.check(made.layout, parameters, answer, crew);
    EXPECT_TRUE(verdict.ok) << verdict.reason;
  }
}

// A top-down level of so many arcs that threads bring them to their ends in several rounds.
TEST(Kernels, search_pushes_more_arcs_than_it_keeps) {
  constexpr std::uint64_t vertices = 20000, edges = 300000;
  Sample sample{.name = "many arcs", .vertices = vertices, .directed = false};
  const Random random(test_seed());
  for (std::uint64_t i = 0; i < edges; ++i)
    sample.edges.emplace_back(random.below(2 * i, vertices), random.below(2 * i + 1, vertices));
  const Graph graph = sample.graph();
  const Algorithm& bfs = algorithm("bfs");
  Parameters parameters = defaults(bfs);
  parameters.set("answer", "parents");
  for (const int threads : {1, 4}) {
    Prepared made = one_part_of(bfs, sample, threads == 1, crew_of(threads));
    made.choice.alpha = 1e-9;
    expect_parents(bfs.run(made.layout, parameters, made.choice, crew_of(threads), Watch()), graph, 0);
  }
}

// Everything that the order by degree brings: hubs, rows of equal length, leaves that nobody searches; and components of
// leaves alone, which nobody but a leaf finds.
Sample with_leaves() {
  Sample sample{.name = "leaves", .vertices = 5000, .directed = false};
  const Random random(test_seed());
  for (std::uint64_t v = 1; v <= 600; ++v) sample.edges.emplace_back(0, v);
  for (std::uint64_t i = 0; i < 4500; ++i)
    sample.edges.emplace_back(1 + random.below(2 * i, 1500), 1 + random.below(2 * i + 1, 1500));
  for (std::uint64_t v = 600; v < 900; ++v) sample.edges.emplace_back(v, v + 1000);
  for (std::uint64_t v = 2000; v < 2600; ++v) sample.edges.emplace_back(v, v == 2599 ? 5 : v + 1);
  for (std::uint64_t v = 3000; v < 3040; v += 2) sample.edges.emplace_back(v, v + 1);
  for (std::uint64_t v = 4001; v < 4010; ++v) sample.edges.emplace_back(4000, v);
  sample.edges.emplace_back(4500, 4500);
  return sample;
}

TEST(Kernels, search_finds_leaves) {
  const Algorithm& bfs = algorithm("bfs");
  const Sample sample = with_leaves();
  const Graph graph = sample.graph();
  Crew& crew = crew_of(2);
  const Prepared made = one_part_of(bfs, sample, true, crew);
  Parameters parameters = defaults(bfs);
  for (const std::uint64_t source : {0u, 700u, 1700u, 2000u, 3000u, 3001u, 4000u, 4001u, 4500u, 4999u}) {
    parameters.set("source", source);
    const auto levels = reference::bfs_levels(graph, source);
    std::uint64_t depth = 0;
    for (const std::uint32_t level : levels)
      depth = level == reference::no_level ? depth : std::max<std::uint64_t>(depth, level);
    for (const char* wanted : {"parents", "both", "levels"}) {
      parameters.set("answer", wanted);
      for (const double alpha : {1e9, 15.0, 1e-9}) {
        SCOPED_TRACE(std::string(wanted) + " from " + std::to_string(source) + ", alpha " + std::to_string(alpha));
        RunChoice choice = made.choice;
        choice.alpha = alpha;
        Answer answer = bfs.run(made.layout, parameters, choice, crew, Watch());
        const certify::Verdict verdict = bfs.check(made.layout, parameters, answer, crew);
        EXPECT_TRUE(verdict.ok) << verdict.reason;
        EXPECT_EQ(answer.fact<std::uint64_t>("depth"), depth);
        EXPECT_EQ(answer.fact<std::uint64_t>("reached"),
                  levels.size() - static_cast<std::size_t>(std::ranges::count(levels, reference::no_level)));
      }
    }
  }
}

// Top-down throughout, a level of so many arcs that they go by ranges, and none whose first ends are tried before.
TEST(Kernels, search_counts_leaves_once) {
  constexpr std::uint64_t joined = 50'000, leaves = 100'000, others = 400'000;
  Sample sample{.name = "hub", .vertices = 2 + joined + leaves + others, .directed = false};
  for (std::uint64_t v = 1; v <= joined + leaves; ++v) sample.edges.emplace_back(0, v);
  for (std::uint64_t v = 1; v < joined; v += 2) sample.edges.emplace_back(v, v + 1);
  sample.edges.emplace_back(1, 1 + joined + leaves);
  for (std::uint64_t v = sample.vertices - others; v + 1 < sample.vertices; ++v) sample.edges.emplace_back(v, v + 1);
  const Algorithm& bfs = algorithm("bfs");
  Crew& crew = crew_of(2);
  Prepared made = one_part_of(bfs, sample, true, crew);
  made.choice.alpha = 1e-9;
  Parameters parameters = defaults(bfs);
  parameters.set("answer", "parents");
  const Answer answer = bfs.run(made.layout, parameters, made.choice, crew, Watch());
  EXPECT_EQ(answer.fact<std::uint64_t>("reached"), 2 + joined + leaves);
}

// From leaves too, which a prepared search of a sparse graph passes over, with the same tree.
TEST(Kernels, a_wavefront_finds_leaves_from_everywhere) {
  const Algorithm& bfs = algorithm("bfs");
  int searched = 0;
  for (const Sample& sample : small_samples()) {
    if (sample.vertices == 0) continue;
    Crew& crew = crew_of(searched % 2 == 0 ? 2 : 65);  // not all of which search
    const Prepared made = one_part_of(bfs, sample, true, crew);
    if (!kernels::Wavefront::suits(made.layout)) continue;
    const Graph graph = sample.graph();
    Parameters parameters = defaults(bfs);
    for (std::uint64_t source = 0; source < sample.vertices; source += 1 + sample.vertices / 24) {
      SCOPED_TRACE(sample.name + " from " + std::to_string(source));
      parameters.set("source", source);
      const auto levels = reference::bfs_levels(graph, source);
      const auto is_reached = [](std::uint32_t level) { return level != reference::no_level; };
      const auto farthest = std::ranges::max(levels | std::views::filter(is_reached));
      for (const char* wanted : {"both", "parents", "levels"}) {
        parameters.set("answer", wanted);
        const Answer answer = bfs.run(made.layout, parameters, made.choice, crew, Watch());
        EXPECT_EQ(answer.fact<std::uint64_t>("depth"), farthest);
        EXPECT_EQ(answer.fact<std::uint64_t>("reached"), std::ranges::count_if(levels, is_reached));
        if (parameters.word("answer") != "parents") expect_levels(answer, levels);
        if (parameters.word("answer") != "levels" && !made.layout.in_order) expect_parents(answer, graph, source);
        if (HasFatalFailure()) return;
        ++searched;
      }
    }
    ++searched;
  }
  EXPECT_GT(searched, 600);
}

TEST(Kernels, search_that_was_cut_short_forgets_it) {
  const Algorithm& bfs = algorithm("bfs");
  Crew& crew = crew_of(2);
  Parameters parameters = defaults(bfs);
  for (const Sample& sample : random_samples(test_seed())) {
    const Prepared made = one_part_of(bfs, sample, true, crew);
    for (const char* wanted : {"parents", "both"}) {
      parameters.set("answer", wanted);
      Watch stopped;
      stopped.cancel();
      EXPECT_THROW(bfs.run(made.layout, parameters, made.choice, crew, stopped), Error);
      Answer answer = bfs.run(made.layout, parameters, made.choice, crew, Watch());
      const certify::Verdict verdict = bfs.check(made.layout, parameters, answer, crew);
      EXPECT_TRUE(verdict.ok) << sample.name << ", " << wanted << ": " << verdict.reason;
    }
  }
}

// The program on a prepared layout: rows in an order of their own, and still the least parent by the user's vertex.
TEST(Kernels, leave_prepared_layouts_to_programs_too) {
  const Algorithm& bfs = algorithm("bfs");
  Crew& crew = crew_of(2);
  for (const Sample& sample : random_samples(test_seed())) {
    SCOPED_TRACE(sample.name);
    Prepared made = one_part_of(bfs, sample, true, crew);
    made.choice.plain = true;
    const Answer answer = bfs.run(made.layout, defaults(bfs), made.choice, crew, Watch());
    expect_parents(answer, sample.graph(), 0);
  }
}

TEST(Kernels, a_prepared_graph_is_gone_after_an_error) {
  Sample star{.name = "star", .vertices = 1000, .directed = false};
  for (std::uint64_t v = 0; v + 1 < star.vertices; ++v) star.edges.emplace_back(star.vertices - 1, v);
  Graph graph = star.graph();
  Watch stopped;
  stopped.cancel();
  const PartitionChoice choice{.parts = 1, .prepared = true};
  EXPECT_THROW(prepare(graph, {}, choice, crew_of(2), stopped), Error);
  EXPECT_THROW(prepare(graph, {}, choice, crew_of(2), Watch()), Error);
}

TEST(Kernels, stand_back_for_who_asks_for_a_way) {
  const Sample sample = random_samples(test_seed()).front();
  Crew& crew = crew_of(2);
  for (const char* name : {"bfs", "pagerank", "components"}) {
    const Algorithm& entry = algorithm(name);
    Prepared made = one_part_of(entry, sample, false, crew);
    made.choice.plain = true;
    EXPECT_FALSE(by_kernel(entry.run(made.layout, defaults(entry), made.choice, crew, Watch()))) << name;
  }
}

}  // namespace
}  // namespace Atoll::testing
