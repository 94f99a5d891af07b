// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "tests/everywhere/shared_places.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

TEST(Everywhere, colours_are_greedy_and_the_same_everywhere) {
  const Algorithm& colouring = algorithm("colouring");
  std::vector<std::uint32_t> first;
  on_shared(colouring, {Weighing::none}, [&](const SharedPlace& place) {
    const Answer answer = checked_answer(colouring, place, defaults(colouring));
    const auto colours = vector_of(answer.as<Array<std::uint32_t>>("colour"));
    if (place.first_of_sample) {
      first = colours;
      EXPECT_TRUE(reference::is_greedy_colouring(place.graph, colours));
    }
    EXPECT_EQ(colours, first);
    EXPECT_EQ(answer.fact<std::uint64_t>("colours"), std::set(colours.begin(), colours.end()).size());
  });
}

TEST(Everywhere, a_complete_graph_takes_a_colour_for_each) {
  Sample complete{.name = "complete", .vertices = 300, .edges = {}, .directed = true};
  for (std::uint64_t u = 0; u < complete.vertices; ++u) {
    for (std::uint64_t v = 0; v < u; ++v) complete.edges.emplace_back(u, v);
  }
  const Algorithm& colouring = algorithm("color");
  for (const int threads : {1, 7}) {
    Graph graph = complete.graph();
    const Needs needs = colouring.needs(DirectionChoice::automatic);
    const Layout layout = prepare(graph, needs, {.parts = 3}, crew_of(threads), Watch());
    const Answer answer = colouring.run(layout, defaults(colouring), {}, crew_of(threads), Watch());
    EXPECT_EQ(answer.fact<std::uint64_t>("colours"), complete.vertices);
  }
}

TEST(Everywhere, colouring_stops_on_request) { expect_stops(algorithm("colouring")); }

}  // namespace
}  // namespace Atoll::testing
