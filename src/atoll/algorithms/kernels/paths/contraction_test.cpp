// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/contraction.hpp"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <map>
#include <queue>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// An undirected graph; rows ascend by end, a loop is one arc.
struct DrawnGraph {
  explicit DrawnGraph(std::uint32_t vertices) : rows(vertices) {}

  DrawnGraph& edge(std::uint32_t u, std::uint32_t v, std::uint32_t weight = 1) {
    rows[u].emplace(v, weight);
    if (u != v) rows[v].emplace(u, weight);
    return *this;
  }
  DrawnGraph& path(std::uint32_t from, std::uint32_t to, std::uint32_t weight = 1) {
    for (std::uint32_t v = from; v < to; ++v) edge(v, v + 1, weight);
    return *this;
  }
  // As the kernels walk it, valid until the next edge.
  const OnePart& graph() {
    offsets = {0};
    ends.clear();
    weights.clear();
    for (const auto& row : rows) {
      for (const auto& [end, weight] : row) {
        ends.push_back(end);
        weights.push_back(weight);
      }
      offsets.push_back(ends.size());
    }
    one.vertices = static_cast<std::uint32_t>(rows.size());
    one.arcs = ends.size();
    one.out = one.in = {offsets.data(), ends.data(), weights};
    one.directed = false;
    return one;
  }

  std::vector<std::multimap<std::uint32_t, std::uint32_t>> rows;
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> ends, weights;
  OnePart one;
};

using Offers = std::vector<Contraction::Offer>;

Array<std::uint64_t> distances(const OnePart& graph, const Offers& offers) {
  Array<std::uint64_t> nearest(graph.vertices);
  for (std::uint64_t& distance : nearest) distance = Contraction::unreached;
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> waiting;
  const auto reach = [&](std::uint32_t v, std::uint64_t distance) {
    if (distance >= nearest[v]) return;
    nearest[v] = distance;
    waiting.emplace(distance, v);
  };
  for (const Contraction::Offer& offer : offers) reach(offer.place, offer.distance);
  while (!waiting.empty()) {
    const auto [distance, v] = waiting.top();
    waiting.pop();
    if (distance != nearest[v]) continue;
    for (std::uint64_t e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e)
      reach(graph.out.ends[e], distance + (graph.out.weights.empty() ? 1 : graph.out.weights[e]));
  }
  return nearest;
}

bool is_narrow(std::uint64_t distance) {
  return distance == Contraction::unreached || distance < std::numeric_limits<std::uint32_t>::max();
}

// In 32 bits or 16 the distances are the same, or it is told that one does not fit. (Of a vertex beside the source that may
// be one that is not the least.)
template <class Distance>
void expect_same_if_narrow(const Contraction& contraction, const Array<std::uint64_t>& of_core,
                           const Contraction::Start& start, const Array<std::uint64_t>& expected, Crew& crew) {
  if (!std::ranges::all_of(of_core, is_narrow)) return;
  Array<std::uint32_t> narrow(of_core.size());
  std::ranges::transform(of_core, narrow.begin(), [](std::uint64_t d) { return static_cast<std::uint32_t>(d); });
  Array<Distance> found(expected.size());
  const bool fit = contraction.spread(narrow, start, found, crew, Watch());
  constexpr std::uint64_t small = sizeof(Distance) == 2 ? 1u << 12 : 1u << 20;
  const auto is_small = [](std::uint64_t d) { return d == Contraction::unreached || d < small; };
  const auto is_in_range = [](std::uint64_t d) {
    return d == Contraction::unreached || d < std::numeric_limits<Distance>::max();
  };
  EXPECT_TRUE(fit || !std::ranges::all_of(expected, is_small));
  EXPECT_TRUE(!fit || std::ranges::all_of(expected, is_in_range));
  for (std::uint64_t v = 0; fit && v < expected.size(); ++v)
    EXPECT_EQ(found[v], static_cast<Distance>(expected[v])) << "to " << v;
}

// From every source, or from one in so many, by way of the core, the distances of the graph. Returns the vertices of the
// core.
struct Asked {
  int threads = 2;
  std::uint32_t one_in = 1;
};
std::uint32_t expect_same_distances(const OnePart& graph, const Asked& asked = {}) {
  Crew crew(synthetic_machine("1x4"), {.threads = asked.threads, .pin = false});
  const Contraction contraction(graph, {}, crew);
  const OnePart core = contraction.core();
  EXPECT_LE(core.arcs, graph.arcs);
  for (auto source = static_cast<std::uint32_t>(core.arcs % asked.one_in); source < graph.vertices;
       source += asked.one_in) {
    const Array<std::uint64_t> expected = distances(graph, {{source, 0}});
    const Contraction::Start start = contraction.start(source);
    Array<std::uint64_t> found(graph.vertices);
    const Array<std::uint64_t> of_core = distances(core, start.core);
    EXPECT_TRUE(contraction.spread(of_core, start, found, crew, Watch()));
    expect_same_if_narrow<std::uint32_t>(contraction, of_core, start, expected, crew);
    expect_same_if_narrow<std::uint16_t>(contraction, of_core, start, expected, crew);
    for (std::uint32_t v = 0; v < graph.vertices; ++v) EXPECT_EQ(found[v], expected[v]) << source << " to " << v;
    if (::testing::Test::HasFailure()) break;
  }
  return core.vertices;
}

