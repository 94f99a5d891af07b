// SPDX-License-Identifier: Apache-2.0
// Classes of vertices as a user would call them. Algorithms and certificates know no labels.
#pragma once

#include "atoll/graph/graph.hpp"
#include "atoll/graph/id_array.hpp"

namespace Atoll {

// Each class, until now named by its least vertex, becomes named by its member of the least label, where labels are
// integers. Strings are kept in the user's order, in which the least vertex is the first.
void name_by_label(const Labels& labels, IdArray& name, Crew& crew);

}  // namespace Atoll
