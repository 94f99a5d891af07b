// SPDX-License-Identifier: Apache-2.0
// Sums over rows of what the other ends say, the inner loop of PageRank: a row after the other; or rows of a few arcs from
// records of equal length, without a question. Each adds in the order of the graph, so the sums do not depend on threads.
// (Rows with ends everywhere: tiles.hpp.)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

// Four sums at a time: one would wait for itself, arc by arc. What is left of the row is filled up with `nobody`, who
// says nothing: where it ends is guessed wrong every other time. said(slot): what an end says.
template <class Real, class Said>
Real sum_of_row(std::span<const std::uint32_t> row, std::uint32_t nobody, const Said& said) {
  std::array<Real, 4> sums{};
  const std::size_t whole = row.size() / sums.size() * sums.size();
  for (std::size_t e = 0; e < whole; e += sums.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += said(row.data()[e + i]);
  }
  const std::uint32_t* const ends = row.empty() ? &nobody : row.data();
  const std::size_t last = std::max<std::size_t>(row.size(), 1) - 1;
  for (std::size_t i = 0; i + 1 < sums.size(); ++i) {
    const std::uint32_t end = ends[std::min(whole + i, last)];
    sums[i] += said(whole + i < row.size() ? end : nobody);
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// The first ends of every row, and the slot after the last where there are fewer: a processor guesses the lengths of
// short rows wrong every other time.
class ShortRows {
 public:
  static constexpr std::size_t ends = 4;

  static bool suit(const OnePart& graph) { return graph.arcs <= ends * graph.vertices; }

  ShortRows() = default;
  ShortRows(const OnePart& graph, Crew& crew);

  bool empty() const { return records_.empty(); }

  // sums[v - first], for the vertices from `first` on. said [vertices + 1]; of the slot after the last: 0.
  template <class Real>
  void add_up(const Rows& rows, const Real* said, std::uint32_t first, std::span<Real> sums) const {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::uint32_t* const record = &records_[ends * (first + i)];
      sums[i] = (said[record[0]] + said[record[1]]) + (said[record[2]] + said[record[3]]);
    }
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const auto v = static_cast<std::uint32_t>(first + i);
      if (rows.degree(v) <= ends) continue;
      for (const std::uint32_t u : rows[v].subspan(ends)) sums[i] += said[u];
    }
  }

 private:
  Array<std::uint32_t> records_;  // [vertices][ends]
};

}  // namespace Atoll::kernels
