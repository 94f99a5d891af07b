// SPDX-License-Identifier: Apache-2.0
// The rows of a sparse undirected graph as a search of many small levels likes them: four ends in a record, so that the
// number of a vertex tells where they are. Leaves, whose only neighbour has others, are left out: they are reached
// with it. Made of arcs alone.
#pragma once

#include <algorithm>
#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"
#include "atoll/topology/ranked_bits.hpp"

namespace Atoll::kernels {

class LeaflessRows {
 public:
  static constexpr std::uint32_t room = 4;

  // The other ends of a vertex that are no leaves; behind them, itself. With none of them, or too many, itself alone.
  struct Record {
    std::uint32_t ends[room];

    std::uint32_t size(std::uint32_t vertex) const {
      return static_cast<std::uint32_t>(std::ranges::count_if(ends, [&](std::uint32_t end) { return end != vertex; }));
    }
  };
  struct Leaf {
    std::uint32_t vertex;
    std::uint32_t neighbour;
  };

  // Of an undirected graph with arcs out. Throws Error(cancelled | resource).
  LeaflessRows(const OnePart& graph, Crew& crew);

  const Record& operator[](std::uint32_t v) const { return records_[v]; }
  const Array<Leaf>& leaves() const { return leaves_; }  // ascending
  static bool is_leaf(const Rows& rows, std::uint32_t v) {
    return rows.degree(v) == 1 && rows[v][0] != v && rows.degree(rows[v][0]) > 1;
  }

 private:
  Array<Record> records_;
  Array<Leaf> leaves_;
};

}  // namespace Atoll::kernels
