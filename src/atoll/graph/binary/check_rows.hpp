// SPDX-License-Identifier: Apache-2.0
// What makes rows from a file a graph: offsets that grow from 0 to the number of arcs, targets that are vertices, rows
// in order, both arcs of every undirected edge, and the same arcs in both directions. Arcs are looked at piece by piece,
// as they are read, so one huge row is no trouble.
#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/graph/binary/row_inspection.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// Throws Error(input) unless offsets[0] = 0, offsets never fall and the last one is `arcs`.
void check_offsets(const std::string& path, const Array<std::uint64_t>& offsets, std::uint64_t arcs, Crew& crew,
                   const Watch& watch);

struct RowState {
  bool sorted = true;  // by target, then by weight
  std::uint64_t sum = 0;
};

template <class Id>
class RowCheck {
 public:
  // Of rows whose offsets were checked, whose targets, and `weights` [arcs] if there are, will be filled where they are.
  RowCheck(const std::string& path, Rows kind, const Csr<Id>& rows, WeightType type,
           std::span<const std::uint32_t> weights)
      : path_(path), kind_(kind), rows_(rows), type_(type), weights_(weights) {}

  // Arcs [begin, end) are there; pieces may be told by many threads at once, each arc in one of them.
  // Throws Error(input) for a target that is no vertex, or a weight that is no number.
  void operator()(std::uint64_t begin, std::uint64_t end);

  RowState state() const;  // once all arcs are there

 private:
  Inspection inspect_piece(std::uint64_t begin, std::uint64_t end) const;

  const std::string& path_;
  Rows kind_;
  const Csr<Id>& rows_;
  WeightType type_;
  std::span<const std::uint32_t> weights_;
  std::mutex telling_;
  RowState state_;
  std::vector<std::uint64_t> begins_;  // of pieces
};

// Throws Error(input) unless the sums of the forward and the turned rows are the same.
void check_inverse(const std::string& path, std::uint64_t forward, std::uint64_t turned);

}  // namespace Atoll
