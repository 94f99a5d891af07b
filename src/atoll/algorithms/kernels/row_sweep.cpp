// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/row_sweep.hpp"

#include <algorithm>
#include <array>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// What the rows of a block hear: of those in [first, block) what they say now, if that is told apart.
template <bool apart, class Real>
struct Heard {
  const Real* before;
  std::ptrdiff_t newer;
  std::uint32_t first, block;

  Real operator()(std::uint32_t u) const { return before[u + (apart && u - first < block - first ? newer : 0)]; }
};

// (A sweep of their own: what it leads to is then known not to change when something is said.)
template <bool apart, std::uint32_t rows, class Real>
void sweep_blocks(RowSweep<Real> sweep, std::uint32_t first, std::uint32_t last) {
  std::array<Real, rows> sums;
  for (std::uint32_t block = first; block < last; block += rows) {
    const Heard<apart, Real> heard{sweep.heard, sweep.newer, first, block};
    const std::uint32_t count = std::min(rows, last - block);
    for (std::uint32_t i = 0; i < count; ++i) sums[i] = sum_of_row<Real>(sweep.rows[block + i], sweep.vertices, heard);
    for (std::uint32_t i = 0; i < count; ++i) sweep.said[block + i] = sweep.said_by(block + i, sums[i]);
  }
}

template <bool apart, class Real>
void sweep_records(RowSweep<Real> sweep, const ShortRows& rows, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t v = first; v < last; ++v) {
    const Heard<apart, Real> heard{sweep.heard, sweep.newer, first, v};
    const std::uint32_t* const record = rows.record(v);
    Real sum = (heard(record[0]) + heard(record[1])) + (heard(record[2]) + heard(record[3]));
    if (record[3] != sweep.vertices && sweep.rows.degree(v) > ShortRows::ends)
      sum += sum_of_row<Real>(sweep.rows[v].subspan(ShortRows::ends), sweep.vertices, heard);
    sweep.said[v] = sweep.said_by(v, sum);
  }
}

}  // namespace

bool wait_for_the_row_before(const Rows& rows, std::uint32_t vertices) {
  constexpr std::uint64_t sample = 1024;
  const Random random(1);
  std::uint64_t waiting = 0;
  for (std::uint64_t i = 0; i < sample && vertices > 1; ++i) {
    const auto v = static_cast<std::uint32_t>(1 + random.below(i, vertices - 1));
    waiting += std::ranges::binary_search(rows[v], v - 1) ? 1u : 0u;
  }
  return waiting * 4 >= sample * 3;
}

template <class Real>
void sweep_rows(const RowSweep<Real>& sweep, std::uint32_t first, std::uint32_t last) {
  const auto sweep_by = [&]<std::uint32_t rows>() {
    sweep.newer == 0 ? sweep_blocks<false, rows>(sweep, first, last) : sweep_blocks<true, rows>(sweep, first, last);
  };
  sweep.block == 1 ? sweep_by.template operator()<1>() : sweep_by.template operator()<rows_per_block>();
}

template <class Real>
void sweep_short_rows(const RowSweep<Real>& sweep, const ShortRows& rows, std::uint32_t first, std::uint32_t last) {
  sweep.newer == 0 ? sweep_records<false>(sweep, rows, first, last) : sweep_records<true>(sweep, rows, first, last);
}

template void sweep_rows(const RowSweep<float>&, std::uint32_t, std::uint32_t);
template void sweep_rows(const RowSweep<double>&, std::uint32_t, std::uint32_t);
template void sweep_short_rows(const RowSweep<float>&, const ShortRows&, std::uint32_t, std::uint32_t);
template void sweep_short_rows(const RowSweep<double>&, const ShortRows&, std::uint32_t, std::uint32_t);

}  // namespace Atoll::kernels
