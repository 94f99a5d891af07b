// SPDX-License-Identifier: Apache-2.0
// What makes rows from a file a graph: offsets that grow from 0 to the number of arcs, targets that are vertices, rows
// in order, and both arcs of every undirected edge. Work is dealt by arcs, so one huge row is no trouble.
#pragma once

#include <cstdint>
#include <string>

#include "atoll/base/watch.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// Throws Error(input) unless offsets[0] = 0, offsets never fall and the last one is `arcs`.
void check_offsets(const std::string& path, const Array<std::uint64_t>& offsets, std::uint64_t arcs, Crew& crew,
                   const Watch& watch);

struct RowState {
  bool sorted = true;     // by target, then by weight
  bool symmetric = true;  // every (u, v) of a weight has its (v, u): by a 64-bit sum, wrong once in 2^64
};

// Throws Error(input) for a target that is no vertex. The offsets must have been checked.
template <class Id>
RowState check_rows(const std::string& path, const Csr<Id>& out, const Weights& weights, Crew& crew,
                    const Watch& watch);

}  // namespace Atoll
