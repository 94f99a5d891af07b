// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/generate/generate.hpp"

#include <bit>
#include <utility>
#include <vector>

#include "atoll/graph/generate/kronecker.hpp"
#include "atoll/graph/generate/plan.hpp"
#include "atoll/graph/generate/shapes.hpp"
#include "atoll/graph/rows.hpp"

namespace Atoll::generate {
namespace {

struct Tools {
  Crew& crew;
  const Watch& watch;
};

template <class Id>
EdgeList<Id> empty_list(std::uint64_t vertices, std::uint64_t edges) {
  return {.vertices = vertices, .source = Array<Id>(edges), .target = Array<Id>(edges), .weights = {}};
}

// `edge(i)` for each i in [0, edges).
template <class Id, class Edge>
EdgeList<Id> by_index(std::uint64_t vertices, std::uint64_t edges, const Edge& edge, const Tools& tools) {
  EdgeList<Id> list = empty_list<Id>(vertices, edges);
  Steps steps(tools.watch, "drawing", edges);
  tools.crew.for_chunks(edges, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto [u, v] = edge(i);
      list.source[i] = static_cast<Id>(u);
      list.target[i] = static_cast<Id>(v);
    }
    steps.advance(end - begin);
  });
  return list;
}

// `row(u, emit)` for each vertex, twice: to count, and into place.
template <class Id, class Row>
EdgeList<Id> by_row(std::uint64_t vertices, const Row& row, const Tools& tools) {
  const std::uint64_t share = vertices / 4096 + 1;
  std::vector<std::uint64_t> places((vertices + share - 1) / share);
  Steps steps(tools.watch, "drawing", 2 * vertices);
  tools.crew.for_chunks(vertices, share, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t count = 0;
    for (std::uint64_t u = begin; u < end; ++u) {
      row(u, [&](std::uint64_t, std::uint64_t) { ++count; });
      tools.watch.poll();
    }
    places[begin / share] = count;
    steps.advance(end - begin);
  });
  std::uint64_t edges = 0;
  for (std::uint64_t& place : places) edges += std::exchange(place, edges);
  EdgeList<Id> list = empty_list<Id>(vertices, edges);
  tools.crew.for_chunks(vertices, share, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t i = places[begin / share];
    for (std::uint64_t u = begin; u < end; ++u) {
      row(u, [&](std::uint64_t from, std::uint64_t to) {
        list.source[i] = static_cast<Id>(from);
        list.target[i++] = static_cast<Id>(to);
      });
      tools.watch.poll();
    }
    steps.advance(end - begin);
  });
  return list;
}

template <class Id>
struct Drawer {
  const Plan& plan;
  const Options& options;
  Tools tools;

  EdgeList<Id> operator()(const Kronecker& k) const { return indexed(KroneckerEdges(k, options.seed)); }
  EdgeList<Id> operator()(const Uniform&) const {
    return indexed(UniformEdges{plan.vertices - 1, Random(options.seed, uniform_stream)});
  }
  EdgeList<Id> operator()(const ErdosRenyi& e) const {
    if (e.probability == 0) return empty_list<Id>(plan.vertices, 0);
    return by_row<Id>(plan.vertices, ErdosRenyiRows{e.vertices, e.probability, options.directed, options.seed}, tools);
  }
  EdgeList<Id> operator()(const Grid& g) const {
    return by_row<Id>(plan.vertices, GridRows{g, options.directed, Random(options.seed, holes_stream)}, tools);
  }
  EdgeList<Id> operator()(const Path&) const { return indexed(PathEdges{}); }
  EdgeList<Id> operator()(const Star&) const { return indexed(StarEdges{}); }
  EdgeList<Id> operator()(const Complete& c) const {
    return by_row<Id>(plan.vertices, CompleteRows{c.vertices, options.directed}, tools);
  }

  template <class Edge>
  EdgeList<Id> indexed(const Edge& edge) const {
    return by_index<Id>(plan.vertices, static_cast<std::uint64_t>(plan.edges), edge, tools);
  }
};

// The weight of edge i is number i of its stream, whatever the shape: both arcs of an undirected edge have it.
Weights draw_weights(std::uint64_t edges, const Options& options, const Tools& tools) {
  if (options.weights == DrawnWeights::none) return {};
  const Random random(options.seed, weights_stream);
  const bool real = options.weights == DrawnWeights::unit;
  const std::uint64_t most = options.weights == DrawnWeights::byte ? 255 : 1'000'000;
  Weights weights{real ? WeightType::real : WeightType::integer, Array<std::uint32_t>(edges)};
  tools.crew.for_chunks(edges, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    tools.watch.poll();
    for (std::uint64_t i = begin; i < end; ++i) {
      const float unit = static_cast<float>(random.bits(i) >> 40) * 0x1p-24f;
      const auto integer = static_cast<std::uint32_t>(1 + random.below(i, most));
      weights.bits[i] = real ? std::bit_cast<std::uint32_t>(unit) : integer;
    }
  });
  return weights;
}

template <class Id>
EdgeList<Id> draw_as(const Shape& shape, const Plan& plan, const Options& options, const Tools& tools) {
  EdgeList<Id> list = std::visit(Drawer<Id>{plan, options, tools}, shape);
  list.weights = draw_weights(list.source.size(), options, tools);
  return list;
}

}  // namespace

Drawn draw_edges(const Shape& shape, const Options& options, Crew& crew, const Watch& watch) {
  const Plan planned = plan(shape, options);
  check_memory(shape, options, crew.machine());
  const Tools tools{crew, watch};
  const bool thin = options.simple && !planned.simple;
  Drawn drawn{.edges = {},
              .building = {.directed = options.directed,
                           .drop_self_loops = thin,
                           .merge = thin ? Merge::min : Merge::keep,
                           .labels = {}}};
  if (planned.wide) {
    drawn.edges = draw_as<std::uint64_t>(shape, planned, options, tools);
  } else {
    drawn.edges = draw_as<std::uint32_t>(shape, planned, options, tools);
  }
  return drawn;
}

Graph build(Drawn&& drawn, Crew& crew, const Watch& watch) {
  return std::visit([&](auto& edges) { return build_graph(std::move(edges), std::move(drawn.building), crew, watch); },
                    drawn.edges);
}

Graph draw(const Shape& shape, const Options& options, Crew& crew, const Watch& watch) {
  return build(draw_edges(shape, options, crew, watch), crew, watch);
}

}  // namespace Atoll::generate
