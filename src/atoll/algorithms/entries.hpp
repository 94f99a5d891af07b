// SPDX-License-Identifier: Apache-2.0
// The entries of the catalog, one per algorithm's .cpp, which owns its instantiations.
#pragma once

#include "atoll/algorithms/catalog.hpp"

namespace Atoll::entries {

Algorithm bfs();
Algorithm sssp();
Algorithm pagerank();
Algorithm components();
Algorithm degree();
Algorithm strong_components();
Algorithm spanning_forest();
Algorithm cores();
Algorithm colouring();
Algorithm communities();
Algorithm triangles();
Algorithm betweenness();

}  // namespace Atoll::entries
