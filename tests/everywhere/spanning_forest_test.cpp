// SPDX-License-Identifier: Apache-2.0
// The minimum spanning forest on every sample and weighing, also with weights below zero: the one that Kruskal finds.
#include <bit>
#include <cmath>
#include <gtest/gtest.h>

#include "atoll/algorithms/catalog.hpp"

#include "tests/everywhere/shared_places.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

double weight_at(const Answer& answer, std::uint64_t v) {
  const auto& values = answer.column("weight").values;
  if (const auto* whole = std::get_if<Array<std::int32_t>>(&values)) return (*whole)[v];
  return std::get<Array<float>>(values)[v];
}

double total_of(const Answer& answer) {
  for (const Fact& fact : answer.facts) {
    if (fact.name != "weight") continue;
    if (const auto* whole = std::get_if<std::int64_t>(&fact.value)) return static_cast<double>(*whole);
    return std::get<double>(fact.value);
  }
  return std::nan("");
}

void expect_forest(const Answer& answer, const reference::Forest& expected) {
  const auto& parents = answer.as<IdArray>("parent");
  std::uint64_t trees = 0;
  double total = 0;
  for (std::uint64_t v = 0; v < expected.parent.size(); ++v) {
    ASSERT_EQ(parents[v], expected.parent[v]) << "vertex " << v;
    ASSERT_EQ(weight_at(answer, v), expected.weight[v]) << "vertex " << v;
    trees += expected.parent[v] == v ? 1u : 0u;
    total += expected.weight[v];
  }
  EXPECT_EQ(answer.fact<std::uint64_t>("trees"), trees);
  EXPECT_EQ(answer.fact<std::uint64_t>("edges"), expected.parent.size() - trees);
  EXPECT_NEAR(total_of(answer), total, 1e-9 * std::abs(total));
}

TEST(Everywhere, spanning_forests_are_the_one_that_kruskal_finds) {
  const Algorithm& entry = algorithm("msf");
  on_shared(entry, {std::begin(all_weighings), std::end(all_weighings)}, [&](const SharedPlace& place) {
    expect_forest(checked_answer(entry, place, defaults(entry)), reference::spanning_forest(place.graph));
  });
}

// Weights of both signs, so few that many edges tie, and so many edges that there are several batches.
TEST(Everywhere, spanning_forests_of_several_batches_and_signs) {
  const Algorithm& entry = algorithm("msf");
  for (const WeightType type : {WeightType::integer, WeightType::real, WeightType::none}) {
    for (const int bound : {2, 1000}) {
      const Random random(test_seed(), 9);
      std::vector<WeightedEdge> edges;
      for (std::uint64_t i = 0; i < 40000; ++i) {
        const double weight = static_cast<double>(random.below(3 * i, static_cast<std::uint64_t>(bound))) - bound / 2;
        edges.push_back({random.below(3 * i + 1, 2000), random.below(3 * i + 2, 2000), weight});
      }
      const Graph graph = make_graph(2000, edges, {.directed = true, .weights = type});
      const auto expected = reference::spanning_forest(graph);
      for (const int parts : {1, 5}) {
        Crew& crew = crew_of(4);
        Graph given = make_graph(2000, edges, {.directed = true, .weights = type});
        const Layout layout = prepare(given, entry.needs(DirectionChoice::automatic), {.parts = parts}, crew, Watch());
        Answer answer = entry.run(layout, defaults(entry), {}, crew, Watch());
        expect_forest(answer, expected);
        const certify::Verdict verdict = entry.check(layout, defaults(entry), answer, crew);
        EXPECT_TRUE(verdict.ok) << verdict.reason;
      }
    }
  }
}

TEST(Everywhere, spanning_forests_stop_when_told_to) { expect_stops(algorithm("msf")); }

}  // namespace
}  // namespace Atoll::testing
