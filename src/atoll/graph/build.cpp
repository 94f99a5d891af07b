// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/build.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <limits>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/graph/scatter.hpp"
#include "atoll/graph/thin_rows.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

// The arcs of a list: each edge one way or, but for self-loops, both ways.
template <class Id, bool both_ways>
struct ListArcs {
  const EdgeList<Id>& edges;
  bool drop_self_loops;

  std::uint64_t size() const { return edges.source.size(); }

  template <class Emit>
  void visit(std::uint64_t begin, std::uint64_t end, Emit&& emit) const {
    for (std::uint64_t i = begin; i < end; ++i) {
      const std::uint64_t u{edges.source[i]}, v{edges.target[i]};
      if (u == v) {
        if (!drop_self_loops) emit(u, v, i);
        continue;
      }
      emit(u, v, i);
      if constexpr (both_ways) emit(v, u, i);
    }
  }
};

// The arcs of rows turned round.
template <class Id>
struct TurnedArcs {
  const Csr<Id>& rows;

  std::uint64_t size() const { return rows.targets.size(); }

  template <class Emit>
  void visit(std::uint64_t begin, std::uint64_t end, Emit&& emit) const {
    visit_rows(rows, begin, end, [&](std::uint64_t u, std::uint64_t v, std::uint64_t i) { emit(v, u, i); });
  }
};

template <class Id, class Payload>
void scatter_list(const EdgeList<Id>& edges, const BuildOptions& options, Csr<Id>& rows, Array<Payload>& payload,
                  Crew& crew, Steps& steps) {
  if (options.directed) {
    scatter(edges.vertices, ListArcs<Id, false>{edges, options.drop_self_loops}, edges.weights.bits, rows, payload,
            crew, steps);
  } else {
    scatter(edges.vertices, ListArcs<Id, true>{edges, options.drop_self_loops}, edges.weights.bits, rows, payload, crew,
            steps);
  }
}

// Consumes the edges: their ids when the rows are filled, their weights when nothing asks for them any more.
template <class Payload, class Id>
Array<Payload> build_rows(EdgeList<Id>& edges, const BuildOptions& options, Csr<Id>& rows, Crew& crew, Steps& steps) {
  Array<Payload> payload;
  scatter_list(edges, options, rows, payload, crew, steps);
  edges.source = {};
  edges.target = {};
  if constexpr (!std::is_same_v<Payload, std::uint64_t>) edges.weights.bits = {};
  sort_rows(rows, payload, edges.weights.type, crew, steps);
  if (options.merge != Merge::keep) {
    const auto keep = [](std::uint64_t, std::uint64_t) { return true; };
    thin_rows(rows, payload, Fold{options.merge, edges.weights.type, options.labels}, keep, crew, steps);
  }
  return payload;
}

Array<std::uint32_t> gather(const Array<std::uint32_t>& weights, const Array<std::uint64_t>& places, Crew& crew) {
  Array<std::uint32_t> bits(places.size());
  crew.for_chunks(places.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) bits[i] = weights[places[i]];
  });
  return bits;
}

// Throws Error(input) naming the first arc with an end that is no vertex.
template <class Id>
void check_list(const EdgeList<Id>& edges, Crew& crew) {
  const std::uint64_t listed = edges.source.size();
  const std::uint64_t weights = edges.weights.type == WeightType::none ? listed : edges.weights.bits.size();
  if (edges.target.size() != listed || weights != listed) {
    throw Error(ErrorKind::input,
                fmt::format("{} sources, {} targets and {} weights", listed, edges.target.size(), weights), {},
                "give one of each per arc, or no weights");
  }
  const auto is_bad = [&](std::uint64_t i) {
    return std::uint64_t{std::max(edges.source[i], edges.target[i])} >= edges.vertices;
  };
  struct First {
    std::uint64_t arc = std::numeric_limits<std::uint64_t>::max();
  };
  const First first = reduce<First>(
      listed, [&](First& least, std::uint64_t i) { least.arc = is_bad(i) ? std::min(least.arc, i) : least.arc; },
      [](First& least, const First& more) { least.arc = std::min(least.arc, more.arc); }, crew);
  if (first.arc >= listed) return;
  const bool at_source = edges.source[first.arc] >= edges.vertices;
  throw Error(ErrorKind::input,
              fmt::format("arc {}: the {} {} is not below the {} vertices", first.arc, at_source ? "source" : "target",
                          at_source ? edges.source[first.arc] : edges.target[first.arc], edges.vertices),
              {}, "raise the number of vertices, or correct the arc");
}

}  // namespace

template <class Id>
Graph build_graph(EdgeList<Id>&& edges, BuildOptions&& options, Crew& crew, const Watch& watch) {
  const std::uint64_t listed = edges.source.size();
  const WeightType type = edges.weights.type;
  check_list(edges, crew);
  ATOLL_CHECK(edges.vertices == 0 || edges.vertices - 1 <= std::numeric_limits<Id>::max());
  const std::uint64_t sorted = options.directed ? listed : 2 * listed;
  Steps steps(watch, "building", 2 * listed + sorted + (options.merge == Merge::keep ? 0 : sorted));

  Csr<Id> rows;
  Array<std::uint32_t> bits;
  if (type == WeightType::none) {
    build_rows<Nothing>(edges, options, rows, crew, steps);
  } else if (options.merge == Merge::first) {
    const Array<std::uint64_t> places = build_rows<std::uint64_t>(edges, options, rows, crew, steps);
    bits = gather(edges.weights.bits, places, crew);
  } else {
    bits = build_rows<std::uint32_t>(edges, options, rows, crew, steps);
  }
  edges = {};

  Graph graph;
  graph.vertices = rows.offsets.size() - 1;
  graph.arcs = rows.targets.size();
  graph.directed = options.directed;
  graph.out = std::move(rows);
  graph.weights = {type, std::move(bits)};
  graph.labels = std::move(options.labels);
  return graph;
}

template <class Id>
Csr<Id> transpose(std::uint64_t vertices, const Csr<Id>& out, const Weights& weights, Weights& transposed_weights,
                  Crew& crew, const Watch& watch) {
  Steps steps(watch, "transposing", 3 * out.targets.size());
  Csr<Id> in;
  Array<std::uint32_t> bits;
  if (weights.type == WeightType::none) {
    Array<Nothing> nothing;
    scatter(vertices, TurnedArcs<Id>{out}, {}, in, nothing, crew, steps);
    sort_rows(in, nothing, weights.type, crew, steps);
  } else {
    scatter(vertices, TurnedArcs<Id>{out}, weights.bits, in, bits, crew, steps);
    sort_rows(in, bits, weights.type, crew, steps);
  }
  transposed_weights = {weights.type, std::move(bits)};
  return in;
}

template Graph build_graph(EdgeList<std::uint32_t>&&, BuildOptions&&, Crew&, const Watch&);
template Graph build_graph(EdgeList<std::uint64_t>&&, BuildOptions&&, Crew&, const Watch&);
template Csr<std::uint32_t> transpose(std::uint64_t, const Csr<std::uint32_t>&, const Weights&, Weights&, Crew&,
                                      const Watch&);
template Csr<std::uint64_t> transpose(std::uint64_t, const Csr<std::uint64_t>&, const Weights&, Weights&, Crew&,
                                      const Watch&);

}  // namespace Atoll
