// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/build.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/graph/pieces.hpp"
#include "atoll/graph/scatter.hpp"
#include "atoll/graph/thin_rows.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll {
namespace {

// The arcs of a list: each edge one way or, but for self-loops, both ways.
template <class Id>
struct ListArcs {
  const Pieces<Id>& edges;
  bool both_ways;
  bool drop_self_loops;

  std::uint64_t size() const { return edges.size(); }

  template <class Emit>
  void visit(std::uint64_t begin, std::uint64_t end, const Emit& emit) const {
    edges.visit(begin, end,
                [&](const EdgeList<Id>& list, std::uint64_t first, std::uint64_t last, std::uint64_t start) {
                  const std::uint32_t* const bits = list.weights.bits.data();
                  for (std::uint64_t i = first; i < last; ++i) {
                    const std::uint64_t u{list.source[i]}, v{list.target[i]};
                    const std::uint32_t weight = bits == nullptr ? 0 : bits[i];
                    if (u == v) {
                      if (!drop_self_loops) emit(u, v, start + i, weight);
                      continue;
                    }
                    emit(u, v, start + i, weight);
                    if (both_ways) emit(v, u, start + i, weight);
                  }
                });
  }
};

// The arcs of rows turned round.
template <class Id>
struct TurnedArcs {
  const Csr<Id>& rows;
  const std::uint32_t* weights;  // null if none

  std::uint64_t size() const { return rows.targets.size(); }

  template <class Emit>
  void visit(std::uint64_t begin, std::uint64_t end, const Emit& emit) const {
    visit_rows(rows, begin, end, [&](std::uint64_t u, std::uint64_t v, std::uint64_t i) {
      emit(v, u, i, weights == nullptr ? 0 : weights[i]);
    });
  }
};

// A list in the order of its sources is made of rows already.
template <class Id, class Payload>
void adopt(std::span<EdgeList<Id>> lists, const Pieces<Id>& edges, Csr<Id>& rows, Array<Payload>& payload, Crew& crew,
           Steps& steps) {
  const std::uint64_t vertices = lists[0].vertices;
  rows.offsets = Array<std::uint64_t>(vertices + 1);
  std::uint64_t* const offsets = rows.offsets.data();
  crew.for_chunks(edges.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t row = begin == 0 ? 0 : edges.source(begin - 1) + 1;  // the first whose start is not known
    edges.visit(begin, end,
                [&](const EdgeList<Id>& list, std::uint64_t first, std::uint64_t last, std::uint64_t start) {
                  for (std::uint64_t i = first; i < last; ++i) {
                    while (row <= list.source[i]) offsets[row++] = start + i;
                  }
                });
    steps.advance(end - begin);
  });
  const std::uint64_t behind = edges.size() == 0 ? 0 : edges.source(edges.size() - 1) + 1;  // the last row with arcs
  parallel_fill(std::span(rows.offsets).subspan(behind), edges.size(), crew);
  for (EdgeList<Id>& list : lists) list.source = {};
  rows.targets = join<Id>(lists, edges, [](auto& list) -> auto& { return list.target; }, crew);
  if constexpr (std::is_same_v<Payload, std::uint32_t>) {
    payload = join<std::uint32_t>(lists, edges, [](auto& list) -> auto& { return list.weights.bits; }, crew);
  }
  if constexpr (std::is_same_v<Payload, std::uint64_t>) {
    payload = Array<Payload>(edges.size());
    crew.for_chunks(edges.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
      std::iota(payload.data() + begin, payload.data() + end, begin);
    });
  }
  steps.advance(edges.size());
}

// Consumes the edges: their ids when the rows are filled, their weights when nothing asks for them any more.
template <class Payload, class Id>
Array<Payload> build_rows(std::span<EdgeList<Id>> lists, const BuildOptions& options, Csr<Id>& rows, Crew& crew,
                          Steps& steps) {
  const WeightType type = lists[0].weights.type;
  const std::uint64_t vertices = lists[0].vertices;
  const Pieces<Id> edges(lists);
  Array<Payload> payload;
  const bool ascend = check_list<Id>(lists, edges, crew);
  const auto release = [&] {
    for (EdgeList<Id>& list : lists) {
      list.source = {};
      list.target = {};
      if constexpr (!std::is_same_v<Payload, std::uint64_t>) list.weights.bits = {};
    }
  };
  bool sorted = false;
  if (options.directed && ascend && !options.drop_self_loops) {
    adopt(lists, edges, rows, payload, crew, steps);
  } else {
    const ListArcs<Id> arcs{edges, !options.directed, options.drop_self_loops};
    sorted = scatter(vertices, arcs, release, rows, payload, crew, steps);
  }
  if (!sorted || std::is_same_v<Payload, std::uint32_t>) {
    sort_rows(rows, payload, type, crew, steps);
  } else {
    steps.advance(rows.targets.size());
  }
  if (options.merge != Merge::keep) {
    const auto keep = [](std::uint64_t, std::uint64_t) { return true; };
    thin_rows(rows, payload, Fold{options.merge, type, options.labels}, keep, crew, steps);
  }
  return payload;
}

