// SPDX-License-Identifier: Apache-2.0
// Roads are often listed with an arc for each direction, as if the graph were directed. Once every arc is known to have
// its counterpart, the rows out are the rows in as well, and the kernels for undirected graphs may walk them.
#pragma once

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

// The graph, undirected if each arc out has its counterpart of the same weight. The first one without, which most graphs
// have soon, ends the search. (A layout was asked only where it has a pull.)
OnePart both_ways_if_mirrored(OnePart graph, Crew& crew);

}  // namespace Atoll::kernels
