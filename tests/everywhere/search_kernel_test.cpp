// SPDX-License-Identifier: Apache-2.0
// Breadth-first search by kernels: the levels and the trees of the program, prepared too, leaves and ranges included.
#include <algorithm>
#include <gtest/gtest.h>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "atoll/algorithms/kernels/search/search_deal.hpp"
#include "atoll/base/random.hpp"

#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

TEST(Kernels, search_finds_the_levels_and_parents_of_the_program) {
  const Algorithm& bfs = algorithm("bfs");
  on_one_part("bfs", [&](const Sample& sample, const Prepared& made, Crew& crew) {
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
          if (wanted != "levels" && made.layout.partition.user_of.is_counting()) expect_parents(answer, graph, source);
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

// Or whoever comes first takes all of it, in each search another one, and reads what is in the cache of the other.
TEST(Kernels, search_of_a_small_graph_has_words_for_several_threads) {
  for (const std::uint64_t words : {1u, 2u, 47u, 100u, 511u, 512u, 1u << 20}) {
    const std::uint64_t grain = kernels::word_grain(words);
    EXPECT_GE(grain, 1u);
    EXPECT_LE(grain, kernels::word_grain_max);
    EXPECT_GE((words + grain - 1) / grain, std::min<std::uint64_t>(words, 8)) << words;
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

// Layers of vertices in no order, each of which about eight of the layer before lead to, some layers thin: threads join
// what they have for one vertex before they bring it, search after search, and the least of all is its parent.
TEST(Kernels, search_of_layers_joins_arcs_to_the_same_vertex) {
  constexpr std::uint64_t sizes[] = {700, 700, 700, 700, 90, 90, 700, 700, 700, 2000, 2000, 700, 700};
  Sample sample{.name = "layers", .vertices = std::accumulate(std::begin(sizes), std::end(sizes), std::uint64_t{0})};
  const auto vertex = [&](std::uint64_t place) { return place * 1009 % sample.vertices; };
  const Random random(test_seed());
  std::uint64_t first = 0;
  for (std::size_t layer = 0; layer + 1 < std::size(sizes); first += sizes[layer++]) {
    for (std::uint64_t arc = 0; arc < 8 * sizes[layer + 1]; ++arc) {
      const std::uint64_t draw = 2 * sample.edges.size();
      const std::uint64_t next = first + sizes[layer] + random.below(draw, sizes[layer + 1]);
      sample.edges.emplace_back(vertex(first + random.below(draw + 1, sizes[layer])), vertex(next));
    }
  }
  const Graph graph = sample.graph();
  const Algorithm& bfs = algorithm("bfs");
  Parameters parameters = defaults(bfs);
  for (const int threads : {2, 4}) {
    for (const bool prepared : {false, true}) {
      Prepared made = one_part_of(bfs, sample, prepared, crew_of(threads));
      made.choice.alpha = 1e-9;
      for (const std::uint64_t source : {vertex(0), vertex(1), vertex(0)}) {
        SCOPED_TRACE(std::to_string(threads) + " threads from " + std::to_string(source));
        parameters.set("source", source);
        const Answer answer = bfs.run(made.layout, parameters, made.choice, crew_of(threads), Watch());
        expect_levels(answer, reference::bfs_levels(graph, source));
        if (!prepared) expect_parents(answer, graph, source);
      }
    }
  }
}

// Random graphs that paths connect: levels of all sizes, and one thread goes alone through the small ones between others.
TEST(Kernels, search_goes_alone_and_together) {
  constexpr std::uint64_t crowds = 3, crowd = 3000, edges = 12000, path = 40;
  Sample sample{.name = "crowds and paths", .vertices = crowds * (crowd + path), .directed = false};
  const Random random(test_seed());
  for (std::uint64_t c = 0; c < crowds; ++c) {
    const std::uint64_t first = c * (crowd + path);
    for (std::uint64_t i = 0; i < edges; ++i) {
      const std::uint64_t draw = 2 * (c * edges + i);
      sample.edges.emplace_back(first + random.below(draw, crowd), first + random.below(draw + 1, crowd));
    }
    for (std::uint64_t v = first + crowd - 1; v + 1 < first + crowd + path; ++v) sample.edges.emplace_back(v, v + 1);
    if (c > 0) sample.edges.emplace_back(first - 1, first);
  }
  const Graph graph = sample.graph();
  const Algorithm& bfs = algorithm("bfs");
  Parameters parameters = defaults(bfs);
  for (const int threads : {1, 2, 4}) {
    for (const double alpha : {15.0, 1e-9}) {
      SCOPED_TRACE(std::to_string(threads) + " threads, alpha " + std::to_string(alpha));
      Prepared made = one_part_of(bfs, sample, false, crew_of(threads));
      made.choice.alpha = alpha;
      for (const std::uint64_t source : {std::uint64_t{1}, sample.vertices / 2, sample.vertices - 1}) {
        parameters.set("source", source);
        const Answer answer = bfs.run(made.layout, parameters, made.choice, crew_of(threads), Watch());
        expect_levels(answer, reference::bfs_levels(graph, source));
        expect_parents(answer, graph, source);
      }
    }
  }
}

// A few hubs are a whole level, whose rows threads cut between them: arc by arc, and by ranges where they are many for
// so small a graph. Some of their ends are leaves.
TEST(Kernels, search_cuts_the_rows_of_few_hubs) {
  constexpr std::uint64_t hubs = 7, ends_of_hub = 2500;
  const Algorithm& bfs = algorithm("bfs");
  Parameters parameters = defaults(bfs);
  for (const std::uint64_t vertices : {6000u, 50000u}) {
    Sample sample{.name = "hubs", .vertices = vertices, .directed = false};
    const Random random(test_seed());
    for (std::uint64_t hub = 1; hub <= hubs; ++hub) {
      sample.edges.emplace_back(0, hub);
      for (std::uint64_t i = 0; i < ends_of_hub; ++i)
        sample.edges.emplace_back(hub, 1 + random.below(ends_of_hub * hub + i, vertices - 1));
    }
    const Graph graph = sample.graph();
    const auto levels = reference::bfs_levels(graph, 0);
    for (const int threads : {2, 3}) {
      for (const bool prepared : {false, true}) {
        SCOPED_TRACE(std::to_string(vertices) + " vertices, " + std::to_string(threads) + " threads");
        Prepared made = one_part_of(bfs, sample, prepared, crew_of(threads));
        made.choice.alpha = 1e-9;
        Answer answer = bfs.run(made.layout, parameters, made.choice, crew_of(threads), Watch());
        expect_levels(answer, levels);
        const certify::Verdict verdict = bfs.check(made.layout, parameters, answer, crew_of(threads));
        EXPECT_TRUE(verdict.ok) << verdict.reason;
        if (made.layout.partition.user_of.is_counting()) expect_parents(answer, graph, 0);
      }
    }
  }
}

// A level that was found arc by arc leads to far more than all before. Whether it is pushed, which writes parents at once
// where its rows are long, a sample of those who have none yet tells: nobody writes before all have asked.
TEST(Kernels, search_asks_for_parents_before_a_push_writes_them) {
  constexpr std::uint64_t vertices = 400'000, first = 300, second = 800, ends_of_second = 56, rest = 100'000;
  Sample sample{.name = "two levels of hubs", .vertices = vertices, .directed = false};
  const Random random(test_seed());
  std::uint64_t drawn = 0;
  const auto any_from = [&](std::uint64_t begin) { return begin + random.below(drawn++, vertices - begin); };
  for (std::uint64_t v = 1; v <= first; ++v) sample.edges.emplace_back(0, v);
  for (std::uint64_t v = first + 1; v <= first + second; ++v) {
    for (std::uint64_t i = 0; i < 6; ++i) sample.edges.emplace_back(1 + random.below(drawn++, first), v);
    for (std::uint64_t i = 0; i < ends_of_second; ++i) sample.edges.emplace_back(v, any_from(first + second + 1));
  }
  for (std::uint64_t i = 0; i < rest; ++i)
    sample.edges.emplace_back(any_from(first + second + 1), any_from(first + second + 1));
  const Graph graph = sample.graph();
  const Algorithm& bfs = algorithm("bfs");
  Crew& crew = crew_of(3);
  Prepared made = one_part_of(bfs, sample, false, crew);
  Answer answer = bfs.run(made.layout, defaults(bfs), made.choice, crew, Watch());
  expect_levels(answer, reference::bfs_levels(graph, 0));
  expect_parents(answer, graph, 0);
  EXPECT_EQ(answer.statistics.supersteps.at(2).direction, Direction::push);
}

// Everything that the order by degree brings: hubs, leaves that nobody searches; and components of leaves alone, which
// nobody but a leaf finds.
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

// A hub, and no row shorter than 24 ends, so that a push follows a try of first ends: of the last row too, behind which
// nothing is to be read.
TEST(Kernels, search_pushes_long_rows_after_a_try_of_first_ends) {
  constexpr std::uint64_t vertices = 4096, drawn = 24;
  Sample sample{.name = "hub and long rows", .vertices = vertices, .directed = false};
  const Random random(test_seed());
  for (std::uint64_t v = 0; v < vertices; ++v) {
    for (std::uint64_t i = 1; i <= drawn; ++i)  // one of each such stretch, so that no two are the same
      sample.edges.emplace_back(v, (v + i * (vertices / 64) + random.below(v * drawn + i, vertices / 64)) % vertices);
    if (v % 2 == 1) sample.edges.emplace_back(0, v);
  }
  const Graph graph = sample.graph();
  const auto& rows = std::get<Csr<std::uint32_t>>(graph.out);
  const Algorithm& bfs = algorithm("bfs");
  Parameters parameters = defaults(bfs);
  for (const int threads : {1, 2}) {
    Crew& crew = crew_of(threads);
    Prepared made = one_part_of(bfs, sample, true, crew);
    made.choice.alpha = 1e-9;  // pushes
    const std::uint64_t last = made.layout.partition.user_of[vertices - 1];
    for (std::uint64_t e = rows.offsets[last]; e < rows.offsets[last + 1]; ++e) {
      const std::uint64_t source = rows.targets[e];
      SCOPED_TRACE("from " + std::to_string(source) + ", " + std::to_string(threads) + " threads");
      parameters.set("source", source);
      Answer answer = bfs.run(made.layout, parameters, made.choice, crew, Watch());
      expect_levels(answer, reference::bfs_levels(graph, source));
      EXPECT_TRUE(bfs.check(made.layout, parameters, answer, crew).ok);
      const SuperstepStatistics& second = answer.statistics.supersteps.at(1);
      EXPECT_EQ(second.direction, Direction::push);
      if (source % 2 == 1) {  // the hub is beside it
        EXPECT_GT(second.parts.at(0).arcs_scanned, second.active_arcs + vertices / 2) << "no first ends were tried";
      }
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

// From a core with a hub, or from one of those that lead there and that no arc leads to, a search ends with the tail behind
// the core: it does not wait for these.
TEST(Kernels, search_waits_for_nobody_that_no_arc_leads_to) {
  constexpr std::uint64_t core = 2000, tail = 4, readers = 1000;
  Sample sample{.name = "readers", .vertices = core + tail + readers, .directed = true};
  const Random random(test_seed());
  for (std::uint64_t v = 1; v < core; ++v) {
    sample.edges.emplace_back(v, v % 3 == 0 ? 0 : v - 1);
    sample.edges.emplace_back(v < core / 2 ? 0 : v - core / 2, v);
    for (std::uint64_t i = 0; i < 12; ++i) sample.edges.emplace_back(v, random.below(random.bits(12 * v + i), core));
  }
  for (std::uint64_t v = core; v < core + tail; ++v) sample.edges.emplace_back(v - 1, v);
  for (std::uint64_t v = 0; v < 50; ++v) sample.edges.emplace_back(core + tail - 1, v);
  for (std::uint64_t v = core + tail; v < sample.vertices; ++v)
    for (std::uint64_t i = 0; i < 3; ++i) sample.edges.emplace_back(v, random.below(3 * v + i, core));
  const Graph graph = sample.graph();
  const Algorithm& bfs = algorithm("bfs");
  Crew& crew = crew_of(2);
  Parameters parameters = defaults(bfs);
  for (const bool prepared : {true, false}) {  // who is not prepared sees in the first sweep who these are
    const Prepared made = one_part_of(bfs, sample, prepared, crew);
    for (const std::uint64_t source : {std::uint64_t{0}, core + tail, sample.vertices - 1}) {
      parameters.set("source", source);
      for (const std::string wanted : {"both", "parents"}) {
        SCOPED_TRACE(wanted + " from " + std::to_string(source) + (prepared ? ", prepared" : ""));
        parameters.set("answer", wanted);
        Answer answer = bfs.run(made.layout, parameters, made.choice, crew, Watch());
        if (wanted == "both") expect_levels(answer, reference::bfs_levels(graph, source));
        EXPECT_TRUE(bfs.check(made.layout, parameters, answer, crew).ok);
        EXPECT_EQ(answer.fact<std::uint64_t>("reached"), core + tail + (source < core ? 0 : 1));
        EXPECT_NE(std::ranges::count(answer.statistics.supersteps, Direction::pull, &SuperstepStatistics::direction),
                  0);
        EXPECT_EQ(answer.statistics.supersteps.back().parts.at(0).arcs_scanned, 0);
      }
    }
  }
}

// So many vertices (small_bytes of delta_stepping.hpp, over 4) that all threads begin, and do not wait for one that walks alone.
TEST(Kernels, searches_begin_together_where_there_is_much_to_fill) {
  constexpr std::uint64_t vertices = 530'000, children = 8;
  Sample sample{.name = "tree", .vertices = vertices, .directed = true};
  for (std::uint64_t v = 1; v < vertices; ++v) sample.edges.emplace_back((v - 1) / children, v);
  for (const auto& [name, options] : {std::pair{"bfs", "levels"}, std::pair{"sssp", "distances"}}) {
    const Algorithm& searches = algorithm(name);
    Crew& crew = crew_of(4);
    const Prepared made = one_part_of(searches, sample, false, crew);
    Parameters parameters = defaults(searches);
    parameters.set("answer", options);
    for (const std::uint64_t source : {0u, 1u, 529'999u}) {
      parameters.set("source", source);
      Answer answer = searches.run(made.layout, parameters, made.choice, crew, Watch());
      EXPECT_TRUE(by_kernel(answer));
      const certify::Verdict verdict = searches.check(made.layout, parameters, answer, crew);
      EXPECT_TRUE(verdict.ok) << verdict.reason;
      if (searches.name == "sssp") {
        EXPECT_EQ(answer.statistics.arcs_scanned, answer.fact<std::uint64_t>("reached") - 1);
      }
    }
  }
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

}  // namespace
}  // namespace Atoll::testing
