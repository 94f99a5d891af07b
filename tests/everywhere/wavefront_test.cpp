// SPDX-License-Identifier: Apache-2.0
// Searches of graphs of many small levels, from each vertex to everybody: Wavefront, and what is left of a contracted
// graph; and which graphs a wavefront is for.
#include "atoll/algorithms/kernels/search/wavefront.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <ranges>
#include <string>
#include <vector>

#include "atoll/algorithms/kernels/search/contracted_search.hpp"
#include "atoll/base/random.hpp"

#include "tests/everywhere/mesh.hpp"
#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

// Whatever of it is wanted, by a kernel that was made for the graph.
template <class Search>
void expect_everybody_found(Search& search, const Prepared& made, const Graph& graph, std::uint64_t source,
                            Crew& crew) {
  const Algorithm& bfs = algorithm("bfs");
  Parameters parameters = defaults(bfs);
  parameters.set("source", source);
  const auto levels = reference::bfs_levels(graph, source);
  const auto is_reached = [](std::uint32_t level) { return level != reference::no_level; };
  kernels::SearchAnswer found;  // used again: each search has to overwrite the numbers of the one before
  for (const std::string wanted : {"both", "parents", "levels"}) {
    parameters.set("answer", wanted);
    IdArray parent(graph.vertices, false);
    Array<std::uint32_t> level(graph.vertices);
    found.parent = wanted != "levels" ? parent.narrow() : nullptr;
    found.level = wanted != "parents" ? level.data() : nullptr;
    search(static_cast<std::uint32_t>(made.layout.partition.internal_of[source]), found, Watch());
    EXPECT_EQ(found.depth, std::ranges::max(levels | std::views::filter(is_reached)));
    EXPECT_EQ(found.reached, std::ranges::count_if(levels, is_reached));
    Answer answer;
    answer.facts = {{"reached", found.reached}, {"depth", found.depth}};
    if (found.level != nullptr) answer.columns.push_back({"level", std::move(level)});
    if (found.parent != nullptr) answer.columns.push_back({"parent", std::move(parent)});
    if (wanted != "parents") expect_levels(answer, levels);
    if (wanted != "levels" && !made.layout.in_order) expect_parents(answer, graph, source);
    const certify::Verdict verdict = bfs.check(made.layout, parameters, answer, crew);
    ASSERT_TRUE(verdict.ok) << verdict.reason;
  }
}

// From leaves too, which a prepared search of a sparse graph passes over, and along arcs that have a direction, with the
// same tree; and so by way of what is left of a contracted graph.
TEST(Kernels, a_wavefront_finds_everybody_from_everywhere) {
  int searched = 0, directed = 0, contracted = 0;
  for (const Sample& sample : small_samples()) {
    if (sample.vertices == 0) continue;
    Crew& crew = crew_of(searched % 2 == 0 ? 2 : 65);  // not all of which search
    const Prepared made = one_part_of(algorithm("bfs"), sample, true, crew);
    const kernels::OnePart graph = kernels::one_part(made.layout);
    const auto from_everywhere = [&](auto& search, int& count) {
      const Graph expected = sample.graph();
      for (std::uint64_t source = 0; source < sample.vertices; source += 1 + sample.vertices / 24) {
        SCOPED_TRACE(sample.name + " from " + std::to_string(source));
        expect_everybody_found(search, made, expected, source, crew);
        if (HasFatalFailure()) return;
        ++count;
      }
    };
    if (const auto by_core = kernels::ContractedSearch::if_it_pays(graph, crew)) from_everywhere(*by_core, contracted);
    if (!kernels::Wavefront::suits(graph)) continue;
    kernels::Wavefront wavefront(graph, kernels::Use::often, crew);
    from_everywhere(wavefront, searched);
    directed += sample.directed ? 1 : 0;
  }
  EXPECT_GT(searched, 200);
  EXPECT_GT(directed, 3);
  EXPECT_GT(contracted, 80);
}

// A road of two lanes and one with a hub beside it: rows of one length, and most arcs in one row.
TEST(Kernels, a_wavefront_is_for_graphs_without_long_rows) {
  constexpr std::uint64_t vertices = 4096;
  const Algorithm& bfs = algorithm("bfs");
  for (const bool directed : {false, true}) {
    Sample road{.name = "road", .vertices = vertices, .directed = directed};
    for (std::uint64_t v = 0; v + 1 < vertices; ++v) road.edges.emplace_back(v, v + 1);
    Sample hub = road;
    for (std::uint64_t v = 2; v < vertices; v += 2) hub.edges.emplace_back(directed ? v : 0, directed ? 0 : v);
    const Prepared of_road = one_part_of(bfs, road, false, crew_of(2));
    const Prepared of_hub = one_part_of(bfs, hub, false, crew_of(2));
    EXPECT_TRUE(kernels::Wavefront::suits(kernels::one_part(of_road.layout)));
    EXPECT_FALSE(kernels::Wavefront::suits(kernels::one_part(of_hub.layout)));
  }
}

