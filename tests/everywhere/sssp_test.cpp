// SPDX-License-Identifier: Apache-2.0
// Shortest paths everywhere: distances to the bit, and a tree that its certificate accepts, however weights vanish.
#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
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
                 const std::vector<Distance>& distance) {
  IdArray parent(place.graph.vertices, cell.wide);
  for (std::uint64_t v = 0; v < offers.size(); ++v)
    parent.set(v, offers[v].parent == Tree::none ? parent.none() : offers[v].parent);
  const certify::Verdict verdict =
      certify::sssp(place.layout, source, std::span<const Distance>(distance), &parent, *place.crew);
  EXPECT_TRUE(verdict.ok) << verdict.reason;
}

// The certificate takes integers of 64 bits.
template <class Distance>
const std::vector<Distance>& as_certified(const std::vector<Distance>& distances) {
  return distances;
}
std::vector<std::uint64_t> as_certified(const std::vector<std::uint32_t>& distances) {
  std::vector<std::uint64_t> wide;
  for (const std::uint32_t d : distances)
    wide.push_back(d == algebra::greatest<std::uint32_t>() ? reference::no_distance : d);
  return wide;
}

template <class Distance, class W, class Id>
void expect_paths_and_tree(const Cell& cell, Place& place, std::uint64_t source,
                           const std::vector<Distance>& expected) {
  const auto values = values_everywhere(Sssp<Distance, W>{source}, cell, place);
  ASSERT_EQ(values.size(), expected.size());
  for (std::uint64_t v = 0; v < values.size(); ++v)
    ASSERT_EQ(values[v], expected[v]) << "vertex " << v << " from " << source;
  const auto unreached = std::ranges::count(values, algebra::greatest<Distance>());
  using Tree = ShortestPathTree<Distance, W, Id>;
  const Tree tree{
      .distances = values.data(), .source = source, .reached = values.size() - static_cast<std::uint64_t>(unreached)};
  expect_tree<Tree>(values_everywhere(tree, cell, place), cell, place, source, as_certified(values));
}

// In as many bits as ids have, if they do; what is farther is then as what is not reached.
template <class W>
void expect_integer_paths(const Cell& cell, Place& place, std::uint64_t source) {
  const auto expected = reference::integer_paths(place.graph, source).distance;
  constexpr auto none = algebra::greatest<std::uint32_t>();
  bool narrow = !cell.wide;
  std::vector<std::uint32_t> told;
  for (const std::uint64_t d : expected) {
    narrow = narrow && (d < none || d == reference::no_distance);
    told.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(d, none)));
  }
  if (narrow) return expect_paths_and_tree<std::uint32_t, W, std::uint32_t>(cell, place, source, told);
  EXPECT_EQ(values_everywhere(Sssp<std::uint32_t, W>{source}, cell, place), told);
  expect_paths_and_tree<std::uint64_t, W, std::uint64_t>(cell, place, source, expected);
}

void expect_real_paths(const Cell& cell, Place& place, std::uint64_t source) {
  const auto expected = reference::float_paths(place.graph, source).distance;
  if (cell.wide) return expect_paths_and_tree<float, float, std::uint64_t>(cell, place, source, expected);
  expect_paths_and_tree<float, float, std::uint32_t>(cell, place, source, expected);
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
      expect_real_paths(cell, *place, source);
    } else if (place->graph.weighted()) {
      expect_integer_paths<std::int32_t>(cell, *place, source);
    } else {
      expect_integer_paths<algebra::Unweighted>(cell, *place, source);
    }
    if (HasFailure()) return;
  }
}

// The program as it is shipped, on a way whose end is just within 32 bits, and just beyond, and beyond the next arc too.
TEST(Everywhere, shortest_paths_beyond_32_bits_are_found_in_64) {
  const Algorithm& sssp = algorithm("sssp");
  Crew& crew = crew_of(2);
  constexpr std::uint64_t most = std::numeric_limits<std::int32_t>::max();
  for (const std::uint64_t last : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{2}, most}) {
    for (const std::string wanted : {"distances", "both"}) {
      for (const ExchangeKind exchange : {ExchangeKind::zero_box, ExchangeKind::one_box, ExchangeKind::two_box}) {
        SCOPED_TRACE(fmt::format("{} after {} twice, {}", last, most, wanted));
        const std::vector<WeightedEdge> edges{
            {0, 1, static_cast<double>(most)}, {1, 2, static_cast<double>(most)}, {2, 3, static_cast<double>(last)}};
        Graph graph = make_graph(5, edges, {.directed = false, .weights = WeightType::integer});
        const PartitionChoice choice{.parts = 3, .exchange = exchange};
        const Layout layout = prepare(graph, sssp.needs(DirectionChoice::automatic), choice, crew, Watch());
        Parameters parameters = defaults(sssp);
        parameters.set("source", std::uint64_t{0});
        parameters.set("answer", wanted);
        Answer answer = sssp.run(layout, parameters, {.exchange = exchange, .plain = true}, crew, Watch());
        EXPECT_EQ(answer.fact<std::uint64_t>("distance_max"), 2 * most + last);
        EXPECT_EQ(answer.fact<std::uint64_t>("reached"), 4u);
        const auto& column = answer.column("distance").values;
        EXPECT_EQ(std::holds_alternative<Array<std::uint32_t>>(column), last == 0) << "2^32 - 1 is no distance";
        const certify::Verdict verdict = sssp.check(layout, parameters, answer, crew);
        EXPECT_TRUE(verdict.ok) << verdict.reason;
      }
    }
  }
}

}  // namespace
}  // namespace Atoll::testing
