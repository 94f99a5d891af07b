// SPDX-License-Identifier: Apache-2.0
// The rows of a graph with ids and payload as types: what each transform starts from.
#pragma once

#include <variant>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/id_array.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll::transform {

// Throws Error(usage) where rows are not the user's vertices.
void refuse_order(const Graph& graph);

// As in graph/degree_order.hpp.
bool neighbours_are_near(const Graph& graph);

// Calls work(rows, payload): Csr<Id>& with Array<std::uint32_t>& of weights, or with Array<Nothing>&.
template <class Rows, class Work>
void with_payload(Rows& all_rows, Array<std::uint32_t>& weights, WeightType type, const Work& work) {
  std::visit(
      [&](auto& rows) {
        if (type != WeightType::none) return work(rows, weights);
        Array<Nothing> nothing;
        work(rows, nothing);
      },
      all_rows);
}

// The same for the rows of a graph, which it changes in place: the arcs turned round are dropped, as are those of before.
template <class Work>
void change_rows(Graph& graph, const Work& work) {
  refuse_order(graph);
  graph.in.reset();
  graph.mirrored = false;
  with_payload(graph.out, graph.weights.bits, graph.weights.type, [&](auto& rows, auto& payload) {
    work(rows, payload);
    graph.vertices = rows.offsets.empty() ? 0 : rows.offsets.size() - 1;
    graph.arcs = rows.targets.size();
  });
}

// The names of a graph whose vertex i was vertex old_of_new[i]; ids and words keep their kind.
Labels pick_labels(const Labels& labels, const IdArray& old_of_new, Crew& crew);

}  // namespace Atoll::transform
