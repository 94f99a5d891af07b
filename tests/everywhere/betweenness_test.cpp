// SPDX-License-Identifier: Apache-2.0
// Betweenness on every sample, as it is and prepared, in any number of parts and threads, with ids of both widths,
// against the plain reference; and to the bit the same wherever rows are in the user's order and each root goes alone.
#include "atoll/algorithms/betweenness.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/kernels/betweenness/single_roots.hpp"
#include "atoll/base/random.hpp"

#include "tests/everywhere/betweenness.hpp"
#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

const std::vector<Setting> places = {
    {},
    {.threads = 4, .direction = DirectionChoice::pull},
    {.parts = 4, .threads = 1, .wide = true, .direction = DirectionChoice::push},
    {.parts = 4, .threads = 4},
    {.parts = 7, .threads = 7, .direction = DirectionChoice::pull},
    {.parts = 7, .threads = 2},
    {.parts = 1, .threads = 4, .prepared = true},
};

// One root, a batch of few, and more than one batch; small graphs from everywhere.
std::vector<Roots> roots_for(const Sample& sample) {
  Roots every;
  for (std::uint64_t v = 0; v < sample.vertices; ++v) every.push_back(v);
  std::vector<Roots> all = {sources_of(sample.graph(), test_seed()), {sample.vertices / 2}};
  if (sample.vertices <= 100) return {all[0], all[1], every};
  Roots eleven;
  for (std::uint64_t i = 0; i < 11; ++i) eleven.push_back(i * sample.vertices / 11);
  all.push_back(eleven);
  return all;
}

TEST(Betweenness, agrees_with_the_reference_everywhere) {
  for (const Sample& sample : all_samples(test_seed())) {
    if (sample.vertices == 0) continue;
    for (const Roots& roots : roots_for(sample)) {
      const Scores expected = expected_from(sample, roots);
      Scores first;
      for (std::size_t p = 0; p < (sample.vertices <= 1000 ? places.size() : 3); ++p) {
        const Setting& where = places[p];
        SCOPED_TRACE(sample.name + ", " + std::to_string(roots.size()) + " roots, " + where.name());
        const Scores found = scores_at(where, sample, from(roots));
        expect_close(found, expected);
        if (first.empty()) first = found;
        const bool alone = static_cast<std::size_t>(where.threads) <= 2 * std::min(roots.size(), kernels::chains_max);
        EXPECT_TRUE(where.prepared || !alone || found == first);
        if (HasFailure()) return;
      }
    }
  }
}

TEST(Betweenness, of_a_path_counts_the_pairs_on_both_sides) {
  Sample path{.name = "path", .vertices = 5, .edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, .directed = false};
  EXPECT_EQ(scores_at({}, path, from({})), (Scores{0, 3, 4, 3, 0}));
  path.directed = true;
  EXPECT_EQ(scores_at({}, path, from({})), (Scores{0, 3, 4, 3, 0}));
  EXPECT_EQ(scores_at({}, path, from({}, "yes")), (Scores{0, 3 / 12.0, 4 / 12.0, 3 / 12.0, 0}));
}

TEST(Betweenness, takes_parallel_arcs_for_one_and_no_loops) {
  const Sample square{.name = "square",
                      .vertices = 4,
                      .edges = {{0, 1}, {0, 1}, {0, 1}, {1, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 3}},
                      .directed = true};
  for (const Setting& where : places) EXPECT_EQ(scores_at(where, square, from({})), (Scores{0, 0.5, 0.5, 0}));
}

// A chain of diamonds, each of which doubles the paths from vertex 0.
Sample diamonds(std::uint64_t count) {
  Sample chain{.name = "diamonds", .vertices = 3 * count + 1, .directed = true};
  for (std::uint64_t d = 0; d < count; ++d) {
    for (const std::uint64_t side : {3 * d + 1, 3 * d + 2}) {
      chain.edges.emplace_back(3 * d, side);
      chain.edges.emplace_back(side, 3 * d + 3);
    }
  }
  return chain;
}

