// SPDX-License-Identifier: Apache-2.0
// BFS everywhere, remembering both, parents or levels: levels, and the tree of least parents, to the bit.
#include "tests/everywhere/one_part.hpp"
#include "tests/everywhere/programs.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

template Values<NarrowBfs> values_everywhere(const NarrowBfs&, const Cell&, Place&, std::uint64_t);

namespace {

enum Variant { both, parents, levels };

template <class Visit>
void expect_least_tree(const std::vector<Visit>& values, const Place& place, std::uint64_t source) {
  const auto level = reference::bfs_levels(place.graph, source);
  const auto parent = reference::bfs_parents(place.graph, source);
  for (std::uint64_t v = 0; v < place.graph.vertices; ++v) {
    if constexpr (requires { values[v].level; }) {
      ASSERT_EQ(values[v].level, level[v]) << "vertex " << v << " from " << source;
    }
    if constexpr (requires { values[v].parent; }) {
      using Id = decltype(values[v].parent);
      const Id expected = parent[v] == reference::no_vertex ? Visit::none : static_cast<Id>(parent[v]);
      ASSERT_EQ(values[v].parent, expected) << "vertex " << v << " from " << source;
    }
  }
}

template <class Id>
void expect_search(const Cell& cell, Place& place, std::uint64_t source) {
  if (cell.variant == parents) {
    expect_least_tree(values_everywhere(Bfs<Id, Parent<Id>>{source}, cell, place), place, source);
  } else if (cell.variant == levels) {
    expect_least_tree(values_everywhere(Bfs<Id, Level>{source}, cell, place), place, source);
  } else {
    expect_least_tree(values_everywhere(Bfs<Id, ParentAndLevel<Id>>{source}, cell, place), place, source);
  }
}

TEST(Everywhere, bfs_finds_the_same_levels_and_the_least_parents) {
  for (const Cell& cell : cells_of({.automatic = true, .variants = 3})) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {.source_ids = true});
    if (place->graph.vertices == 0) continue;
    const auto sources = sources_of(place->graph, cell.seed);
    const std::uint64_t source = sources[cell.seed % sources.size()];
    if (cell.wide) {
      expect_search<std::uint64_t>(cell, *place, source);
    } else {
      expect_search<std::uint32_t>(cell, *place, source);
    }
    if (HasFatalFailure()) return;
  }
}

// Hundreds of supersteps with a frontier of a few hundred among 166,000: sweeps are dealt by hands of pieces.
TEST(Everywhere, bfs_of_a_grid_loses_nobody_where_supersteps_are_nearly_empty) {
  constexpr std::uint64_t rows = 415, columns = 400;
  Sample grid{.name = "grid", .vertices = rows * columns, .edges = {}, .directed = false};
  for (std::uint64_t v = 0; v < grid.vertices; ++v) {
    if (v % columns + 1 < columns) grid.edges.emplace_back(v, v + 1);
    if (v / columns + 1 < rows) grid.edges.emplace_back(v, v + columns);
  }
  const Algorithm& bfs = algorithm("bfs");
  for (const ExchangeKind kind : {ExchangeKind::zero_box, ExchangeKind::one_box, ExchangeKind::two_box}) {
    for (const int threads : {1, 2, 4}) {
      Graph graph = grid.graph();
      Crew& crew = crew_of(threads, 1);
      const Layout layout =
          prepare(graph, bfs.needs(DirectionChoice::automatic), {.parts = 4, .exchange = kind}, crew, Watch());
      const Answer answer = bfs.run(layout, defaults(bfs), {.exchange = kind}, crew, Watch());
      const auto& level = answer.as<Array<std::uint32_t>>("level");
      for (std::uint64_t v = 0; v < grid.vertices; ++v)
        ASSERT_EQ(level[v], v / columns + v % columns) << "vertex " << v;
    }
  }
}

}  // namespace
}  // namespace Atoll::testing
