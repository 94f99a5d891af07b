// SPDX-License-Identifier: Apache-2.0
// The first ends of every row, in columns: of the 64 vertices of a word the first end of each, then the second of each,
// and so on. A sweep of a search tests a column at a time, without a branch. A row that is shorter has its own vertex
// there, which is in no frontier while a parent of it is looked for.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class FirstEnds {
 public:
  FirstEnds() = default;
  // Of the first `vertices` rows.
  FirstEnds(const Rows& rows, std::uint32_t vertices, std::uint32_t columns, Crew& crew);

  bool empty() const { return ends_.empty(); }
  std::uint32_t columns() const { return columns_; }

  // [64]: end `column` of the vertices of word w.
  const std::uint32_t* column(std::uint64_t w, std::uint32_t column) const {
    return ends_.data() + (w * columns_ + column) * 64;
  }
  // The first end of a row, or the vertex itself.
  const std::uint32_t& operator[](std::uint32_t v) const { return column(v / 64, 0)[v % 64]; }

 private:
  Array<std::uint32_t> ends_;
  std::uint32_t columns_ = 0;
};

// How many columns pay. Where there are hubs, which mostly come first, most that have a neighbour in a frontier that is
// worth a sweep have one of their first two ends in it; where all rows are alike, an end is as good as the next one.
std::uint32_t columns_that_pay(bool has_hubs, std::uint64_t vertices, std::uint64_t arcs);

}  // namespace Atoll::kernels
