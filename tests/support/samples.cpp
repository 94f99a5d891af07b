// SPDX-License-Identifier: Apache-2.0
#include "tests/support/samples.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <variant>

#include "atoll/base/check.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::testing {
namespace {

using Edges = std::vector<std::pair<std::uint64_t, std::uint64_t>>;

WeightType type_of(Weighing weighing) {
  if (weighing == Weighing::none) return WeightType::none;
  return weighing == Weighing::reals || weighing == Weighing::absorbed ? WeightType::real : WeightType::integer;
}

double draw_weight(Weighing weighing, const Random& random, std::uint64_t edge) {
  const auto small = [&](std::uint64_t bound) { return static_cast<double>(random.below(edge, bound)); };
  switch (weighing) {
    case Weighing::none: return 1;
    case Weighing::integers: return 1 + small(255);
    case Weighing::zeros: return std::max(0.0, small(8) - 4);
    case Weighing::large: return small(std::uint64_t{1} << 31);
    case Weighing::reals: return std::floor(random.unit(edge) * 0x1p24) * 0x1p-24;
    case Weighing::absorbed: return small(5) == 0 ? 0 : std::exp2(static_cast<int>(random.bits(edge) % 51) - 20);
  }
  return 1;
}

std::uint32_t bits_of(double weight, WeightType type) {
  if (type == WeightType::real) return std::bit_cast<std::uint32_t>(static_cast<float>(weight));
  return std::bit_cast<std::uint32_t>(static_cast<std::int32_t>(weight));
}

// Arcs by where they come from, then by where they lead, then by weight.
std::vector<WeightedEdge> in_rows(std::uint64_t vertices, const std::vector<WeightedEdge>& arcs) {
  std::vector<std::size_t> next(vertices + 1);
  for (const WeightedEdge& arc : arcs) ++next[arc.from + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<WeightedEdge> sorted(arcs.size());
  for (const WeightedEdge& arc : arcs) sorted[next[arc.from]++] = arc;
  const auto before = [](const WeightedEdge& a, const WeightedEdge& b) {
    return a.to != b.to ? a.to < b.to : a.weight < b.weight;
  };
  std::size_t begin = 0;  // of row v, which by now ends at next[v]
  for (std::uint64_t v = 0; v < vertices; begin = next[v++])
    std::sort(sorted.data() + begin, sorted.data() + next[v], before);
  return sorted;
}

template <class Id>
Csr<Id> rows(std::uint64_t vertices, const std::vector<WeightedEdge>& arcs) {
  Csr<Id> csr{Array<std::uint64_t>(vertices + 1), Array<Id>(arcs.size())};
  for (std::size_t e = 0; e < arcs.size(); ++e) {
    csr.offsets[arcs[e].from + 1] = e + 1;
    csr.targets[e] = static_cast<Id>(arcs[e].to);
  }
  for (std::uint64_t v = 0; v < vertices; ++v) csr.offsets[v + 1] = std::max(csr.offsets[v + 1], csr.offsets[v]);
  return csr;
}

template <class T>
Array<T> copy_of(const Array<T>& array) {
  Array<T> copy(array.size());
  std::ranges::copy(array, copy.begin());
  return copy;
}

// Of what make_graph makes.
Graph copy_of(const Graph& graph) {
  ATOLL_CHECK(!graph.in && !graph.order);
  Graph copy;
  copy.vertices = graph.vertices;
  copy.arcs = graph.arcs;
  copy.directed = graph.directed;
  const auto copy_rows = [&](const auto& csr) {
    copy.out = std::decay_t<decltype(csr)>{copy_of(csr.offsets), copy_of(csr.targets)};
  };
  std::visit(copy_rows, graph.out);
  copy.weights = {graph.weights.type, copy_of(graph.weights.bits)};
  return copy;
}

// i -> i + 1, from `first`.
Edges path(std::uint64_t vertices, std::uint64_t first = 0) {
  Edges edges;
  for (std::uint64_t v = 1; v < vertices; ++v) edges.emplace_back(first + v - 1, first + v);
  return edges;
}

Edges cycle(std::uint64_t vertices, std::uint64_t first = 0) {
  Edges edges = path(vertices, first);
  edges.emplace_back(first + vertices - 1, first);
  return edges;
}

Edges star(std::uint64_t vertices) {
  Edges edges;
  for (std::uint64_t v = 1; v < vertices; ++v) edges.emplace_back(0, v);
  return edges;
}

Edges complete(std::uint64_t vertices) {
  Edges edges;
  for (std::uint64_t u = 0; u < vertices; ++u) {
    for (std::uint64_t v = u + 1; v < vertices; ++v) edges.emplace_back(u, v);
  }
  return edges;
}

Edges binary_tree(std::uint64_t vertices) {
  Edges edges;
  for (std::uint64_t v = 1; v < vertices; ++v) edges.emplace_back((v - 1) / 2, v);
  return edges;
}

Edges grid(std::uint64_t rows, std::uint64_t columns) {
  Edges edges;
  for (std::uint64_t v = 0; v < rows * columns; ++v) {
    if ((v + 1) % columns != 0) edges.emplace_back(v, v + 1);
    if (v + columns < rows * columns) edges.emplace_back(v, v + columns);
  }
  return edges;
}

Edges reversed(Edges edges) {
  for (auto& [from, to] : edges) std::swap(from, to);
  return edges;
}

Edges both(Edges edges, const Edges& more) {
  edges.insert(edges.end(), more.begin(), more.end());
  return edges;
}

// Ends drawn at random; `skew` 1 is uniform, more crowds them at small ids and so makes hubs, loops and repetitions.
Edges drawn_edges(std::uint64_t vertices, std::uint64_t count, double skew, std::uint64_t seed) {
  const Random random(seed, 1);
  const auto end = [&](std::uint64_t index) {
    return static_cast<std::uint64_t>(std::pow(random.unit(index), skew) * static_cast<double>(vertices));
  };
  Edges edges;
  for (std::uint64_t e = 0; e < count; ++e) edges.emplace_back(end(2 * e), end(2 * e + 1));
  return edges;
}

}  // namespace

std::string name_of(Weighing weighing) {
  switch (weighing) {
    case Weighing::none: return "unweighted";
    case Weighing::integers: return "integers";
    case Weighing::zeros: return "zeros";
    case Weighing::large: return "large";
    case Weighing::reals: return "reals";
    case Weighing::absorbed: return "absorbed";
  }
  return {};
}

Graph make_graph(std::uint64_t vertices, const std::vector<WeightedEdge>& edges, const Making& making) {
  std::vector<WeightedEdge> arcs = edges;
  if (!making.directed) {
    arcs.reserve(2 * edges.size());
    for (const WeightedEdge& edge : edges) {
      if (edge.from != edge.to) arcs.push_back({edge.to, edge.from, edge.weight});
    }
  }
  arcs = in_rows(vertices, arcs);
  Graph graph;
  graph.vertices = vertices;
  graph.arcs = arcs.size();
  graph.directed = making.directed;
  if (making.wide) {
    graph.out = rows<std::uint64_t>(vertices, arcs);
  } else {
    graph.out = rows<std::uint32_t>(vertices, arcs);
  }
  graph.weights.type = making.weights;
  if (making.weights != WeightType::none) {
    graph.weights.bits = Array<std::uint32_t>(arcs.size());
    for (std::size_t e = 0; e < arcs.size(); ++e) graph.weights.bits[e] = bits_of(arcs[e].weight, making.weights);
  }
  return graph;
}

// A graph and what it is of.
struct Sample::Made {
  bool is_of(const Sample& sample) const {
    return vertices == sample.vertices && edges == sample.edges && directed == sample.directed && seed == sample.seed;
  }

