// SPDX-License-Identifier: Apache-2.0
// Sums over rows of what the other ends say, the inner loop of PageRank. Each adds in an order that is the graph's, so
// that sums do not depend on threads; whether rows are walked by segments depends on the second-level cache. (Rows of a
// few arcs as records: short_rows.hpp; rows of many by segments: rows_by_segments.hpp; by tiles, which are a copy of
// the arcs or half of them: tiles.hpp, edge_tiles.hpp.)
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace Atoll::kernels {

// Four sums at a time: one would wait for itself, arc by arc. The last of them are filled up with `nobody`, who says
// nothing, and chosen before they are read, without a question: where a row ends is guessed wrong every other time. (Of
// the empty instruction a compiler must think that it might change the place, so it asks nothing of its own.)
// said(slot): what an end says.
template <class Real, class Said>
[[gnu::always_inline]] inline Real sum_of_run(std::span<const std::uint32_t> row, std::uint32_t nobody,
                                              const Said& said) {
  std::array<Real, 4> sums{};
  std::size_t e = 0;
  for (; e + sums.size() < row.size(); e += sums.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += said(row.data()[e + i]);
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    const std::uint32_t* end = e + i < row.size() ? row.data() + e + i : &nobody;
    asm("" : "+r"(end));
    sums[i] += said(*end);
  }
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Where rows are as long as the ones before; where they end is guessed right then.
template <class Real, class End>
[[gnu::always_inline]] inline Real sum_of_usual_run(std::span<const End> row, const Real* said) {
  std::array<Real, 4> sums{};
  std::size_t e = 0;
  for (; e + sums.size() <= row.size(); e += sums.size()) {
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += said[row[e + i]];
  }
  for (; e < row.size(); ++e) sums[0] += said[row[e]];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// Floats that are added to a sum of many lose their last digits, all alike where all say the same, as the leaves of a
// hub: more than a few runs are added up run by run, in doubles. (All in doubles cost PageRank of kron 20 a tenth.)
constexpr std::size_t ends_per_run = 1u << 6;
constexpr std::size_t ends_in_one_run_max = 2 * ends_per_run;

// sum_of(piece of the row), for each run.
template <class Real, class Element, class SumOf>
[[gnu::always_inline]] inline Real sum_by_runs(std::span<Element> row, const SumOf& sum_of) {
  if (row.size() <= ends_in_one_run_max) [[likely]]
    return sum_of(row);
  double sum = 0;
  for (std::size_t e = 0; e < row.size(); e += ends_per_run)
    sum += static_cast<double>(sum_of(row.subspan(e, std::min(ends_per_run, row.size() - e))));
  return static_cast<Real>(sum);
}

// Of a row.
template <class Real, class Said>
[[gnu::always_inline]] inline Real sum_of_row(std::span<const std::uint32_t> row, std::uint32_t nobody,
                                              const Said& said) {
  return sum_by_runs<Real>(row,
                           [&](std::span<const std::uint32_t> run) { return sum_of_run<Real>(run, nobody, said); });
}

}  // namespace Atoll::kernels