// The same number of arcs, from anywhere to anywhere.
Sample without_distances(Sample sample) {
  const Random random(test_seed());
  for (std::uint64_t e = 0; e < sample.edges.size(); ++e) {
    sample.edges[e] = {random.below(2 * e, sample.vertices), random.below(2 * e + 1, sample.vertices)};
  }
  return sample;
}

TEST(Kernels, a_wavefront_is_for_meshes_whose_levels_grow_slowly) {
  const auto suits = [](const Sample& sample) {
    const Prepared made = one_part_of(algorithm("bfs"), sample, false, crew_of(2));
    return kernels::Wavefront::suits(kernels::one_part(made.layout));
  };
  EXPECT_TRUE(suits(mesh(false)));
  EXPECT_FALSE(suits(mesh(true)));  // both directions would be looked along
  EXPECT_FALSE(suits(without_distances(mesh(false))));
}

TEST(Kernels, a_wavefront_is_for_few_arcs_whose_levels_grow_slowly) {
  for (const bool directed : {false, true}) {
    Sample chords{.name = "chords", .vertices = 1u << 15, .directed = directed};
    for (std::uint64_t v = 0; v + 1 < chords.vertices; ++v) chords.edges.emplace_back(v, v + 1);
    const auto suits = [](const Sample& sample) {
      const Prepared made = one_part_of(algorithm("bfs"), sample, false, crew_of(2));
      return kernels::Wavefront::suits(kernels::one_part(made.layout));
    };
    EXPECT_TRUE(suits(chords));
    for (std::uint64_t i = 0; i < (directed ? 2 : 1) * chords.vertices; ++i)
      chords.edges.emplace_back(i % chords.vertices, Random(test_seed()).below(i, chords.vertices));
    EXPECT_FALSE(suits(chords));
  }
}

// Layers whose vertices lie near each other, each with arcs to any of the next: all threads write the same lines of marks.
Sample dense_layers(bool directed) {
  constexpr std::uint64_t layer = 150, layers = 100, degree = 2;
  Sample sample{.name = "dense layers", .vertices = layer * layers, .directed = directed};
  const Random random(test_seed());
  for (std::uint64_t i = 0; i < degree * layer * (layers - 1); ++i) {
    const std::uint64_t from = i / degree;
    sample.edges.emplace_back(from, (from / layer + 1) * layer + random.below(i, layer));
  }
  return sample;
}

void expect_wavefront_finds_everybody(const Sample& sample) {
  const Graph graph = sample.graph();
  for (const bool prepared : {false, true}) {
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(sample.name + (prepared ? ", prepared, " : ", ") + std::to_string(threads) + " threads");
      Crew& crew = crew_of(threads);
      const Prepared made = one_part_of(algorithm("bfs"), sample, prepared, crew);
      ASSERT_TRUE(kernels::Wavefront::suits(kernels::one_part(made.layout)));
      const auto use = prepared ? kernels::Use::often : kernels::Use::once;
      kernels::Wavefront wavefront(kernels::one_part(made.layout), use, crew);
      const auto contracted = kernels::ContractedSearch::if_it_pays(kernels::one_part(made.layout), crew);
      for (const std::uint64_t source : {0u, 11'111u}) {
        expect_everybody_found(wavefront, made, graph, source, crew);
        if (contracted) expect_everybody_found(*contracted, made, graph, source, crew);
      }
    }
  }
}

TEST(Kernels, a_wavefront_finds_everybody_of_a_mesh) { expect_wavefront_finds_everybody(mesh(false)); }

TEST(Kernels, a_wavefront_finds_everybody_of_dense_layers) {
  for (const bool directed : {false, true}) expect_wavefront_finds_everybody(dense_layers(directed));
}

// Levels are kept in two bytes, or in four where they are more than these hold.
TEST(Kernels, a_contracted_search_finds_everybody_however_many_the_levels) {
  for (const std::uint64_t vertices : {32'000u, 32'769u, 70'000u, 132'000u}) {
    Sample path{.name = "path", .vertices = vertices, .directed = false};
    for (std::uint64_t v = 0; v + 1 < vertices; ++v) path.edges.emplace_back(v, v + 1);
    Crew& crew = crew_of(2);
    const Prepared made = one_part_of(algorithm("bfs"), path, true, crew);
    const auto contracted = kernels::ContractedSearch::if_it_pays(kernels::one_part(made.layout), crew);
    ASSERT_NE(contracted, nullptr);
    for (const std::uint64_t source : {std::uint64_t{0}, vertices / 2}) {
      SCOPED_TRACE(std::to_string(vertices) + " from " + std::to_string(source));
      expect_everybody_found(*contracted, made, path.graph(), source, crew);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace Atoll::testing
