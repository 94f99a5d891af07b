// SPDX-License-Identifier: Apache-2.0
// Dependencies on a root by all threads, against the plain reference; and for which roots betweenness asks for that.
#include "atoll/algorithms/kernels/betweenness/joint_search.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <vector>

#include "atoll/algorithms/kernels/betweenness/single_roots.hpp"
#include "atoll/base/random.hpp"

#include "tests/everywhere/betweenness.hpp"

namespace Atoll::testing {
namespace {

// Of each root by all threads; nothing if one is given up.
std::optional<Scores> joint_scores(const Setting& where, const Sample& sample,
                                   const std::vector<std::uint32_t>& roots) {
  const Layout layout = layout_at(where, sample);
  Crew& crew = crew_of(where.threads);
  const Watch watch;
  const kernels::SharedGraph out(layout, *layout.push);
  const kernels::SharedGraph in(layout, *layout.pull);
  const kernels::Leaves leaves(out, in, crew, watch);
  Array<double> scores(out.slots());
  const bool all = kernels::with_rows(out, in, [&](const auto& rows_out, const auto& rows_in) {
    kernels::JointSearch search(in, rows_out, rows_in, leaves, crew, watch);
    return std::ranges::all_of(
        roots, [&](std::uint32_t root) { return search(out.slot_of(root), scores, watch).has_value(); });
  });
  if (!all) return {};
  Scores found(sample.vertices);
  for (std::uint64_t v = 0; v < sample.vertices; ++v) found[v] = scores[out.slot_of(v)];
  return found;
}

}  // namespace

void expect_from_joint_roots(const Sample& sample, const std::vector<std::uint32_t>& roots) {
  const Scores expected = reference::dependencies(sample.graph(), {roots.begin(), roots.end()});
  std::optional<Scores> first;
  for (const Setting& where : std::vector<Setting>{{}, {.threads = 3}, {.threads = 7}, {.parts = 3, .threads = 4}}) {
    SCOPED_TRACE(sample.name + ", " + where.name());
    const std::optional<Scores> found = joint_scores(where, sample, roots);
    ASSERT_TRUE(found);
    expect_close(*found, expected);
    if (!first) first = found;
    EXPECT_EQ(*found, *first);
  }
}

namespace {

// Levels that are one thread's, and those that are shared; left, and pulled from; roots that reach nobody, and leaves.
TEST(JointSearch, is_right_on_every_sample) {
  constexpr std::uint32_t far = 1u << 31;  // whom nobody reaches
  for (const Sample& sample : all_samples(test_seed())) {
    if (sample.vertices == 0) continue;
    std::vector<std::uint32_t> roots;
    for (const std::uint64_t root : sources_of(sample.graph(), test_seed())) {
      const std::vector<std::uint32_t> levels = reference::bfs_levels(sample.graph(), root);
      const bool is_deep = std::ranges::any_of(levels, [](std::uint32_t level) { return level > 60 && level < far; });
      if (!is_deep) roots.push_back(static_cast<std::uint32_t>(root));
    }
    expect_from_joint_roots(sample, roots);
  }
}

// Arcs lead on, to the next layer, and back, to those whose bitmap a layer before or behind has had: layers that all
// threads leave, and others of a few vertices.
TEST(JointSearch, is_right_where_arcs_lead_back) {
  for (const std::uint64_t width : {300u, 40u}) {
    constexpr std::uint64_t layers = 20;
    Sample sample{.name = "layers of " + std::to_string(width), .vertices = layers * width, .directed = true};
    const Random random(test_seed());
    for (std::uint64_t v = 0; v < sample.vertices; ++v) {
      for (const std::uint64_t back : {2u, 5u, 0u, 0u, 0u, 0u}) {  // 0: on
        const std::uint64_t layer = back == 0 ? v / width + 1 : v / width - back;
        if (layer < layers) sample.edges.emplace_back(v, layer * width + random.below(sample.edges.size(), width));
      }
    }
    expect_from_joint_roots(sample, {0, 1, static_cast<std::uint32_t>(7 * width)});
  }
}

// A vertex and layers, each of which leads to all of the next.
constexpr std::uint64_t width = 70;
Sample full_layers(std::uint64_t layers) {
  Sample sample{.name = "layers", .vertices = 1 + layers * width, .directed = true};
  for (std::uint64_t v = 0; v < width; ++v) sample.edges.emplace_back(0, 1 + v);
  for (std::uint64_t v = 1; v + width < sample.vertices; ++v) {
    const std::uint64_t next = 1 + ((v - 1) / width + 1) * width;
    for (std::uint64_t w = next; w < next + width; ++w) sample.edges.emplace_back(v, w);
  }
  return sample;
}

// 70^300 paths; and beside them a path, for whose one doubles have no range then.
TEST(JointSearch, counts_paths_as_far_as_a_double_can) {
  constexpr std::uint64_t layers = 300;
  Sample sample = full_layers(layers);
  for (const int threads : {1, 3}) {
    const std::optional<Scores> found = joint_scores({.threads = threads}, sample, {0});
    ASSERT_TRUE(found);
    for (std::uint64_t v = 1; v < sample.vertices; ++v) {
      const std::uint64_t behind = layers - 1 - (v - 1) / width;
      ASSERT_NEAR((*found)[v], static_cast<double>(behind), 1e-9 * layers) << "vertex " << v;
    }
  }
  for (std::uint64_t level = 0; level < layers; ++level, ++sample.vertices)
    sample.edges.emplace_back(level == 0 ? 0 : sample.vertices - 1, sample.vertices);
  EXPECT_FALSE(joint_scores({.threads = 3}, sample, {0}));
}

// Few that lead to hubs: whose paths they are is counted by all.
TEST(JointSearch, shares_what_a_few_lead_to) {
  constexpr std::uint64_t hubs = 20, others = 3000;
  for (const bool directed : {false, true}) {
    Sample sample{.name = directed ? "directed" : "undirected", .vertices = 3 + hubs + others, .directed = directed};
    for (std::uint64_t hub = 3; hub < 3 + hubs; ++hub) {
      for (std::uint64_t v = 1; v < 3; ++v) sample.edges.emplace_back(v, hub);
      for (std::uint64_t v = 0; v < others; v += 1 + hub % 3) {
        sample.edges.emplace_back(hub, 3 + hubs + v);
        if (directed) sample.edges.emplace_back(3 + hubs + v, hub);
      }
    }
    for (std::uint64_t v = 1; v < 3; ++v) sample.edges.emplace_back(0, v);
    expect_from_joint_roots(sample, {0, 1, 3, 3 + hubs});
  }
}

TEST(JointSearch, gives_up_many_small_levels) {
  Sample path{.name = "path", .vertices = 2000, .directed = false};
  for (std::uint64_t v = 0; v + 1 < path.vertices; ++v) path.edges.emplace_back(v, v + 1);
  EXPECT_FALSE(joint_scores({.threads = 3}, path, {0}));
}

// A step for each root that all threads take, and one for all that go alone: where roots are as many as half of the
// threads, from the first that is given up on, in a small graph, and where threads are more than processors.
TEST(JointSearch, is_for_roots_that_are_few_in_a_large_graph) {
  const Sample small = full_layers(5);
  Sample sample = full_layers(30);
  const std::uint64_t path = sample.vertices;
  sample.vertices += 1000;
  for (std::uint64_t v = path; v + 1 < sample.vertices; ++v) sample.edges.emplace_back(v, v + 1);
  const auto steps = [](const Sample& of, const Roots& roots, Crew& crew) {
    Graph graph = of.graph(Weighing::none);
    const Algorithm& entry = algorithm("betweenness");
    const Layout layout = prepare(graph, entry.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
    Answer answer = entry.run(layout, from(roots), {}, crew, Watch());
    expect_close(scores_of(answer), expected_from(of, roots));
    return answer.statistics.supersteps.size();
  };
  Crew many(synthetic_machine("1x16"), {.threads = 9});
  EXPECT_EQ(steps(sample, {0, 1}, many), 2u);
  EXPECT_EQ(steps(sample, {0, 1, 2, 3}, many), 4u);
  EXPECT_EQ(steps(sample, {0, 1, 2, 3, 4}, many), 1u);
  EXPECT_EQ(steps(sample, {0, 1, path, path + 1}, many), 3u);
  EXPECT_EQ(steps(small, {0, 1}, many), 1u);
  Crew crowded(synthetic_machine("1x4"), {.threads = 9});
  EXPECT_EQ(steps(sample, {0, 1}, crowded), 1u);
}

// What was prepared for two roots serves runs from more and from fewer, some of which are stopped after their first root.
TEST(JointSearch, is_the_same_of_what_was_prepared) {
  const Sample sample = full_layers(30);
  Graph graph = sample.graph(Weighing::none);
  const Algorithm& entry = algorithm("betweenness");
  Crew crew(synthetic_machine("1x16"), {.threads = 9});
  const Layout layout =
      prepare(graph, entry.needs(DirectionChoice::automatic), {.parts = 1, .prepared = true}, crew, Watch());
  const RunChoice choice{.prepared = entry.prepare(layout, from({0, 1}), crew)};
  for (const Roots& roots :
       std::vector<Roots>{{0, 1}, {0, 1, 2, 3, 4, 100}, {7}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {0, 2}}) {
    SCOPED_TRACE(std::to_string(roots.size()) + " roots");
    const bool one_follows = roots.size() == 2 || roots.size() > kernels::chains_max;  // by whoever has the first one
    Watch watch([&](const auto&) { watch.cancel(); });
    if (one_follows) {
      EXPECT_THROW(entry.run(layout, from(roots), choice, crew, watch), Error);
    }
    const Answer answer = entry.run(layout, from(roots), choice, crew, Watch());
    expect_close(scores_of(answer), expected_from(sample, roots));
  }
}

// From the path on roots go alone; the next run begins with all threads again, and scans no more than this one.
TEST(JointSearch, is_as_before_after_it_gave_up) {
  Sample sample = full_layers(30);
  const std::uint64_t path = sample.vertices;
  sample.vertices += 1000;
  for (std::uint64_t v = path; v + 1 < sample.vertices; ++v) sample.edges.emplace_back(v, v + 1);
  const Roots roots = {0, path, 1};
  Graph graph = sample.graph(Weighing::none);
  const Algorithm& entry = algorithm("betweenness");
  Crew crew(synthetic_machine("1x16"), {.threads = 9});
  const Layout layout = prepare(graph, entry.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
  const RunChoice choice{.prepared = entry.prepare(layout, from(roots), crew)};
  const Answer first = entry.run(layout, from(roots), choice, crew, Watch());
  const Answer second = entry.run(layout, from(roots), choice, crew, Watch());
  expect_close(scores_of(first), expected_from(sample, roots));
  EXPECT_EQ(scores_of(second), scores_of(first));
  EXPECT_EQ(second.statistics.arcs_scanned, first.statistics.arcs_scanned);
}

}  // namespace
}  // namespace Atoll::testing
