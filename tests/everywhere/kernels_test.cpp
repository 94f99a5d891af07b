// SPDX-License-Identifier: Apache-2.0
// What holds of all specialised kernels, and components by linking: against the references of the vertex programs.
#include <gtest/gtest.h>
#include <string>

#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

TEST(Kernels, linking_names_components_by_their_least_member) {
  const Algorithm& components = algorithm("components");
  on_one_part("components", [&](const Sample& sample, const Prepared& made, Crew& crew) {
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
