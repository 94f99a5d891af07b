// SPDX-License-Identifier: Apache-2.0
// Betweenness centrality (Freeman 1977, by the algorithm of Brandes 2001): of the shortest paths between all pairs, the
// share that leads through a vertex. Paths are counted in arcs, along their direction; parallel arcs are one, the ends
// of a path are not on it. From some roots only, the sum over all is estimated. Scaled as NetworkX 3.6 scales.
#pragma once

#include <cstdint>

#include "atoll/algorithms/certify.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/graph/id_array.hpp"

namespace Atoll {

// `count` of `vertices`, drawn from the seed, each set of them equally likely; ascending. All of them if there are not
// more. By one thread, which polls `watch`: throws Error(cancelled).
IdArray draw_roots(std::uint64_t vertices, std::uint64_t count, std::uint64_t seed, bool wide, const Watch& watch);

// What sums of dependencies on `roots` vertices are multiplied by. Normalised: a mean over the pairs that a vertex can
// lie between; otherwise a count of pairs, unordered ones in an undirected graph. A root says nothing of itself, so
// where not all vertices are roots a mean over the others stands for it; 0 if there are none.
struct Pairs {
  std::uint64_t vertices = 0;
  std::uint64_t roots = 0;
  bool directed = true;
  bool normalised = true;
};
certify::BetweennessScale betweenness_scale(const Pairs& pairs);

}  // namespace Atoll
