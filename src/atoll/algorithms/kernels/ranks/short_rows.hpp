// SPDX-License-Identifier: Apache-2.0
// Rows of a few arcs, as records of equal length, whose sums nothing is asked for: a processor guesses the lengths of
// short rows wrong every other time. A record has the first ends of a row, and the slot after the last where there are
// fewer. The row before, where it is among them, comes first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/ranks/row_sums.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class ShortRows {
 public:
  static constexpr std::size_t ends = 4;

  // Whether rows have so many ends in the mean, and of a sample three of four no more.
  static bool suit(const OnePart& graph);

  ShortRows() = default;
  ShortRows(const OnePart& graph, Crew& crew);

  bool empty() const { return records_.empty(); }
  const std::uint32_t* record(std::uint32_t v) const { return &records_[ends * v]; }
  std::uint32_t nobody() const { return static_cast<std::uint32_t>(records_.size() / ends); }  // fills up records

  // sums[v - first], for the vertices from `first` on. said [vertices + 1]; of the slot after the last: 0.
  template <class Real>
  void add_up(const Rows& rows, const Real* said, std::uint32_t first, std::span<Real> sums) const {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::uint32_t* const record = this->record(static_cast<std::uint32_t>(first + i));
      sums[i] = (said[record[0]] + said[record[1]]) + (said[record[2]] + said[record[3]]);
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto v = static_cast<std::uint32_t>(first + i);
      if (rows.degree(v) <= ends) continue;
      sums[i] += sum_of_row<Real>(rows[v].subspan(ends), nobody(), [said](std::uint32_t u) { return said[u]; });
    }
  }

 private:
  Array<std::uint32_t> records_;  // [vertices][ends]
};

}  // namespace Atoll::kernels