// And a chain without any from vertex 0 on, beside so many of them.
Sample diamonds_and_path(std::uint64_t count, std::uint64_t beside) {
  Sample both = diamonds(count);
  for (std::uint64_t level = 0; level < 2 * beside; ++level, ++both.vertices)
    both.edges.emplace_back(level == 0 ? 0 : both.vertices - 1, both.vertices);
  return both;
}

// 2^1100 paths, which doubles count from a small number on, 2^2100 and more, which they count if levels shrink.
TEST(Betweenness, counts_more_paths_than_a_double_can) {
  for (const std::uint64_t count : {1100u, 2100u, 34'000u}) {
    const Sample chain = diamonds(count);
    const double scale = static_cast<double>(chain.vertices - 1);
    for (const int threads : {2, 7}) {
      const Scores scores = scores_at({.threads = threads}, chain, from({0, 3}));
      EXPECT_EQ(scores[1], scale * static_cast<double>(3 * count - 2) / 2 / 2);  // half of the paths behind it
      EXPECT_EQ(scores[4], scale * static_cast<double>(3 * count - 5) / 2);      // and from 3: halves of both
    }
  }
}

// Levels that have vertices with one path and with 2^2100, for which doubles have no range; and in the end 2^34000, for
// which long doubles shrink.
TEST(Betweenness, counts_few_paths_beside_more_than_a_double_can) {
  for (const std::uint64_t count : {2100u, 34'000u}) {
    const Sample both = diamonds_and_path(count, 2100);
    const double scale = static_cast<double>(both.vertices - 1) / 2;
    const std::uint64_t path = 3 * count + 1;
    for (const int threads : {1, 2, 7}) {
      const Scores scores = scores_at({.threads = threads}, both, from({0, 3}));
      EXPECT_EQ(scores[path], scale * (2 * 2100 - 1));
      EXPECT_EQ(scores.back(), 0);
      EXPECT_EQ(scores[1], scale * static_cast<double>(3 * count - 2) / 2);
    }
  }
}

// The same where the last level before a few tails is pulled from: all know each other, and so have most arcs.
TEST(Betweenness, pulls_where_counts_are_shrunk_or_wide) {
  constexpr std::uint64_t width = 80;
  for (Sample sample : {diamonds(2100), diamonds_and_path(2100, 2100)}) {
    const std::uint64_t end = 3 * 2100;
    const std::uint64_t first = sample.vertices;
    for (std::uint64_t i = 0; i < width; ++i) {
      sample.edges.emplace_back(end, first + i);
      for (std::uint64_t j = 0; j < width; ++j) sample.edges.emplace_back(first + i, first + j);
    }
    for (std::uint64_t i = 0; i < 3; ++i) sample.edges.emplace_back(first + i, first + width + i);
    sample.vertices = first + width + 3;
    const double scale = static_cast<double>(sample.vertices - 1) / 2;
    for (const int parts : {1, 3}) {
      const Scores scores = scores_at({.parts = parts, .threads = 2}, sample, from({0, 3}));
      EXPECT_EQ(scores[first], scale * 2);
      EXPECT_EQ(scores[end], scale * 2 * (width + 3));
    }
  }
}

TEST(Betweenness, says_where_paths_are_more_than_any_number_counts) {
  const Layout layout = layout_at({}, diamonds_and_path(34'000, 34'000));
  try {
    algorithm("betweenness").run(layout, from({0}), {}, crew_of(2), Watch());
    ADD_FAILURE() << "they were counted";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
  }
}

// Also by more threads than the machine has processors, of which most have no root then.
TEST(Betweenness, is_the_same_of_roots_that_go_alone) {
  for (const Sample& sample : random_samples(test_seed())) {
    for (const std::size_t count : {3u, 7u, 11u}) {
      SCOPED_TRACE(sample.name + ", " + std::to_string(count) + " roots");
      Roots roots;
      for (std::uint64_t i = 0; i < count; ++i) roots.push_back(i * sample.vertices / count);
      const Scores alone = scores_at({.threads = 2}, sample, from(roots));
      for (const Setting& where : std::vector<Setting>{{.threads = 4}, {.threads = 20}, {.parts = 3, .threads = 4}})
        EXPECT_EQ(alone, scores_at(where, sample, from(roots))) << where.name();
    }
  }
}

// They list whom they reach, whoever was faster, and whatever was prepared.
TEST(Betweenness, is_the_same_of_roots_that_reach_few) {
  constexpr std::uint64_t reached = 40, edges = 120;
  Sample sample{.name = "few", .vertices = 100'000, .directed = false};
  const Random random(test_seed());
  for (std::uint64_t i = 0; i < edges; ++i)
    sample.edges.emplace_back(random.below(2 * i, reached), random.below(2 * i + 1, reached));
  Roots roots;
  for (std::uint64_t v = 0; v < 24; ++v) roots.push_back(v);
  for (const bool prepared : {false, true}) {
    const Scores first = scores_at({.prepared = prepared}, sample, from(roots));
    for (const int threads : {2, 4, 7})
      EXPECT_EQ(scores_at({.threads = threads, .prepared = prepared}, sample, from(roots)), first)
          << threads << " threads" << (prepared ? ", prepared" : "");
  }
}

// Each root alone, and the same to the bit by any number of threads.
void expect_from_single_roots(const Sample& sample, const std::vector<std::uint32_t>& roots) {
  const Scores expected = reference::dependencies(sample.graph(), {roots.begin(), roots.end()});
  Scores first;
  for (const int threads : {1, 2, 2, 2, 4}) {
    const Layout layout = layout_at({}, sample);
    Array<double> scores(sample.vertices);
    const Watch watch;
    kernels::Steps steps(watch);
    const kernels::SharedGraph out(layout, *layout.push);
    const kernels::SharedGraph in(layout, *layout.pull);
    const kernels::Leaves leaves(out, in, crew_of(threads), watch);
    kernels::SingleRoots alone(in, out.only_rows(), in.only_rows(), leaves, crew_of(threads));
    ASSERT_TRUE(alone(roots, scores, watch, steps));
    for (std::uint64_t v = 0; v < sample.vertices; ++v)
      ASSERT_NEAR(scores[v], expected[v], 1e-9 * (1 + expected[v])) << "vertex " << v << ", " << threads << " threads";
    if (first.empty()) first = {scores.begin(), scores.end()};
    EXPECT_EQ(Scores(scores.begin(), scores.end()), first);
  }
}

// A leaf that is the root is not beside its neighbour, whether the sums of that are the scores, as with one thread, or wait
// apart for a root that takes long: 2 (1/3 + 341) + 342 - 1 is not 2 (1/3 + 341) + 341, for 1,024 lies between.
TEST(Betweenness, is_the_same_of_a_root_that_is_a_leaf) {
  constexpr std::uint32_t core = 20'000, edges = 200'000, one = core, other = one + 1, end = other + 1;
  constexpr std::uint32_t middle = end + 1, leaf = middle + 3, beyond = 340, nobody = leaf + beyond + 1;
  Sample sample{.name = "leaf", .vertices = nobody + 1, .directed = true};
  const Random random(test_seed());
  for (std::uint64_t i = 0; i < edges; ++i)
    sample.edges.emplace_back(random.below(2 * i, core), random.below(2 * i + 1, core));
  for (std::uint32_t way = middle; way < leaf; ++way)
    sample.edges.insert(sample.edges.end(), {{one, way}, {other, way}, {way, end}});
  sample.edges.insert(sample.edges.end(), {{middle, leaf}, {leaf, middle}});
  for (std::uint32_t v = leaf + 1; v < nobody; ++v)
    sample.edges.insert(sample.edges.end(), {{middle, v}, {nobody, v}});  // two arcs in: no leaf
  expect_from_single_roots(sample, {0, one, other, leaf});
}

// Levels so small that what roots have to add waits where their paths were counted, in the turn of any of them: of a road
// with ways beside it, dead ends and an island, from dead ends too, and from both ends of it, and twice as many threads.
TEST(Betweenness, waits_in_place_where_levels_are_small) {
  constexpr std::uint64_t length = 6000, island = 3 * length;
  Sample road{.name = "road", .vertices = island + 200, .directed = false};
  const Random random(test_seed());
  for (std::uint64_t v = 0; v + 1 < length; ++v) {
    road.edges.emplace_back(v, v + 1);
    if (random.below(v, 3) == 0) road.edges.insert(road.edges.end(), {{v, length + v}, {length + v, v + 1}});
    if (random.below(v, 3) == 1) road.edges.emplace_back(v, 2 * length + v);
  }
  for (std::uint64_t v = island; v + 1 < road.vertices; ++v) road.edges.emplace_back(v, v + 1);
  const std::vector<std::uint32_t> all{0, length - 1, 2 * length + 5, 3000, 1, island, 4500, length - 2, 17, 5000};
  for (const std::size_t count : {1u, 2u, 3u, 4u, 8u, 10u}) {
    SCOPED_TRACE(count);
    expect_from_single_roots(road, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)});
    if (HasFatalFailure()) return;
  }
}

// Rows longer than what is asked at once, with parallel arcs.
TEST(Betweenness, comes_from_single_roots_through_long_rows) {
  constexpr std::uint64_t width = 100;
  Sample band{.name = "band", .vertices = 2000, .directed = true};
  for (std::uint64_t v = 0; v < band.vertices; ++v) {
    for (std::uint64_t w = v + 1; w <= std::min(v + width, band.vertices - 1); ++w) {
      band.edges.emplace_back(v, w);
      if ((v + w) % 7 == 0) band.edges.emplace_back(v, w);
    }
  }
  expect_from_single_roots(band, {0, 900, 7});
  expect_from_joint_roots(band, {0, 900, 7});
}

// Vertices with some leaves, as many as are set aside, one more, and many more, and a few that lead back; two that only
// have each other. Roots are among all of these, and so are leaves.
TEST(Betweenness, counts_leaves_that_nobody_visits) {
  constexpr std::uint64_t core = 60, edges = 240, few = 3;
  for (const bool directed : {false, true}) {
    Sample sample{.name = directed ? "directed" : "undirected", .vertices = core, .directed = directed};
    const Random random(test_seed());
    for (std::uint64_t i = 0; i < edges; ++i)
      sample.edges.emplace_back(random.below(2 * i, core), random.below(2 * i + 1, core));
    std::vector<std::uint32_t> roots = {0, 1, 2, 3, 4};
    for (const std::uint64_t leaves :
         {std::uint64_t{200}, std::uint64_t{254}, std::uint64_t{255}, std::uint64_t{700}, few}) {
      const std::uint64_t neighbour = roots.size() % 5;
      for (std::uint64_t i = 0; i < leaves; ++i, ++sample.vertices) {
        sample.edges.emplace_back(neighbour, sample.vertices);
        if (directed && leaves == few) sample.edges.emplace_back(sample.vertices, neighbour);
      }
      roots.push_back(static_cast<std::uint32_t>(sample.vertices - 1));
    }
    sample.edges.emplace_back(sample.vertices, sample.vertices + 1);
    roots.push_back(static_cast<std::uint32_t>(sample.vertices));
    sample.vertices += 2;
    SCOPED_TRACE(sample.name);
    expect_from_single_roots(sample, roots);
    expect_from_joint_roots(sample, roots);
    const Roots users(roots.begin(), roots.end());
    const Scores in_parts = scores_at({.parts = 3, .threads = 4}, sample, from(users));
    EXPECT_EQ(in_parts, scores_at({.threads = 2}, sample, from(users)));
  }
}

// A level with more arcs than lie beyond it is pulled from: that of the root, which has many to one other; the last, which
// has only arcs back; one before leaves that nobody else leads to, and so one after the other.
TEST(Betweenness, does_not_ask_arcs_that_lead_back) {
  Sample parallel{.name = "parallel", .vertices = 3, .edges = {{1, 2}, {2, 0}}, .directed = true};
  for (int i = 0; i < 100; ++i) parallel.edges.emplace_back(0, 1);
  Sample complete{.name = "complete", .vertices = 100, .directed = false};
  for (std::uint64_t v = 0; v < complete.vertices; ++v)
    for (std::uint64_t w = 0; w < v; ++w) complete.edges.emplace_back(v, w);
  Sample leaves = complete;
  for (std::uint64_t v = 0; v < 50; ++v) leaves.edges.emplace_back(v, leaves.vertices++);
  Sample tails = leaves;
  for (std::uint64_t v = 100; v < 140; ++v) tails.edges.emplace_back(v, tails.vertices++);
  for (const Sample& sample : {parallel, complete, leaves, tails}) {
    const Roots roots = {0, 2, sample.vertices - 1};
    const Scores first = scores_at({}, sample, from(roots));
    for (const Setting& where : places) {
      SCOPED_TRACE(sample.name + ", " + where.name());
      const Scores found = scores_at(where, sample, from(roots));
      expect_close(found, expected_from(sample, roots));
      EXPECT_TRUE(where.prepared || where.threads > 6 || found == first);
    }
    if (sample.directed) continue;
    const Answer answer = algorithm("betweenness").run(layout_at({}, sample), from(roots), {}, crew_of(1), Watch());
    EXPECT_LT(answer.statistics.arcs_scanned, 2 * sample.graph().arcs);  // and not three times, for three roots
  }
}

// Chains that reach little, and list it, before and after one that reaches all: their sums are added up in order.
TEST(Betweenness, adds_up_what_reaches_little_and_what_reaches_all) {
  Sample comb{.name = "comb", .vertices = 3000, .directed = true};
  for (std::uint64_t v = 0; v + 1 < comb.vertices; ++v) {
    comb.edges.emplace_back(v, v + 1);
    if (v % 3 == 0 && v + 2 < comb.vertices) comb.edges.emplace_back(v, v + 2);
  }
  const std::uint64_t last = comb.vertices - 1;
  const Roots roots = {0, 1, 2, last - 30, last - 20, last - 10, last - 9, last - 8, last - 7, last - 6, last - 5};
  for (const Roots& some : {roots, Roots{last - 30, last - 20, 5}, Roots{last - 30, last - 20}}) {
    Roots sorted = some;
    std::ranges::sort(sorted);
    for (const int threads : {1, 2, 4})
      expect_close(scores_at({.threads = threads}, comb, from(sorted)), expected_from(comb, sorted));
  }
}

TEST(Betweenness, draws_as_many_roots_as_it_is_told) {
  const Sample sample = random_samples(test_seed()).front();
  Parameters parameters = defaults(algorithm("betweenness"));
  parameters.set("samples", std::uint64_t{5});
  const Layout layout = layout_at({}, sample);
  const auto run = [&] { return algorithm("bc").run(layout, parameters, {}, crew_of(1), Watch()); };
  const Answer first = run();
  EXPECT_EQ(first.fact<std::uint64_t>("roots"), 5u);
  EXPECT_EQ(scores_of(first), scores_of(run()));
  parameters.set("seed", std::uint64_t{2});
  EXPECT_NE(scores_of(first), scores_of(run()));
  parameters.set("samples", sample.vertices + 1);
  EXPECT_EQ(run().fact<std::uint64_t>("roots"), sample.vertices);
  parameters.set("roots", Roots{1});
  EXPECT_THROW(run(), Error);
}

TEST(Betweenness, draws_every_vertex_about_as_often) {
  std::vector<int> drawn(10, 0);
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const IdArray roots = draw_roots(10, 3, seed, false, Watch());
    ASSERT_EQ(roots.size(), 3u);
    for (std::uint64_t i = 0; i < 3; ++i) ++drawn[roots[i]];
    ASSERT_TRUE(roots[0] < roots[1] && roots[1] < roots[2]);
  }
  for (const int times : drawn) EXPECT_NEAR(times, 300, 60);
}

