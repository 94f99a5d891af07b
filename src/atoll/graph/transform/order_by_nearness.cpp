// SPDX-License-Identifier: Apache-2.0
// Rows in an order that brings neighbours near, where that pays: a mesh whose vertices are numbered at random. What tells
// it from other graphs is cheap, and what it gains is measured before any row is moved.
#include "atoll/graph/degree_order.hpp"
#include "atoll/graph/growth.hpp"
#include "atoll/graph/near_order.hpp"
#include "atoll/graph/transform/rows_of.hpp"
#include "atoll/graph/transform/transform.hpp"

namespace Atoll::transform {
namespace {

constexpr double nearer = 8;  // times

// Of few arcs, as roads have: there searches go by another graph, which most vertices are taken out of.
bool is_sparse(const Graph& graph) { return graph.arcs <= 4 * graph.vertices; }

bool levels_grow_slowly(const Graph& graph) {
  return std::visit(
      [&]<class Id>(const Csr<Id>& rows) {
        return growth_of_levels(graph.offsets(), std::span<const Id>(rows.targets)) == Growth::slow;
      },
      graph.out);
}

bool brings_near(const IdArray& order, const Graph& graph, Crew& crew) {
  IdArray place(graph.vertices, graph.wide());
  invert(order, place, crew);
  return mean_gap(graph, place) * nearer < mean_gap(graph, IdArray::counting(0, graph.vertices));
}

}  // namespace

void order_by_nearness(Graph& graph, Crew& crew, const Watch& watch) {
  refuse_order(graph);
  if (!graph.both_ways() || is_sparse(graph) || has_hubs(graph.offsets(), crew)) return;
  if (neighbours_are_near(graph) || !levels_grow_slowly(graph)) return;
  IdArray order = near_order(graph, crew);
  if (!brings_near(order, graph, crew)) return;
  order_rows(graph, order, crew, watch);
  graph.order = {.strategy = RowOrder::by_nearness, .first = {0, graph.vertices}, .user_of = std::move(order)};
}

void order_for_runs(Graph& graph, Crew& crew, const Watch& watch) {
  order_by_degree(graph, crew, watch);
  if (!graph.order) order_by_nearness(graph, crew, watch);
}

}  // namespace Atoll::transform
