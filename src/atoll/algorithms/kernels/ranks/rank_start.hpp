// SPDX-License-Identifier: Apache-2.0
// The ranks that PageRank starts from where its rounds go beyond the power iteration: as if every arc said what is
// usual, so that what a vertex hears follows from how many arcs it has in; or evenly. A sample of the rows tells which
// a round changes less: where vertices have neighbours like themselves, as where cliques hang on a path, it is evenly.
// On an undirected graph arcs in are the degree, from which few rounds lead to the answer.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

struct RankStart {
  double without = 0;  // of a vertex without arcs in: what it keeps
  double with = 0;     // of any other
  double per_arc = 0;  // and for each arc in
  double heard = 0;    // vertices with arcs out

  double of(std::uint64_t arcs_in) const {
    return arcs_in == 0 ? without : with + per_arc * static_cast<double>(arcs_in);
  }
};

// From slot `listed` on vertices have no arcs. spread: what those without arcs have, over all, in an undirected graph.
RankStart rank_start(const OnePart& graph, std::uint32_t listed, double damping, bool spread, Crew& crew);

// By how much a first round of the power iteration changes ranks that are heard, in all (L1), from either start, if
// rank without an arc to follow is lost.
struct StartChanges {
  double evenly = 0;
  double by_arcs = 0;
};

// Of so many rows, drawn. usual: what an arc says if all say the same, times what a vertex keeps.
StartChanges changes_of_start(const OnePart& graph, double damping, double usual, std::uint64_t rows);

// Whether an undirected graph starts from the answer, but for less than half the tolerance. A few rows may be
// overlooked.
bool starts_settled(const OnePart& graph, double damping, double tolerance);

}  // namespace Atoll::kernels