  std::uint64_t vertices;
  Edges edges;
  bool directed;
  std::uint64_t seed;
  Graph graph;
};

Graph Sample::graph(Weighing weighing, bool wide) const {
  std::shared_ptr<const Made>& known = made[{weighing, wide}];
  if (known == nullptr || !known->is_of(*this)) {
    const Random random(seed, 2);
    std::vector<WeightedEdge> weighted;
    weighted.reserve(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e)
      weighted.push_back({edges[e].first, edges[e].second, draw_weight(weighing, random, e)});
    const Making making{.directed = directed, .weights = type_of(weighing), .wide = wide};
    known = std::make_shared<const Made>(vertices, edges, directed, seed, make_graph(vertices, weighted, making));
  }
  return copy_of(known->graph);
}

std::vector<Sample> small_samples() {
  std::vector<Sample> samples = {
      {"nothing", 0},
      {"one vertex", 1},
      {"one vertex with a loop", 1, {{0, 0}}},
      {"two vertices apart", 2},
      {"one edge", 2, {{0, 1}}},
      {"many parallel edges", 3, Edges(100, {2, 1})},
      {"loops and parallels", 6, {{0, 0}, {0, 1}, {0, 1}, {1, 2}, {2, 2}, {2, 2}, {2, 1}, {4, 5}, {5, 5}}},
      {"diamond", 4, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}},
      {"a cycle off the way", 6, {{0, 1}, {1, 2}, {2, 3}, {3, 1}, {2, 4}}},
      {"path", 200, path(200)},
      {"path backwards", 130, reversed(path(130))},
      {"cycle", 65, cycle(65)},
      {"star", 150, star(150)},
      {"star inwards", 150, reversed(star(150))},
      {"complete", 20, complete(20)},
      {"binary tree", 127, binary_tree(127)},
      {"grid", 96, grid(8, 12)},
      {"two components", 140, both(cycle(70), path(70, 70))},
      {"isolated vertices amid", 300, both(path(64), cycle(40, 200))},
  };
  const std::size_t directed = samples.size();
  for (std::size_t s = 0; s < directed; ++s) {
    samples.push_back(samples[s]);
    samples.back().directed = false;
  }
  for (Sample& sample : samples) sample.name += sample.directed ? ", directed" : ", undirected";
  return samples;
}

