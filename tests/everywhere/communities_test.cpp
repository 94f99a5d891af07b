// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "tests/everywhere/shared_places.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

const std::vector<Weighing> weighings = {Weighing::none, Weighing::zeros, Weighing::absorbed};

TEST(Everywhere, communities_are_stable_and_the_same_everywhere) {
  const Algorithm& communities = algorithm("communities");
  std::vector<std::uint64_t> first;
  double modularity = 0;
  on_shared(communities, weighings, [&](const SharedPlace& place) {
    const Answer answer = checked_answer(communities, place, defaults(communities));
    const auto labels = vector_of(answer.as<IdArray>("community"));
    if (place.first_of_sample) {
      first = labels;
      EXPECT_TRUE(answer.fact<bool>("converged"));
      EXPECT_EQ(reference::dissenters(place.graph, labels), std::vector<std::uint64_t>());
      modularity = reference::modularity(place.graph, labels);
    }
    // A prepared graph adds reals up in another order.
    if (place.layout.in_order && place.weighing == Weighing::absorbed) return;
    EXPECT_EQ(labels, first);
    EXPECT_NEAR(answer.fact<double>("modularity"), modularity, 1e-9);
    std::map<std::uint64_t, std::uint64_t> sizes;
    for (const std::uint64_t label : labels) ++sizes[label];
    EXPECT_EQ(answer.fact<std::uint64_t>("count"), sizes.size());
    std::uint64_t largest = 0;
    for (const auto& [label, size] : sizes) largest = std::max(largest, size);
    EXPECT_EQ(answer.fact<std::uint64_t>("largest"), largest);
  });
}

TEST(Everywhere, communities_that_run_out_of_rounds_say_so) {
  const Algorithm& communities = algorithm("label-propagation");
  Parameters one = defaults(communities);
  one.set("iterations", std::uint64_t{1});
  std::vector<std::uint64_t> first;
  on_shared(communities, {Weighing::none}, [&](const SharedPlace& place) {
    const Answer answer = checked_answer(communities, place, one);
    const auto labels = vector_of(answer.as<IdArray>("community"));
    if (place.first_of_sample) first = labels;
    EXPECT_EQ(labels, first);
    EXPECT_EQ(answer.fact<std::uint64_t>("iterations"), std::min<std::uint64_t>(place.graph.vertices, 1));
    EXPECT_EQ(answer.notes.empty(), answer.fact<bool>("converged"));
  });
}

TEST(Everywhere, communities_refuse_what_makes_no_sense) {
  const Algorithm& communities = algorithm("communities");
  Crew& crew = crew_of(2);
  Graph graph = make_graph(2, {{0, 1, -2}}, {.directed = false, .weights = WeightType::integer});
  const Layout layout = prepare(graph, communities.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
  EXPECT_THROW(communities.run(layout, defaults(communities), {}, crew, Watch()), Error);
  Parameters none = defaults(communities);
  none.set("iterations", std::uint64_t{0});
  EXPECT_THROW(communities.run(layout, none, {}, crew, Watch()), Error);
}

TEST(Everywhere, communities_stop_on_request) { expect_stops(algorithm("communities")); }

}  // namespace
}  // namespace Atoll::testing
