// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/everywhere/shared_places.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

TEST(Everywhere, core_numbers_are_those_of_plain_peeling) {
  const Algorithm& cores = algorithm("cores");
  std::vector<std::uint32_t> expected;
  on_shared(cores, {Weighing::none}, [&](const SharedPlace& place) {
    if (place.first_of_sample) expected = reference::core_numbers(place.graph);
    const Answer answer = checked_answer(cores, place, defaults(cores));
    EXPECT_EQ(vector_of(answer.as<Array<std::uint32_t>>("core")), expected);
    const std::uint32_t most = expected.empty() ? 0 : *std::ranges::max_element(expected);
    EXPECT_EQ(answer.fact<std::uint64_t>("degeneracy"), most);
    EXPECT_EQ(answer.fact<std::uint64_t>("innermost"), std::ranges::count(expected, most));
  });
}

// A clique of more hubs than a thread follows by itself, each with leaves of its own: all three ways to fall.
TEST(Everywhere, cores_of_hubs_that_all_threads_count_down) {
  const std::uint64_t hubs = 600;
  Sample sample{.name = "hubs", .vertices = hubs * 4, .edges = {}, .directed = false};
  for (std::uint64_t u = 0; u < hubs; ++u) {
    for (std::uint64_t v = u + 1; v < hubs; ++v) sample.edges.emplace_back(u, v);
    for (std::uint64_t leaf = 1; leaf < 4; ++leaf) sample.edges.emplace_back(u, leaf * hubs + u);
  }
  const auto expected = reference::core_numbers(sample.graph());
  const Algorithm& cores = algorithm("cores");
  for (const int threads : {1, 2, 4, 7}) {
    Graph graph = sample.graph();
    const Layout layout =
        prepare(graph, cores.needs(DirectionChoice::automatic), {.parts = 2}, crew_of(threads), Watch());
    const Answer answer = cores.run(layout, defaults(cores), {}, crew_of(threads), Watch());
    EXPECT_EQ(vector_of(answer.as<Array<std::uint32_t>>("core")), expected) << threads << " threads";
  }
}

// A cascade of a million links from one end, and steps that do not grow with it.
TEST(Everywhere, a_long_chain_is_peeled_in_two_levels) {
  Sample chain{.name = "chain", .vertices = 1'000'000, .edges = {}, .directed = false};
  for (std::uint64_t v = 1; v < chain.vertices; ++v) chain.edges.emplace_back(v - 1, v);
  const Algorithm& cores = algorithm("cores");
  Graph graph = chain.graph();
  const Layout layout = prepare(graph, cores.needs(DirectionChoice::automatic), {.parts = 1}, crew_of(4), Watch());
  const Answer answer = cores.run(layout, defaults(cores), {}, crew_of(4), Watch());
  EXPECT_EQ(answer.fact<std::uint64_t>("innermost"), chain.vertices);
  EXPECT_EQ(answer.statistics.supersteps.size(), 1);
}

TEST(Everywhere, cores_stop_on_request) { expect_stops(algorithm("cores")); }

}  // namespace
}  // namespace Atoll::testing
