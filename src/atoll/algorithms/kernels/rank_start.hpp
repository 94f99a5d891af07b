// SPDX-License-Identifier: Apache-2.0
// The ranks that PageRank starts from on an undirected graph that is iterated to a tolerance, if jumps land anywhere:
// evenly, or as if every vertex had the neighbours that are usual. A sample of the rows tells which a round changes
// less: of a graph whose vertices have neighbours like themselves, as where cliques hang on a path, it is the former.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

// By how much a first round of the power iteration changes the ranks in all (L1), from either start, if rank without an
// arc to follow is lost.
struct StartChanges {
  double evenly = 0;
  double by_degree = 0;
};

// Of so many rows, drawn.
StartChanges changes_of_start(const OnePart& graph, double damping, std::uint64_t rows);

// Whether the graph starts from the answer, but for less than half the tolerance. A few rows may be overlooked.
bool starts_settled(const OnePart& graph, double damping, double tolerance);

// Which start is changed less.
bool better_starts_evenly(const OnePart& graph, double damping);

}  // namespace Atoll::kernels
