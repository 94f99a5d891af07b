// SPDX-License-Identifier: Apache-2.0
// Components everywhere: every vertex learns the least of its component.
#include "tests/everywhere/programs.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

template Values<NarrowComponents> values_everywhere(const NarrowComponents&, const Cell&, Place&, std::uint64_t);

namespace {

template <class Value>
void expect_least_members(const std::vector<Value>& values, const Place& place) {
  const auto least = reference::components(place.graph);
  for (std::uint64_t v = 0; v < place.graph.vertices; ++v)
    ASSERT_EQ(std::uint64_t{values[v]}, least[v]) << "vertex " << v;
}

TEST(Everywhere, components_are_named_by_their_least_member) {
  for (const Cell& cell : cells_of({.automatic = true})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {.both_ways = true});
    if (cell.wide) {
      expect_least_members(values_everywhere(Components<std::uint64_t>{}, cell, *place), *place);
    } else {
      expect_least_members(values_everywhere(NarrowComponents{}, cell, *place), *place);
    }
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace Atoll::testing
