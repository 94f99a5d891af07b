// SPDX-License-Identifier: Apache-2.0
// BFS everywhere: levels, and the tree of least parents, to the bit.
#include "tests/everywhere/programs.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

template Values<NarrowBfs> values_everywhere(const NarrowBfs&, const Cell&, Place&, std::uint64_t);

namespace {

template <class Id>
void expect_least_tree(const Cell& cell, Place& place, std::uint64_t source) {
  const auto levels = reference::bfs_levels(place.graph, source);
  const auto parents = reference::bfs_parents(place.graph, source);
  const auto values = values_everywhere(Bfs<Id, ParentAndLevel<Id>>{source}, cell, place);
  for (std::uint64_t v = 0; v < place.graph.vertices; ++v) {
    ASSERT_EQ(values[v].level, levels[v]) << "vertex " << v << " from " << source;
    const auto parent = parents[v] == reference::no_vertex ? ParentAndLevel<Id>::none : static_cast<Id>(parents[v]);
    ASSERT_EQ(values[v].parent, parent) << "vertex " << v << " from " << source;
  }
}

TEST(Everywhere, bfs_finds_the_same_levels_and_the_least_parents) {
  for (const Cell& cell : cells_of({.automatic = true})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {.source_ids = true});
    if (place->graph.vertices == 0) continue;
    const auto sources = sources_of(place->graph, cell.seed);
    const std::uint64_t source = sources[cell.seed % sources.size()];
    if (cell.wide) {
      expect_least_tree<std::uint64_t>(cell, *place, source);
    } else {
      expect_least_tree<std::uint32_t>(cell, *place, source);
    }
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace Atoll::testing