TEST(Contraction, of_a_path_one_vertex_is_left) {
  EXPECT_EQ(expect_same_distances(DrawnGraph(2).path(0, 1, 7).graph()), 1u);
  EXPECT_EQ(expect_same_distances(DrawnGraph(90).path(0, 89, 7).graph()), 1u);
}

TEST(Contraction, of_a_cycle_one_vertex_is_left) {
  EXPECT_EQ(expect_same_distances(DrawnGraph(3).path(0, 2).edge(2, 0).graph()), 1u);
  EXPECT_EQ(expect_same_distances(DrawnGraph(90).path(0, 89, 3).edge(89, 0, 100).graph()), 1u);
}

TEST(Contraction, a_tree_withers) {
  DrawnGraph tree(60);
  for (std::uint32_t v = 1; v < 60; ++v) tree.edge(v, (v - 1) / 4, v);
  EXPECT_EQ(expect_same_distances(tree.graph()), 1u);
}

TEST(Contraction, without_weights_every_arc_is_1) {
  DrawnGraph ladder(40);
  ladder.path(0, 19).path(20, 39);
  for (std::uint32_t v = 0; v < 20; ++v) ladder.edge(v, v + 20);
  OnePart graph = ladder.graph();
  graph.out.weights = graph.in.weights = {};
  EXPECT_LT(expect_same_distances(graph), 10u);
}

TEST(Contraction, keeps_vertices_of_many_neighbours_and_lonely_ones) {
  DrawnGraph graph(15);  // ten that all know each other, one of them with a tail; three lonely ones, one with a loop
  for (std::uint32_t u = 0; u < 10; ++u) {
    for (std::uint32_t v = u + 1; v < 10; ++v) graph.edge(u, v, 100 + u + v);
  }
  graph.path(9, 11, 2).edge(14, 14, 1);
  EXPECT_EQ(expect_same_distances(graph.graph()), 13u);
}

TEST(Contraction, a_grid_of_equal_arcs_shrinks_though_all_ways_have_others_as_short) {
  constexpr std::uint32_t side = 24;
  for (const std::uint32_t weight : {0u, 1u}) {
    DrawnGraph grid(side * side);
    for (std::uint32_t v = 0; v < side * side; ++v) {
      if (v % side + 1 < side) grid.edge(v, v + 1, weight);
      if (v + side < side * side) grid.edge(v, v + side, weight);
    }
    EXPECT_LT(expect_same_distances(grid.graph(), {.one_in = 7}), side * side / 4);
  }
}

TEST(Contraction, arcs_that_two_others_are_no_longer_than_go) {
  DrawnGraph graph(12);  // all know each other, and all are as near by way of 0
  for (std::uint32_t u = 0; u < 12; ++u) {
    for (std::uint32_t v = u + 1; v < 12; ++v) graph.edge(u, v, u == 0 ? 1 : 2);
  }
  EXPECT_EQ(expect_same_distances(graph.graph()), 1u);
}

TEST(Contraction, loops_and_heavier_parallel_arcs_are_no_ways) {
  DrawnGraph graph(6);
  graph.path(0, 4, 9).edge(1, 2, 4).edge(1, 2, 30).edge(0, 0, 1).edge(3, 3, 0).edge(4, 5, 5).edge(4, 5, 5).edge(0, 5,
                                                                                                                0);
  EXPECT_EQ(expect_same_distances(graph.graph()), 1u);
}

TEST(Contraction, an_arc_stays_in_the_range_of_weights) {
  const std::uint32_t heavy = Contraction::weight_max;
  EXPECT_GT(expect_same_distances(DrawnGraph(20).path(0, 19, heavy).edge(19, 0, heavy).graph()), 1u);
  EXPECT_GT(expect_same_distances(DrawnGraph(20).path(0, 19, heavy / 4).edge(19, 0, heavy / 4).graph()), 1u);
}

