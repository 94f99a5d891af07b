// SPDX-License-Identifier: Apache-2.0
// Sums over rows of what the other ends say, the inner loop of PageRank, in three ways. A row after the other; rows of
// a few arcs from records of equal length, without a question; rows of many arcs with ends everywhere, segment by
// segment of the ends, so that what is read stays in a cache (as CSR segmenting: Zhang, Kiriansky, Mendis, Amarasinghe
// and Zaharia, IEEE BigData 2017; but the rows stay as they are, for their ends ascend). Each adds in an order that is
// the graph's, so that sums do not depend on threads; whether rows are walked by segments depends on the second-level
// cache. (By tiles, which are a copy of the arcs or half of them: tiles.hpp, edge_tiles.hpp.)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/topology/crew.hpp"

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

// The first ends of every row, and the slot after the last where there are fewer: a processor guesses the lengths of
// short rows wrong every other time. The row before, where it is among them, comes first.
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

// Whether most rows have several arcs to each of several segments, of a sample; and the sums by segments.
class Segments {
 public:
  Segments(const OnePart& graph, std::size_t bytes_of_real, const Machine& machine);

  bool suit() const { return suit_; }

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
