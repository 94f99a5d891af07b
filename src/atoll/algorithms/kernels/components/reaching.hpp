// SPDX-License-Identifier: Apache-2.0
// Which vertices a search from one vertex reaches, levels being of no interest. A small frontier goes along its arcs by
// local search; a large one is not looked at: instead every vertex not reached looks for an arc from one that is, and
// stops at the first (direction-optimising: Beamer et al., SC 2012), seeing what the same sweep has reached already.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/components/worklist.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::kernels {

// A set of vertices as a bitmap over slots.
using VertexSet = Array<std::uint64_t>;

struct Reaching {
  const SharedGraph& along;    // arcs by the end where the search comes from
  const SharedGraph& against;  // the same arcs by the other end
  Crew& crew;
  const Watch& watch;
  Steps& steps;

  // What can be reached from `source` on paths inside `within`, which holds the source. `list` is empty, and has room
  // for all vertices. Throws Error(cancelled | resource).
  VertexSet from(std::uint32_t source, const VertexSet& within, Worklist& list) const;
};

}  // namespace Atoll::kernels