DrawnGraph drawn(std::uint64_t seed, std::uint32_t vertices, std::uint64_t weights) {
  const Random random(seed);
  DrawnGraph graph(vertices);
  const std::uint64_t edges = vertices * (2 + seed % 7) / 2;
  for (std::uint64_t i = 0; i < edges; ++i)
    graph.edge(static_cast<std::uint32_t>(random.below(3 * i, vertices)),
               static_cast<std::uint32_t>(random.below(3 * i + 1, vertices)),
               static_cast<std::uint32_t>(random.below(3 * i + 2, weights)));
  return graph;
}

TEST(Contraction, drawn_graphs_keep_their_distances) {
  for (std::uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE(seed);
    expect_same_distances(drawn(seed, 100, seed % 2 == 0 ? 3 : 1000).graph(), {.one_in = 4});
    expect_same_distances(drawn(seed, 100, 1 + seed % 2).graph(), {.one_in = 4});
    if (HasFailure()) return;
  }
}

// Ten blocks of rows and more, whose ends are near in number or far; without loops, so that they are read where they lie.
TEST(Contraction, a_large_mesh_keeps_its_distances) {
  constexpr std::uint32_t side = 160, vertices = side * side;
  for (const std::uint32_t stride : {1u, 7919u}) {
    const Random random(stride);
    DrawnGraph mesh(vertices);
    const auto number = [&](std::uint32_t row, std::uint32_t column) {
      return (row * side + column) * stride % vertices;
    };
    for (std::uint32_t row = 0; row < side; ++row) {
      for (std::uint32_t column = 0; column < side; ++column) {
        const auto weight = [&](std::uint64_t i) {
          return static_cast<std::uint32_t>(random.below(4 * (row * side + column) + i, i == 3 ? 90'000 : 1000));
        };
        if (column + 1 < side) mesh.edge(number(row, column), number(row, column + 1), weight(0));
        if (row + 1 < side) mesh.edge(number(row, column), number(row + 1, column), weight(1));
        if (row + 1 < side && column + 1 < side) mesh.edge(number(row, column), number(row + 1, column + 1), weight(3));
      }
    }
    Crew crew(synthetic_machine("1x4"), {.threads = 3, .pin = false});
    const Contraction contraction(mesh.graph(), {}, crew);
    EXPECT_LT(contraction.core().vertices, vertices / 4);
    for (const std::uint32_t source : {0u, 12'345u, vertices - 1}) {
      const Contraction::Start start = contraction.start(source);
      Array<std::uint64_t> found(vertices);
      EXPECT_TRUE(contraction.spread(distances(contraction.core(), start.core), start, found, crew, Watch()));
      EXPECT_TRUE(std::ranges::equal(found, distances(mesh.one, {{source, 0}}))) << stride << " from " << source;
    }
  }
}

TEST(TakenVertices, keep_ends_and_weights_of_any_kind) {
  for (const std::uint32_t vertex : {0u, 40'000u, 0xffff'fff0u}) {
    for (const std::uint32_t distance : {0x7fffu, 0x8000u, 0x8001u, 0x10000u}) {
      EXPECT_EQ(TakenVertices::is_near(vertex, vertex + distance), distance < 0x8000);
      EXPECT_EQ(TakenVertices::is_near(vertex, vertex - distance), distance <= 0x8000);
    }
    std::vector<std::uint32_t> before(vertex >> 16, 0);
    TakenVertices taken;
    for (const std::uint32_t bytes : {1u, 2u, 4u}) {
      const std::uint32_t heaviest = ~std::uint32_t{0} >> 8 * (4 - bytes);
      const std::uint32_t near = bytes < 4 ? 1 : 1000;
      const std::uint32_t number = taken.count();
      std::vector<std::uint32_t> stretches(before);
      stretches.insert(stretches.end(), {0, 2});  // one before it, of which nothing is said
      TakenVertices::Group& group = taken.add({.ends = 2, .weight_bytes = bytes}, std::move(stretches));
      group.put_vertex(0, vertex - 1);
      group.put_vertex(1, vertex);
      group.put_end(1, vertex, 0, vertex - near * 0x8000, heaviest);
      group.put_end(1, vertex, 1, vertex + near * 0x7fff, 0);
      EXPECT_EQ(group.vertex(1), vertex);
      const TakenVertices::Record record = taken.record(number + 1, vertex);
      EXPECT_EQ(record.end(0), vertex - near * 0x8000);
      EXPECT_EQ(record.end(1), vertex + near * 0x7fff);
      EXPECT_EQ(record.weight(0), heaviest);
      EXPECT_EQ(record.weight(1), 0u);
    }
    EXPECT_EQ(taken.ends(), 12u);
  }
}

TEST(TakenVertices, are_found_in_any_stretch_of_a_group) {
  const std::vector<std::uint32_t> vertices{0, 7, 65'535, 65'536, 131'072, 131'073, 200'000, 393'215};
  TakenVertices taken;
  taken.add({.ends = 1, .weight_bytes = 4}, {0, 3});
  std::vector<std::uint32_t> before{0};
  for (std::uint32_t stretch = 1; stretch <= 7; ++stretch)
    before.push_back(static_cast<std::uint32_t>(std::ranges::lower_bound(vertices, stretch << 16) - vertices.begin()));
  TakenVertices::Group& group = taken.add({.ends = 1, .weight_bytes = 2}, before);
  ASSERT_EQ(group.size(), vertices.size());
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    group.put_vertex(i, vertices[i]);
    group.put_end(i, vertices[i], 0, vertices[i] + i, i);
  }
  for (std::uint32_t i = 0; i < vertices.size(); ++i) {
    EXPECT_EQ(group.find(vertices[i]), i);
    EXPECT_EQ(group.vertex(i), vertices[i]);
    EXPECT_EQ(taken.record(3 + i, vertices[i]).end(0), vertices[i] + i);
    EXPECT_EQ(taken.record(3 + i, vertices[i]).weight(0), i);
  }
}

TEST(Contraction, arcs_never_become_more) {
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false});
  for (const std::uint64_t degree : {3u, 4u, 5u, 6u}) {
    DrawnGraph graph = drawn(degree - 2, 3000, 1u << 20);
    EXPECT_LE(Contraction(graph.graph(), {}, crew).core().arcs, graph.one.arcs) << degree;
  }
}

