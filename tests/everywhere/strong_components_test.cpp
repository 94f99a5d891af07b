// SPDX-License-Identifier: Apache-2.0
// Strong components on every sample, on one part and several, whatever is done with the vertices outside the first one.
#include <gtest/gtest.h>
#include <string>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/classes.hpp"
#include "atoll/algorithms/kernels/components/strong.hpp"

#include "tests/everywhere/shared_places.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

using kernels::RestRule;

void expect_names(const IdArray& found, const std::vector<std::uint64_t>& least) {
  ASSERT_EQ(found.size(), least.size());
  for (std::uint64_t v = 0; v < least.size(); ++v) ASSERT_EQ(found[v], least[v]) << "vertex " << v;
}

TEST(Everywhere, strong_components_are_named_by_their_least_member) {
  const Algorithm& entry = algorithm("scc");
  on_shared(entry, {Weighing::none}, [&](const SharedPlace& place) {
    const Layout& layout = place.layout;
    Crew& crew = *place.crew;
    const auto least = reference::strong_components(place.graph);
    Answer answer = entry.run(layout, defaults(entry), {}, crew, Watch());
    expect_names(answer.as<IdArray>("component"), least);
    const certify::Verdict verdict = entry.check(layout, defaults(entry), answer, crew);
    EXPECT_TRUE(verdict.ok) << verdict.reason;
  });
}

TEST(Everywhere, strong_components_do_not_depend_on_how_the_rest_is_solved) {
  const Algorithm& entry = algorithm("scc");
  on_shared(entry, {Weighing::none}, [&](const SharedPlace& place) {
    const Layout& layout = place.layout;
    Crew& crew = *place.crew;
    const auto least = reference::strong_components(place.graph);
    const kernels::SharedGraph out(layout, *layout.push);
    const kernels::SharedGraph in(layout, *layout.pull);
    for (const RestRule rule : {RestRule::colour, RestRule::search, RestRule::search_all}) {
      SCOPED_TRACE(static_cast<int>(rule));
      const auto found = kernels::strong_components(out, in, rule, crew, Watch());
      IdArray name(layout.vertices, layout.wide);
      name_by_least(out, found.member, name, crew, Watch());
      expect_names(name, least);
    }
  });
}

// A chain of cycles, each with an arc to the next: as many components as the diameter is long.
TEST(Everywhere, strong_components_of_a_long_chain) {
  Sample chain{.name = "chain", .vertices = 30000};
  for (std::uint64_t v = 0; v < chain.vertices; ++v) {
    if (v % 3 == 2) chain.edges.emplace_back(v, v - 2);
    if (v + 1 < chain.vertices) chain.edges.emplace_back(v, v + 1);
  }
  Crew& crew = crew_of(4);
  const Algorithm& entry = algorithm("scc");
  Graph graph = chain.graph();
  const Layout layout = prepare(graph, entry.needs(DirectionChoice::automatic), {.parts = 3}, crew, Watch());
  const kernels::SharedGraph out(layout, *layout.push);
  const kernels::SharedGraph in(layout, *layout.pull);
  for (const RestRule rule : {RestRule::automatic, RestRule::colour, RestRule::search_all}) {
    const auto found = kernels::strong_components(out, in, rule, crew, Watch());
    IdArray name(layout.vertices, false);
    name_by_least(out, found.member, name, crew, Watch());
    for (std::uint64_t v = 0; v < chain.vertices; ++v) ASSERT_EQ(name[v], v - v % 3);
    EXPECT_LT(found.statistics.supersteps.size(), 200u);
  }
}

TEST(Everywhere, strong_components_stop_when_told_to) { expect_stops(algorithm("scc")); }

}  // namespace
}  // namespace Atoll::testing
