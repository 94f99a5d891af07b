// SPDX-License-Identifier: Apache-2.0
// Rows of many arcs with ends everywhere, segment by segment of the ends, so that what is read stays in a cache (as CSR
// segmenting: Zhang, Kiriansky, Mendis, Amarasinghe and Zaharia, IEEE BigData 2017; but the rows stay as they are, for
// their ends ascend). Segments are as wide as a second-level cache holds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/topology/machine.hpp"

namespace Atoll::kernels {

class RowsBySegments {
 public:
  RowsBySegments(const OnePart& graph, std::size_t bytes_of_real, const Machine& machine);

  // Whether most rows have several arcs to each of several segments, of a sample.
  bool suit() const { return suit_; }

  // sums[v - first], for the vertices from `first` on. said [vertices]; next: has room for an arc of each row.
  template <class Real>
  void add_up(const Rows& rows, const Real* said, std::uint32_t first, std::span<Real> sums,
              std::span<std::uint64_t> next) const {
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] = 0;
      next[i] = rows.offsets[first + i];
    }
    for (std::uint64_t bound = width_;; bound += width_) {
      for (std::size_t i = 0; i < sums.size(); ++i) {
        if (i + ahead < sums.size()) __builtin_prefetch(rows.ends + next[i + ahead]);
        const std::uint64_t end = rows.offsets[first + i + 1];
        std::uint64_t e = next[i];
        double sum = 0;
        for (; e < end && rows.ends[e] < bound; ++e) sum += static_cast<double>(said[rows.ends[e]]);
        sums[i] += static_cast<Real>(sum);
        next[i] = e;
      }
      if (bound >= vertices_) return;
    }
  }

 private:
  static constexpr std::size_t ahead = 8;  // rows

  std::uint32_t vertices_;
  std::uint64_t width_;  // slots of a segment
  bool suit_ = false;
};

}  // namespace Atoll::kernels