TEST(Contraction, is_the_same_for_any_number_of_threads) {
  DrawnGraph graph = drawn(1, 30000, 100);
  std::vector<std::vector<std::uint64_t>> seen;
  for (const int threads : {1, 4}) {
    Crew crew(synthetic_machine("1x4"), {.threads = threads, .pin = false});
    const Contraction contraction(graph.graph(), {}, crew);
    const OnePart core = contraction.core();
    std::vector<std::uint64_t> all(core.out.offsets, core.out.offsets + core.vertices + 1);
    all.insert(all.end(), core.out.ends, core.out.ends + core.arcs);
    all.insert(all.end(), core.out.weights.whole(), core.out.weights.whole() + core.arcs);
    for (const std::uint32_t source : {0u, 777u, 29'999u}) {
      const Contraction::Start start = contraction.start(source);
      for (const auto& offers : {start.core, start.taken})
        for (const Contraction::Offer& offer : offers) all.insert(all.end(), {offer.place, offer.distance});
    }
    seen.push_back(std::move(all));
  }
  EXPECT_EQ(seen[0], seen[1]);
}

// One in which everybody is near somebody, with arcs so that rows are long and short.
TEST(Contraction, hubs_keep_their_distances) {
  DrawnGraph graph(300);
  const Random random(7);
  for (std::uint32_t v = 1; v < 300; ++v) {
    graph.edge(v, v % 3, 40 + static_cast<std::uint32_t>(random.below(v, 40)));
    graph.edge(v, static_cast<std::uint32_t>(random.below(v + 300, v)),
               static_cast<std::uint32_t>(random.below(v + 600, 50)));
  }
  EXPECT_LT(expect_same_distances(graph.graph()), 100u);
}

TEST(Contraction, suits_sparse_undirected_graphs_of_integers_that_hang_together) {
  DrawnGraph drawn_path(2000);
  OnePart path = drawn_path.path(0, 1999).graph();
  EXPECT_TRUE(Contraction::suits(path, WeightType::integer));
  EXPECT_TRUE(Contraction::suits(path, WeightType::none));
  EXPECT_FALSE(Contraction::suits(path, WeightType::real));
  path.directed = true;
  EXPECT_FALSE(Contraction::suits(path, WeightType::integer));
  DrawnGraph pieces(2000);
  for (std::uint32_t v = 0; v < 2000; v += 20) pieces.path(v, v + 19);
  EXPECT_FALSE(Contraction::suits(pieces.graph(), WeightType::integer));
  DrawnGraph many_arcs(2000);
  for (std::uint32_t v = 0; v < 2000; ++v) {
    for (std::uint32_t step = 1; step <= 11; ++step) many_arcs.edge(v, (v + step) % 2000);
  }
  EXPECT_FALSE(Contraction::suits(many_arcs.graph(), WeightType::integer));
}

TEST(Contraction, arrives_where_little_is_left) {
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false});
  const Contraction::Aim half{.left = 0.5, .pace = 0.25};
  DrawnGraph path(2000);
  EXPECT_TRUE(Contraction(path.path(0, 1999).graph(), half, crew).arrived());
  DrawnGraph far = drawn(5, 2000, 1u << 20);  // seven arcs each, to anybody
  EXPECT_FALSE(Contraction(far.graph(), half, crew).arrived());
  EXPECT_FALSE(Contraction(far.graph(), {.left = 0.5}, crew).arrived());
}

}  // namespace
}  // namespace Atoll::kernels
