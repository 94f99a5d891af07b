// SPDX-License-Identifier: Apache-2.0
// Vertices in order of falling degree: sort them, copy the rows over in that order, sort each row by its new ids. Either
// the vertices get new numbers, or the rows alone an order of their own.
#include <algorithm>
#include <atomic>

#include "atoll/graph/degree_order.hpp"
#include "atoll/graph/hub_reach.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/graph/transform/rows_of.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::transform {
namespace {

template <class Id, class Payload>
void copy_rows(const Csr<Id>& old_rows, const Array<Payload>& old_payload, const IdArray& old_of_new, Csr<Id>& rows,
               Array<Payload>& payload, Crew& crew, Steps& steps) {
  const std::uint64_t vertices = old_of_new.size();
  Array<Id> new_of_old(vertices);
  rows = {Array<std::uint64_t>(vertices + 1), Array<Id>(old_rows.targets.size())};
  payload = Array<Payload>(old_payload.size());
  crew.for_chunks(vertices, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const std::uint64_t old = old_of_new[v];
      new_of_old[old] = static_cast<Id>(v);
      rows.offsets[v] = old_rows.offsets[old + 1] - old_rows.offsets[old];
    }
  });
  prefix_sum(rows.offsets, crew);
  const std::vector<RowShare> shares = share_rows(rows.offsets);
  crew.for_chunks(shares.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t v = shares[first].begin; v < shares[last - 1].end; ++v) {
      const std::uint64_t from = old_rows.offsets[old_of_new[v]], to = rows.offsets[v], size = rows.offsets[v + 1] - to;
      for (std::uint64_t i = 0; i < size; ++i) rows.targets[to + i] = new_of_old[old_rows.targets[from + i]];
      if constexpr (!std::is_same_v<Payload, Nothing>) {
        std::copy_n(old_payload.data() + from, size, payload.data() + to);
      }
    }
    steps.advance(rows.offsets[shares[last - 1].end] - rows.offsets[shares[first].begin]);
  });
}

// Row i, of either direction, becomes that of vertex old_of_new[i]; labels stay as they are.
void reorder_rows(Graph& graph, const IdArray& old_of_new, Crew& crew, const Watch& watch) {
  Steps steps(watch, "transforming", (graph.in ? 4 : 2) * graph.arcs);
  const auto reorder = [&]<class Id, class Payload>(Csr<Id>& rows, Array<Payload>& payload) {
    Csr<Id> new_rows;
    Array<Payload> new_payload;
    copy_rows(rows, payload, old_of_new, new_rows, new_payload, crew, steps);
    rows = std::move(new_rows);
    payload = std::move(new_payload);
    sort_rows(rows, payload, graph.weights.type, crew, steps);
  };
  with_payload(graph.out, graph.weights.bits, graph.weights.type, reorder);
  if (graph.in) with_payload(graph.in->rows, graph.in->weights, graph.weights.type, reorder);
}

// Searches turn round where a core is, and profit from its hubs. Elsewhere they profit from nothing.
bool has_core(const Graph& graph, Crew& crew) {
  return !graph.directed || std::visit([&](const auto& rows) { return hub_reaches_most(rows, crew); }, graph.out);
}

// Where rows of arcs in would begin, and the last one end.
Array<std::uint64_t> offsets_in(const Graph& graph, Crew& crew) {
  Array<std::uint64_t> offsets(graph.vertices + 1);
  std::visit(
      [&](const auto& rows) {
        crew.for_chunks(graph.arcs, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t e = begin; e < end; ++e)
            std::atomic_ref(offsets[rows.targets[e]]).fetch_add(1, std::memory_order_relaxed);
        });
      },
      graph.out);
  prefix_sum(offsets, crew);
  return offsets;
}

// Who has many arcs in is met early, and is what others look for among their own arcs in. So those of a directed graph give
// its order, where they are as uneven.
IdArray hubs_first(const Graph& graph, Crew& crew) {
  if (!graph.both_ways()) {
    const Array<std::uint64_t> in = offsets_in(graph, crew);
    if (has_hubs(in, crew)) return degree_order(in, graph.wide(), crew);
  }
  return degree_order(graph.offsets(), graph.wide(), crew);
}

}  // namespace

bool neighbours_are_near(const Graph& graph) {
  return std::visit(
      [&](const auto& rows) {
        return keeps_neighbours_near(rows.offsets, [&](std::uint64_t arc) { return rows.targets[arc]; });
      },
      graph.out);
}

void order_by_degree(Graph& graph, Crew& crew, const Watch& watch) {
  refuse_order(graph);
  if (!has_hubs(graph.offsets(), crew) || neighbours_are_near(graph) || !has_core(graph, crew)) return;
  IdArray order = hubs_first(graph, crew);
  order_rows(graph, order, crew, watch);
  graph.order = {.strategy = RowOrder::by_degree, .first = {0, graph.vertices}, .user_of = std::move(order)};
}

void order_rows(Graph& graph, const IdArray& user_of, Crew& crew, const Watch& watch) {
  refuse_order(graph);
  if (!user_of.is_counting()) reorder_rows(graph, user_of, crew, watch);
}

void in_users_order(Graph& graph, Crew& crew, const Watch& watch) {
  if (!graph.order) return;
  IdArray row_of(graph.vertices, graph.wide());
  invert(graph.order->user_of, row_of, crew);
  reorder_rows(graph, row_of, crew, watch);
  graph.order.reset();
}

Graph relabel_by_degree(Graph&& graph, Crew& crew, const Watch& watch) {
  if (graph.vertices == 0) return std::move(graph);
  refuse_order(graph);
  const IdArray old_of_new = degree_order(graph.offsets(), graph.wide(), crew);
  reorder_rows(graph, old_of_new, crew, watch);
  graph.labels = pick_labels(graph.labels, old_of_new, crew);
  return std::move(graph);
}

}  // namespace Atoll::transform
