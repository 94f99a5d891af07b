// SPDX-License-Identifier: Apache-2.0
// Answers that cut the vertices into classes, each named by its least member: components, weak or strong, communities.
#pragma once

#include <cstdint>
#include <string>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/graph/graph.hpp"

namespace Atoll {

// name[v] becomes the least user's vertex of v's class. member [slots]: some slot of the class, the same for all of it.
void name_by_least(const kernels::SharedGraph& graph, const Array<std::uint32_t>& member, IdArray& name, Crew& crew,
                   const Watch& watch);

// Each class, until now named by its least vertex, becomes named by its member of the least label, where labels are
// integers. Strings are kept in the user's order, in which the least vertex is the first.
void name_by_label(const Labels& labels, IdArray& name, Crew& crew);

// The names become a column, their number and the size of the largest class the facts "count" and "largest".
void state_classes(Answer& answer, const std::string& column, IdArray name, Crew& crew);

}  // namespace Atoll
