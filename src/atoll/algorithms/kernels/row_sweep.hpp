// SPDX-License-Identifier: Apache-2.0
// Rows in turn, each heard by those after it: the inner loop of rounds in the manner of Gauss and Seidel. Where a short
// row ends a processor guesses wrong every other time, so that ends are gathered under a mask, where it can do that: eight
// at a time or, where rows are short in the mean, the last four of a row, and those before are loaded one by one.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/row_sums.hpp"
#include "atoll/algorithms/pagerank.hpp"

namespace Atoll::kernels {

// said[v] = (base + damping * sum over its row of heard) * share[v], for v in [first, last), block by block. Of those in
// blocks before its own a vertex hears what they say now: heard is said, or `newer` leads from one to the other.
// heard [vertices + 1], of the slot after the last: 0.
template <class Real>
struct RowSweep {
  Rows rows;
  std::uint32_t vertices;
  const Real* heard;
  std::ptrdiff_t newer;  // from heard to what is heard of vertices from `first` on: said - heard, or 0
  Real* said;
  const Real* share;  // [vertices]
  Real base;          // of a vertex that jumps land on, else 0
  Real damping;
  const Jump& jump;
  std::uint32_t block = 1;  // rows; or rows_per_block

  void say(std::uint32_t v, Real sum) const {
    said[v] = ((jump.marks.empty() || jump.lands(v) ? base : Real{0}) + damping * sum) * share[v];
  }
};

constexpr std::uint32_t rows_per_block = 8;

// Whether of a sample of the rows three of four hear the one before.
bool wait_for_the_row_before(const Rows& rows, std::uint32_t vertices);

template <class Real>
void sweep_plainly(const RowSweep<Real>& sweep, std::uint32_t first, std::uint32_t last) {
  std::array<Real, rows_per_block> sums;
  for (std::uint32_t block = first; block < last; block += sweep.block) {
    const auto heard = [&](std::uint32_t u) { return sweep.heard[u + (u - first < block - first ? sweep.newer : 0)]; };
    const std::uint32_t count = std::min(sweep.block, last - block);
    for (std::uint32_t i = 0; i < count; ++i) sums[i] = sum_of_row<Real>(sweep.rows[block + i], sweep.vertices, heard);
    for (std::uint32_t i = 0; i < count; ++i) sweep.say(block + i, sums[i]);
  }
}

// From their records, one by one.
template <bool apart, class Real>
void sweep_records(const RowSweep<Real>& sweep, const ShortRows& rows, std::uint32_t first, std::uint32_t last) {
  const Real* const before = sweep.heard;
  Real* const said = sweep.said;
  const Real base = sweep.base, damping = sweep.damping;
  const std::uint32_t nobody = sweep.vertices;
  for (std::uint32_t v = first; v < last; ++v) {
    const auto heard = [before, newer = sweep.newer, first, v](std::uint32_t u) {
      return before[u + (apart && u - first < v - first ? newer : 0)];
    };
    const std::uint32_t* const record = rows.record(v);
    Real sum = (heard(record[0]) + heard(record[1])) + (heard(record[2]) + heard(record[3]));
    if (record[3] != nobody && sweep.rows.degree(v) > ShortRows::ends) {
      sum += sum_of_row<Real>(sweep.rows[v].subspan(ShortRows::ends), nobody, heard);
    }
    said[v] = (base + damping * sum) * sweep.share[v];
  }
}

template <class Real>
void sweep_short_rows(const RowSweep<Real>& sweep, const ShortRows& rows, std::uint32_t first, std::uint32_t last) {
  if (!sweep.jump.marks.empty()) return sweep_plainly(sweep, first, last);
  sweep.newer == 0 ? sweep_records<false>(sweep, rows, first, last) : sweep_records<true>(sweep, rows, first, last);
}

// The fastest that this processor has; its sums may differ from the plain ones in how they are rounded.
void sweep_rows(const RowSweep<float>& sweep, std::uint32_t first, std::uint32_t last);
inline void sweep_rows(const RowSweep<double>& sweep, std::uint32_t first, std::uint32_t last) {
  sweep_plainly(sweep, first, last);
}

}  // namespace Atoll::kernels