template <class Id>
Array<std::uint32_t> gather(std::span<const EdgeList<Id>> lists, const Array<std::uint64_t>& places, Crew& crew) {
  std::vector<std::uint64_t> starts{0};
  for (const auto& list : lists) starts.push_back(starts.back() + list.weights.bits.size());
  Array<std::uint32_t> bits(places.size());
  crew.for_chunks(places.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto list = static_cast<std::uint64_t>(std::ranges::upper_bound(starts, places[i]) - starts.begin()) - 1;
      bits[i] = lists[list].weights.bits[places[i] - starts[list]];
    }
  });
  return bits;
}

}  // namespace

template <class Id>
Graph build_graph(std::vector<EdgeList<Id>>&& lists, BuildOptions&& options, Crew& crew, const Watch& watch) {
  ATOLL_CHECK(!lists.empty());
  std::uint64_t listed = 0;
  for (const auto& list : lists) listed += list.source.size();
  const WeightType type = lists[0].weights.type;
  ATOLL_CHECK(lists[0].vertices == 0 || lists[0].vertices - 1 <= std::numeric_limits<Id>::max());
  const std::uint64_t sorted = options.directed ? listed : 2 * listed;
  Steps steps(watch, "building", 2 * listed + sorted + (options.merge == Merge::keep ? 0 : sorted));

  Csr<Id> rows;
  Array<std::uint32_t> bits;
  if (type == WeightType::none) {
    build_rows<Nothing, Id>(lists, options, rows, crew, steps);
  } else if (options.merge == Merge::first) {
    const Array<std::uint64_t> places = build_rows<std::uint64_t, Id>(lists, options, rows, crew, steps);
    bits = gather<Id>(lists, places, crew);
  } else {
    bits = build_rows<std::uint32_t, Id>(lists, options, rows, crew, steps);
  }
  lists.clear();

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
Graph build_graph(EdgeList<Id>&& edges, BuildOptions&& options, Crew& crew, const Watch& watch) {
  std::vector<EdgeList<Id>> lists;
  lists.push_back(std::move(edges));
  return build_graph(std::move(lists), std::move(options), crew, watch);
}

template <class Id>
Csr<Id> transpose(std::uint64_t vertices, const Csr<Id>& out, const Weights& weights, Weights& transposed_weights,
                  Crew& crew, const Watch& watch) {
  Steps steps(watch, "transposing", 3 * out.targets.size());
  Csr<Id> in;
  Array<std::uint32_t> bits;
  const auto keep = [] {};
  if (weights.type == WeightType::none) {
    Array<Nothing> nothing;
    scatter(vertices, TurnedArcs<Id>{out, nullptr}, keep, in, nothing, crew, steps);
  } else {
    scatter(vertices, TurnedArcs<Id>{out, weights.bits.data()}, keep, in, bits, crew, steps);
  }
  steps.advance(out.targets.size());
  transposed_weights = {weights.type, std::move(bits)};
  return in;
}

template Graph build_graph(std::vector<EdgeList<std::uint32_t>>&&, BuildOptions&&, Crew&, const Watch&);
template Graph build_graph(std::vector<EdgeList<std::uint64_t>>&&, BuildOptions&&, Crew&, const Watch&);
template Graph build_graph(EdgeList<std::uint32_t>&&, BuildOptions&&, Crew&, const Watch&);
template Graph build_graph(EdgeList<std::uint64_t>&&, BuildOptions&&, Crew&, const Watch&);
template Csr<std::uint32_t> transpose(std::uint64_t, const Csr<std::uint32_t>&, const Weights&, Weights&, Crew&,
                                      const Watch&);
template Csr<std::uint64_t> transpose(std::uint64_t, const Csr<std::uint64_t>&, const Weights&, Weights&, Crew&,
                                      const Watch&);

}  // namespace Atoll
