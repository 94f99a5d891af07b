// SPDX-License-Identifier: Apache-2.0
// Answers that cut the vertices into classes, each named by its least member: components, weak or strong, communities.
#pragma once

#include <cstdint>
#include <string>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"

namespace Atoll {

// name[v] becomes the least user's vertex of v's class. member [slots]: some slot of the class, the same for all of it.
void name_by_least(const kernels::SharedGraph& graph, const Array<std::uint32_t>& member, IdArray& name, Crew& crew,
                   const Watch& watch);

// visit(name, first, last) for the runs of equal names in [begin, end): neighbours in number often hang together, so
// what is counted for each class takes an atomic for many of them.
template <class NameOf, class Visit>
void for_runs(std::uint64_t begin, std::uint64_t end, const NameOf& name_of, const Visit& visit) {
  for (std::uint64_t v = begin; v < end;) {
    const auto name = name_of(v);
    const std::uint64_t first = v;
    while (v < end && name_of(v) == name) ++v;
    visit(name, first, v);
  }
}

// [vertices]: of how many vertices each is the name.
Array<std::uint64_t> class_sizes(const IdArray& name, Crew& crew);

// The names become a column, their number and the size of the largest class the facts "count" and "largest".
void state_classes(Answer& answer, const std::string& column, IdArray name, Crew& crew);

}  // namespace Atoll
