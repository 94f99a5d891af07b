// SPDX-License-Identifier: Apache-2.0
// What holds of all specialised kernels, and components by linking: against the references of the vertex programs.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/transform/transform.hpp"

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

// Customers, who all bought the first thing, and some that few buy: every thing is in the set of its least customer, and
// one more arc of each customer, the first, joins nearly all.
TEST(Kernels, linking_follows_first_arcs_to_what_all_have) {
  constexpr std::uint64_t customers = 4000, things = 400, bought = 8;
  Sample sample{.name = "customers", .vertices = customers + things, .directed = true};
  const Random random(1);
  for (std::uint64_t v = 0; v < customers; ++v) {
    sample.edges.emplace_back(v, customers);
    for (std::uint64_t i = 1; i < bought; ++i)
      sample.edges.emplace_back(v, customers + random.below(v * bought + i, things));
  }
  const Algorithm& components = algorithm("components");
  Graph graph = sample.graph();
  graph.in = transform::inverse_of(graph, false, crew_of(2), Watch());
  const Layout layout = prepare(graph, components.kernel_needs(), {.parts = 1}, crew_of(2), Watch());
  Answer answer = components.run(layout, defaults(components), {}, crew_of(2), Watch());
  const auto& found = answer.as<IdArray>("component");
  for (std::uint64_t v = 0; v < sample.vertices; ++v) ASSERT_EQ(found[v], 0u) << "vertex " << v;
  EXPECT_LE(answer.statistics.arcs_scanned, sample.vertices + customers + things / 2);
}

// With the arcs turned round beside them or without; where they are there, most of a large set leave theirs to others.
TEST(Kernels, linking_takes_directed_arcs_from_either_end) {
  const Algorithm& components = algorithm("components");
  for (const std::uint64_t chords : {1u, 2u, 9u}) {
    for (const bool one_is_large : {false, true}) {
      Sample sample = rings(chords, one_is_large);
      sample.directed = true;
      const auto least = reference::components(sample.graph());
      for (const int threads : {1, 2, 4}) {
        Crew& crew = crew_of(threads);
        std::uint64_t scanned_out = 0;
        for (const bool turned : {false, true}) {
          SCOPED_TRACE(std::to_string(chords) + " chords" + (one_is_large ? ", one is large" : "") +
                       (turned ? ", turned round too, " : ", ") + std::to_string(threads) + " threads");
          Graph graph = sample.graph();
          if (turned) graph.in = transform::inverse_of(graph, false, crew, Watch());
          const Layout layout = prepare(graph, components.kernel_needs(), {.parts = 1}, crew, Watch());
          EXPECT_EQ(layout.pull.has_value(), turned);
          Answer answer = components.run(layout, defaults(components), {}, crew, Watch());
          EXPECT_TRUE(by_kernel(answer));
          const auto& found = answer.as<IdArray>("component");
          for (std::uint64_t v = 0; v < least.size(); ++v) ASSERT_EQ(found[v], least[v]) << "vertex " << v;
          if (turned && one_is_large && chords > 1) {
            EXPECT_LT(answer.statistics.arcs_scanned, scanned_out);
          }
          scanned_out = answer.statistics.arcs_scanned;
        }
      }
    }
  }
}