TEST(Betweenness, refuses_roots_that_are_not_there_and_counts_one_named_twice_once) {
  const Sample sample = random_samples(test_seed()).front();
  const Layout layout = layout_at({}, sample);
  const Algorithm& entry = algorithm("betweenness");
  EXPECT_THROW(entry.run(layout, from({sample.vertices}), {}, crew_of(1), Watch()), Error);
  const Answer answer = entry.run(layout, from({2, 1, 2}), {}, crew_of(1), Watch());
  EXPECT_EQ(answer.fact<std::uint64_t>("roots"), 2u);
  EXPECT_EQ(scores_of(answer), scores_of(entry.run(layout, from({1, 2}), {}, crew_of(1), Watch())));
}

TEST(Betweenness, is_nothing_where_nothing_lies_between) {
  for (const std::uint64_t vertices : {0u, 1u, 2u, 70u}) {
    const Sample apart{.name = "no arcs", .vertices = vertices};
    for (const Setting& where : places) {
      const Scores scores = scores_at(where, apart, defaults(algorithm("betweenness")));
      EXPECT_EQ(scores, Scores(vertices, 0.0)) << vertices << ", " << where.name();
    }
  }
}

TEST(Betweenness, says_that_weights_are_not_used) {
  const Sample sample = small_samples().back();
  const Layout layout = layout_at({}, sample, Weighing::integers);
  const Answer answer =
      algorithm("betweenness").run(layout, defaults(algorithm("betweenness")), {}, crew_of(1), Watch());
  EXPECT_EQ(answer.notes.size(), 1u);
}

