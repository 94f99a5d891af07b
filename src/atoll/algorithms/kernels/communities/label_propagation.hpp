// SPDX-License-Identifier: Apache-2.0
// Communities by label propagation (Raghavan, Albert and Kumara, Phys. Rev. E 76, 2007): everyone starts with a label
// of its own and takes over and over the label that has most votes among its neighbours, until nobody changes. An arc
// is a vote, or as many as its weight says; self-loops have none.
//
// Semi-synchronous (Cordasco and Gargano, BASNA 2010): all vertices of one colour vote at once, colour after colour. No
// two of them are neighbours, so it is as if one came after the other, for any number of threads. Of several best
// labels the first in a hashed order of all labels wins; after some rounds, whoever has one of the best keeps it, or
// one label would flood a long path, link by link. So every change adds to the weight of the arcs inside communities,
// or leaves it and goes up in that order, and there is an end. Invariant: who is not active would keep its label.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

struct Propagation {
  Array<std::uint32_t> label;    // [slot]: the user's vertex that had it at first
  std::uint64_t iterations = 0;  // each asks every vertex, or knows what it would say
  bool converged = false;        // nobody changed in the last one
  RunStatistics statistics;
};

// The arcs go both ways; weights of either type, not negative. iterations_max > 0. Throws Error(cancelled | resource).
Propagation propagate_labels(const SharedGraph& graph, std::uint64_t iterations_max, Crew& crew, const Watch& watch);

}  // namespace Atoll::kernels
