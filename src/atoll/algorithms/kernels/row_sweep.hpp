// SPDX-License-Identifier: Apache-2.0
// Rows in turn, each heard by those after it: the inner loop of rounds in the manner of Gauss and Seidel. Where a short
// row ends a processor guesses wrong every other time, so that eight ends at a time are gathered under a mask, where it
// can do that.
#pragma once

#include <cstddef>
#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/row_sums.hpp"
#include "atoll/algorithms/pagerank.hpp"

namespace Atoll::kernels {

// said[v] = (base + damping * sum over its row of heard) * share[v], for v in [first, last), one after the other. Of those
// that came before v, it hears what they say now: heard is said, or `newer` leads from one to the other.
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

  void say(std::uint32_t v, Real sum) const {
    said[v] = ((jump.marks.empty() || jump.lands(v) ? base : Real{0}) + damping * sum) * share[v];
  }
};

template <class Real>
void sweep_plainly(const RowSweep<Real>& sweep, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t v = first; v < last; ++v) {
    const auto heard = [&](std::uint32_t u) { return sweep.heard[u + (u - first < v - first ? sweep.newer : 0)]; };
    sweep.say(v, sum_of_row<Real>(sweep.rows[v], sweep.vertices, heard));
  }
}

// From their records. (Gathers would wait until what the row before says has left the processor.)
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