TEST(Betweenness, stops_on_request) {
  const Layout layout = layout_at({}, random_samples(test_seed()).front());
  Watch stopped;
  stopped.cancel();
  const Algorithm& entry = algorithm("betweenness");
  EXPECT_THROW(entry.run(layout, defaults(entry), {}, crew_of(4), stopped), Error);
}

// What a run that was stopped between two roots has left is no part of the next one.
TEST(Betweenness, is_the_same_after_a_run_that_was_stopped) {
  constexpr std::uint64_t vertices = 3000, arcs = 30'000;
  Sample sample{.name = "random arcs", .vertices = vertices, .directed = false};
  for (std::uint64_t i = 0; i < arcs; ++i)
    sample.edges.push_back({Random(1).below(2 * i, vertices), Random(1).below(2 * i + 1, vertices)});
  const Algorithm& entry = algorithm("betweenness");
  for (const Roots& roots : {Roots{1, 2, 3, 4}, Roots{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}) {
    Crew& crew = crew_of(2);
    const Prepared made = one_part_of(entry, sample, true, crew);
    const Parameters parameters = from(roots);
    const auto run = [&](const Watch& watch) {
      const Answer answer = entry.run(made.layout, parameters, made.choice, crew, watch);
      const auto& found = answer.as<Array<double>>("betweenness");
      return Scores(found.begin(), found.end());
    };
    const Scores expected = run(Watch());
    for (std::uint64_t last = 1; last + 2 < roots.size(); ++last) {  // one at least has not begun then
      Watch* asked = nullptr;
      Watch watch([&](const Progress& progress) {
        if (progress.done == last) asked->cancel();
      });
      asked = &watch;
      EXPECT_THROW(run(watch), Error) << last;
      EXPECT_TRUE(run(Watch()) == expected) << roots.size() << " roots, stopped after " << last;
    }
  }
}

}  // namespace
}  // namespace Atoll::testing
