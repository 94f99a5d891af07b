// SPDX-License-Identifier: Apache-2.0
// Rows in turn, each heard by those after it: the inner loop of rounds in the manner of Gauss and Seidel. Floats are
// gathered where a processor does that fast; sum_of_run, which loads them one by one, asks as little where a row ends
// (row_sums.hpp).
#pragma once

#include <cstddef>
#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/ranks/short_rows.hpp"
#include "atoll/algorithms/pagerank.hpp"

namespace Atoll::kernels {

// said[v] = (base + damping * sum over its row of heard) * share[v], for v in [first, last), block by block. Of those
// in blocks before its own a vertex hears what they say now: heard is said, or `newer` leads from one to the other.
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
  bool descends = false;    // from the last row to the first: then of those behind a vertex, and block is 1

  Real said_by(std::uint32_t v, Real sum) const {
    return ((jump.lands(v) ? base : Real{0}) + damping * sum) * share[v];
  }
};

constexpr std::uint32_t rows_per_block = 8;

// Whether of a sample of the rows three of four hear the one before.
bool wait_for_the_row_before(const Rows& rows, std::uint32_t vertices);

template <class Real>
void sweep_rows(const RowSweep<Real>& sweep, std::uint32_t first, std::uint32_t last);

// From their records, one by one: a block says only that most rows wait for the one before.
template <class Real>
void sweep_short_rows(const RowSweep<Real>& sweep, const ShortRows& rows, std::uint32_t first, std::uint32_t last);

}  // namespace Atoll::kernels
