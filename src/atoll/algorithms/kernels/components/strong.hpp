// SPDX-License-Identifier: Apache-2.0
// Strong components of a directed graph in one address space, on any number of parts. A search forward from a vertex of
// many arcs and one backward inside what it reached find the component of most vertices (Fleischer, Hendrickson and
// Pinar, IPDPS 2000). The rest is trimmed and coloured (Slota, Rajamanickam and Madduri, IPDPS 2014) until its pieces
// are worth a thread each; every piece is then searched depth-first (Tarjan's algorithm in the form of Pearce, IPL
// 2016). An undirected graph is linked by union-find.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// What is done with the vertices outside the first component. Runs are automatic; the others are for tests, which hold
// each way against the rest.
enum class RestRule {
  automatic,   // coloured while some piece would keep a thread busy long after the others
  colour,      // to the end
  search,      // at once
  search_all,  // at once, and no first component is looked for
};

struct StrongComponents {
  Array<std::uint32_t> member;  // [slots]: some vertex of the component, the same for all of it
  RunStatistics statistics;
};

// `out` and `in` are the arcs of one layout by source and by target. Throws Error(cancelled | resource).
StrongComponents strong_components(const SharedGraph& out, const SharedGraph& in, RestRule rule, Crew& crew,
                                   const Watch& watch);

}  // namespace Atoll::kernels