// A sanitizer makes everything slow, and sees as much on fewer vertices and edges.
#ifdef ATOLL_SANITIZED
constexpr std::uint64_t thinned = 4;
#else
constexpr std::uint64_t thinned = 1;
#endif

std::vector<Sample> random_samples(std::uint64_t seed) {
  struct Recipe {
    const char* name;
    std::uint64_t vertices;
    std::uint64_t edges;
    double skew;
  };
  constexpr Recipe recipes[] = {
      {"sparse", 2000, 1800, 1}, {"uniform", 1000, 8000, 1},   {"skewed", 3000, 20000, 3},
      {"dense", 80, 5000, 1},    {"large", 20000, 50000, 1.5}, {"hubs", 5000, 50000, 6},
  };
  std::vector<Sample> samples;
  for (const Recipe& recipe : recipes) {
    for (const bool directed : {true, false}) {
      const std::uint64_t own_seed = seed * 100 + samples.size();
      samples.push_back({.name = std::string(recipe.name) + (directed ? ", directed" : ", undirected") +
                                 ", ATOLL_SEED=" + std::to_string(seed),
                         .vertices = recipe.vertices / thinned,
                         .edges = drawn_edges(recipe.vertices / thinned, recipe.edges / thinned, recipe.skew, own_seed),
                         .directed = directed,
                         .seed = own_seed});
    }
  }
  return samples;
}

std::vector<Sample> all_samples(std::uint64_t seed) {
  std::vector<Sample> samples = small_samples();
  for (Sample& sample : random_samples(seed)) samples.push_back(std::move(sample));
  return samples;
}

Shapes::Shapes(std::vector<Sample> samples) {
  for (const bool directed : {true, false}) {
    for (Sample& sample : samples) {
      if (sample.directed == directed) samples_.push_back(std::move(sample));
    }
    if (directed) ATOLL_CHECK(2 * samples_.size() == samples.size());
  }
}

std::uint64_t test_seed() {
  const char* seed = std::getenv("ATOLL_SEED");
  return seed == nullptr ? 1 : std::strtoull(seed, nullptr, 10);
}

std::vector<std::uint64_t> sources_of(const Graph& graph, std::uint64_t seed) {
  if (graph.vertices == 0) return {};
  const auto degree = [&](std::uint64_t v) {
    return std::visit([&](const auto& csr) { return csr.offsets[v + 1] - csr.offsets[v]; }, graph.out);
  };
  std::uint64_t hub = 0;
  for (std::uint64_t v = 1; v < graph.vertices; ++v) hub = degree(v) > degree(hub) ? v : hub;
  std::vector<std::uint64_t> sources = {0, graph.vertices - 1, hub, Random(seed, 3).below(0, graph.vertices)};
  std::ranges::sort(sources);
  const auto repeated = std::ranges::unique(sources);
  sources.erase(repeated.begin(), repeated.end());
  return sources;
}

}  // namespace Atoll::testing
