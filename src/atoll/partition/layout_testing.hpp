// SPDX-License-Identifier: Apache-2.0
// For tests only: every layout worth a test, over graphs, partitioners, parts, arrangements, widths and weights.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "atoll/partition/layout.hpp"
#include "atoll/partition/testing.hpp"

#include "tests/support/samples.hpp"

namespace Atoll::testing {

inline std::vector<Sample> layout_samples() {
  std::vector<Sample> samples;
  for (Sample& sample : small_samples()) {
    for (const char* name : {"nothing", "one vertex, d", "loops and parallels", "star", "two components", "isolated"}) {
      if (sample.name.starts_with(name)) samples.push_back(sample);
    }
  }
  for (Sample& sample : random_samples(test_seed())) {
    if (sample.name.starts_with("sparse") || sample.name.starts_with("dense")) samples.push_back(std::move(sample));
  }
  EXPECT_GE(samples.size(), 8u) << "samples are called otherwise";
  return samples;
}

struct Shape {
  std::string name;
  int parts;
  LayoutOptions options;
};

inline std::vector<Shape> layout_shapes() {
  std::vector<Shape> shapes;
  for (const int parts : {1, 2, 5}) {
    shapes.push_back({"ghosted push", parts, {.push = true, .pull = false}});
    shapes.push_back({"ghosted pull", parts, {.push = false, .pull = true}});
    shapes.push_back({"ghosted push and pull", parts, {.push = true, .pull = true}});
    shapes.push_back({"ghosted for boxes", parts, {.push = true, .pull = true, .boxes_only = true}});
    shapes.push_back({"replicated push", parts, {.arrangement = Arrangement::replicated, .push = true, .pull = false}});
    shapes.push_back({"replicated pull", parts, {.arrangement = Arrangement::replicated, .push = false, .pull = true}});
    shapes.push_back(
        {"replicated push and pull", parts, {.arrangement = Arrangement::replicated, .push = true, .pull = true}});
    shapes.push_back({"shared push", parts, {.arrangement = Arrangement::shared, .push = true, .pull = false}});
    shapes.push_back({"shared pull", parts, {.arrangement = Arrangement::shared, .push = false, .pull = true}});
    shapes.push_back({"shared push and pull", parts, {.arrangement = Arrangement::shared, .push = true, .pull = true}});
  }
  constexpr struct {
    int parts;
    int processes;
  } grids[] = {{1, 1}, {3, 1}, {4, 4}, {4, 2}, {6, 6}, {8, 4}, {12, 6}};
  for (const auto& grid : grids) {
    shapes.push_back({"tiled on " + std::to_string(grid.processes) + " processes",
                      grid.parts,
                      {.arrangement = Arrangement::tiled, .processes = grid.processes}});
  }
  return shapes;
}

// One layout, and the graph it was made from.
struct Arranged {
  const Sample& sample;
  const Shape& shape;
  Graph graph;
  const Layout& layout;
  Crew& crew;
};

// visit(Arranged) for each graph in each shape; the partitioner, the widths, weights and ids of the sources are drawn.
template <class F>
void for_each_layout(F&& visit) {
  constexpr const char* partitioners[] = {"random", "degree", "hybrid", "contiguous", "contiguous-vertices"};
  Crew crew = crew_of(3);
  std::uint64_t draws = 0;
  const auto draw = [&](std::size_t choices) { return Random(test_seed(), 9).below(draws++, choices); };
  for (const Sample& sample : layout_samples()) {
    for (Shape shape : layout_shapes()) {
      const char* const partitioner = partitioners[draw(std::size(partitioners))];
      const Weighing weighing = all_weighings[draw(std::size(all_weighings))];
      const bool wide = draw(2) == 0;
      shape.options.weights = weighing != Weighing::none && draw(4) != 0;
      shape.options.source_ids = draw(2) == 0;
      SCOPED_TRACE(fmt::format("{}, {}, {} parts {}, {}{}, {}-bit ids{}, ATOLL_SEED={}", sample.name, shape.name,
                               shape.parts, partitioner, name_of(weighing), shape.options.weights ? "" : " ignored",
                               wide ? 64 : 32, shape.options.source_ids ? ", ids of sources" : "", test_seed()));
      Graph graph = sample.graph(weighing, wide);
      Partition partition = partition::named(partitioner, graph, shape.parts, test_seed(), crew);
      const Layout layout =
          build_layout(graph, std::move(partition), shape.options, Placement::partitioned, crew, Watch());
      visit(Arranged{sample, shape, std::move(graph), layout, crew});
      if (::testing::Test::HasFailure()) return;
    }
  }
}

// visit(part, its view) for all parts of both views.
template <class F>
void for_each_view(const Layout& layout, F&& visit) {
  for (const std::optional<View>* view : {&layout.push, &layout.pull}) {
    if (!view->has_value()) continue;
    ASSERT_EQ((*view)->parts.size(), static_cast<std::size_t>(layout.parts()));
    for (int part = 0; part < layout.parts(); ++part)
      visit(**view, part, (*view)->parts[static_cast<std::size_t>(part)]);
  }
}

}  // namespace Atoll::testing
