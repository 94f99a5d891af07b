// SPDX-License-Identifier: Apache-2.0
// An order in which neighbours are near: as a search comes to the vertices, level by level (Cuthill and McKee, 1969,
// without their order by degree inside a level). From a vertex at the rim, so that levels are narrow.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/id_array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// [vertices]: component by component, in the order of their first vertices; last those without arcs. Each begins with the
// vertex that a search from its first one comes to last. Of an undirected graph, or one whose arcs are mirrored; the same
// for any number of threads. Peak: the result and as much again.
IdArray near_order(const Graph& graph, Crew& crew);

// How far in number the two ends of an arc are from each other, in the mean of a sample, if a vertex has the number
// place[v]. 0 without arcs.
double mean_gap(const Graph& graph, const IdArray& place);

}  // namespace Atoll