// As lists of roads have them: directed, and every arc has its counterpart of the same weight.
TEST(Kernels, walk_mirrored_arcs_as_edges) {
  Crew& crew = crew_of(2);
  int mirrored = 0;
  for (const Sample& sample : all_samples(test_seed())) {
    if (sample.directed || sample.vertices == 0) continue;
    for (const char* name : {"bfs", "sssp", "pagerank", "components", "strong-components"}) {
      const Algorithm& entry = algorithm(name);
      for (const bool prepared : {false, true}) {
        const auto laid_out = [&](bool directed) {
          Graph graph = sample.graph(entry.name == "sssp" ? Weighing::integers : Weighing::none);
          graph.directed = directed;
          return prepare(graph, entry.needs(DirectionChoice::automatic), {.parts = 1, .prepared = prepared}, crew,
                         Watch());
        };
        SCOPED_TRACE(sample.name + ", " + name + (prepared ? ", prepared" : ", as given"));
        const Layout as_arcs = laid_out(true);
        const Layout as_edges = laid_out(false);
        mirrored += as_arcs.mirrored ? 1 : 0;
        EXPECT_TRUE(!as_arcs.pull || as_arcs.both_ways());
        EXPECT_FALSE(as_edges.mirrored);
        const auto run = [&](const Layout& layout) {
          RunChoice choice;
          if (prepared && entry.prepare != nullptr) choice.prepared = entry.prepare(layout, defaults(entry), crew);
          Answer answer = entry.run(layout, defaults(entry), choice, crew, Watch());
          const certify::Verdict verdict = entry.check(layout, defaults(entry), answer, crew);
          EXPECT_TRUE(verdict.ok) << verdict.reason;
          return answer.facts;
        };
        const auto is_same = [](const Fact& one, const Fact& other) { return one.value == other.value; };
        EXPECT_TRUE(std::ranges::equal(run(as_arcs), run(as_edges), is_same));
        if (HasFailure()) return;
      }
    }
  }
  EXPECT_GT(mirrored, 100);
}

// One weight differs, or one arc has no counterpart: then its distances are those of a directed graph.
TEST(Kernels, walk_arcs_that_are_not_quite_mirrored_as_arcs) {
  constexpr std::uint64_t vertices = 300;
  Crew& crew = crew_of(2);
  const Algorithm& sssp = algorithm("sssp");
  for (const bool one_way : {false, true}) {
    std::vector<WeightedEdge> road;
    for (std::uint64_t v = 0; v + 1 < vertices; ++v) {
      const bool last = v + 2 == vertices;
      road.push_back({v, v + 1, 2});
      if (!last || !one_way) road.push_back({v + 1, v, last ? 3.0 : 2.0});
    }
    Graph graph = make_graph(vertices, road, {.directed = true, .weights = WeightType::integer});
    const Layout layout =
        prepare(graph, sssp.needs(DirectionChoice::automatic), {.parts = 1, .prepared = true}, crew, Watch());
    const RunChoice choice{.prepared = sssp.prepare(layout, defaults(sssp), crew)};
    Parameters from_last = defaults(sssp);
    from_last.set("source", vertices - 1);
    Answer answer = sssp.run(layout, from_last, choice, crew, Watch());
    EXPECT_EQ(answer.fact<std::uint64_t>("reached"), one_way ? 1 : vertices);
    EXPECT_EQ(answer.fact<std::uint64_t>("distance_max"), one_way ? 0 : 2 * (vertices - 2) + 3);
    EXPECT_TRUE(sssp.check(layout, from_last, answer, crew).ok);
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

// What a run writes is there since it was prepared, while its answer is kept.
TEST(Kernels, find_the_pages_of_a_first_run) {
  constexpr std::uint64_t vertices = 100'000;
  Sample sample{.name = "a few know all", .vertices = vertices, .directed = false};
  for (std::uint64_t v = 1; v < vertices; ++v) {
    for (const std::uint64_t w : {v % 10, v * 31 % vertices}) sample.edges.emplace_back(v, w);
  }
  Crew& crew = crew_of(2);
  for (const char* name : {"components", "pagerank"}) {
    SCOPED_TRACE(name);
    const Algorithm& entry = algorithm(name);
    const Parameters parameters = defaults(entry);
    Graph graph = sample.graph();
    const Layout layout =
        prepare(graph, entry.needs(DirectionChoice::automatic), prepared_ground.choice, crew, Watch());
    memory::release_spares();
    const RunChoice choice{.prepared = entry.prepare(layout, parameters, crew)};
    const std::uint64_t before = memory::current_bytes();
    const Answer answer = entry.run(layout, parameters, choice, crew, Watch());
    EXPECT_TRUE(by_kernel(answer));
    EXPECT_EQ(memory::current_bytes(), before);
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
