// SPDX-License-Identifier: Apache-2.0
// The rows of a graph with ids and payload as types: what each transform starts from.
#pragma once

#include <variant>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/id_array.hpp"
#include "atoll/graph/sort_rows.hpp"

namespace Atoll::transform {

// Calls work(rows, payload) to change both in place: Csr<Id>& with Array<std::uint32_t>& of weights or Array<Nothing>&.
template <class Work>
void change_rows(Graph& graph, const Work& work) {
  std::visit(
      [&](auto& rows) {
        if (graph.weighted()) {
          work(rows, graph.weights.bits);
        } else {
          Array<Nothing> nothing;
          work(rows, nothing);
        }
        graph.vertices = rows.offsets.empty() ? 0 : rows.offsets.size() - 1;
        graph.arcs = rows.targets.size();
      },
      graph.out);
}

// The names of a graph whose vertex i was vertex old_of_new[i]; ids and words keep their kind.
Labels pick_labels(const Labels& labels, const IdArray& old_of_new, Crew& crew);

}  // namespace Atoll::transform
