// SPDX-License-Identifier: Apache-2.0
// Shortest paths everywhere: distances to the bit, and a tree that its certificate accepts, however weights vanish.
#include "atoll/algorithms/certify.hpp"

#include "tests/everywhere/programs.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

template Values<IntegerPaths> values_everywhere(const IntegerPaths&, const Cell&, Place&, std::uint64_t);
template Values<IntegerTree> values_everywhere(const IntegerTree&, const Cell&, Place&, std::uint64_t);
template Values<RealPaths> values_everywhere(const RealPaths&, const Cell&, Place&, std::uint64_t);

namespace {

template <class Tree, class Distance>
void expect_tree(const Values<Tree>& offers, const Cell& cell, Place& place, std::uint64_t source,
                 const Array<Distance>& distance) {
  IdArray parent(place.graph.vertices, cell.wide);
  for (std::uint64_t v = 0; v < offers.size(); ++v)
    parent.set(v, offers[v].parent == Tree::none ? parent.none() : offers[v].parent);
  const certify::Verdict verdict =
      certify::sssp(place.layout, source, std::span<const Distance>(distance), &parent, *place.crew);
  EXPECT_TRUE(verdict.ok) << verdict.reason;
}

template <class Distance, class W>
void expect_paths(const Cell& cell, Place& place, std::uint64_t source, const std::vector<Distance>& expected) {
  const auto values = values_everywhere(Sssp<Distance, W>{source}, cell, place);
  Array<Distance> distance(values.size());
  std::uint64_t reached = 0;
  Distance farthest = 0;
  for (std::uint64_t v = 0; v < values.size(); ++v) {
    ASSERT_EQ(values[v], expected[v]) << "vertex " << v << " from " << source;
    distance[v] = values[v];
    if (values[v] == algebra::greatest<Distance>()) continue;
    ++reached;
    farthest = std::max(farthest, values[v]);
  }
  using Compact = ShortestPathTree<Distance, W, std::uint32_t>;
  using Large = ShortestPathTree<Distance, W, std::uint64_t>;
  bool compact = !cell.wide;
  if constexpr (std::is_integral_v<Distance>) compact = compact && farthest < std::numeric_limits<std::uint32_t>::max();
  if (compact) {
    const Compact tree{.distances = distance.data(), .source = source, .reached = reached};
    expect_tree<Compact>(values_everywhere(tree, cell, place), cell, place, source, distance);
  } else {
    const Large tree{.distances = distance.data(), .source = source, .reached = reached};
    expect_tree<Large>(values_everywhere(tree, cell, place), cell, place, source, distance);
  }
}

TEST(Everywhere, shortest_paths_are_the_least_and_their_parents_a_tree) {
  const Matrix matrix{.weighings = {std::begin(all_weighings), std::end(all_weighings)}, .automatic = true};
  for (const Cell& cell : cells_of(matrix)) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {.weights = true});
    if (place->graph.vertices == 0) continue;
    const auto sources = sources_of(place->graph, cell.seed);
    const std::uint64_t source = sources[cell.seed % sources.size()];
    if (place->graph.weights.type == WeightType::real) {
      expect_paths<float, float>(cell, *place, source, reference::float_paths(place->graph, source).distance);
    } else if (place->graph.weighted()) {
      expect_paths<std::uint64_t, std::int32_t>(cell, *place, source,
                                                reference::integer_paths(place->graph, source).distance);
    } else {
      expect_paths<std::uint64_t, algebra::Unweighted>(cell, *place, source,
                                                       reference::integer_paths(place->graph, source).distance);
    }
    if (HasFailure()) return;
  }
}

}  // namespace
}  // namespace Atoll::testing
