// SPDX-License-Identifier: Apache-2.0
// What makes rows from a file a graph: offsets that grow from 0 to the number of arcs, targets that are vertices, rows
// in order, both arcs of every undirected edge, and the same arcs in both directions. Work is dealt by arcs, so one huge
// row is no trouble.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "atoll/base/watch.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// Throws Error(input) unless offsets[0] = 0, offsets never fall and the last one is `arcs`.
void check_offsets(const std::string& path, const Array<std::uint64_t>& offsets, std::uint64_t arcs, Crew& crew,
                   const Watch& watch);

// What rows are, and what the sum over their arcs is for: of both_ways it is 0 if every (u, v) of a weight has its
// (v, u); those of forward and turned rows are equal if both have the same arcs. Else they differ, but once in 2^64.
enum class Rows { both_ways, forward, turned };

struct RowState {
  bool sorted = true;  // by target, then by weight
  std::uint64_t sum = 0;
};

// Throws Error(input) for a target that is no vertex. The offsets must have been checked. `weights`: [arcs] bits.
template <class Id>
RowState check_rows(const std::string& path, Rows kind, const Csr<Id>& rows, WeightType type,
                    std::span<const std::uint32_t> weights, Crew& crew, const Watch& watch);

// Throws Error(input) unless the sums of the forward and the turned rows are the same.
void check_inverse(const std::string& path, std::uint64_t forward, std::uint64_t turned);

}  // namespace Atoll
