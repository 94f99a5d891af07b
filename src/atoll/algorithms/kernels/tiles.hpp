// SPDX-License-Identifier: Apache-2.0
// Sums over rows of what the other ends say, by tiles: a strip of rows times a segment of ends, either of at most 2^16
// slots. What a segment says stays in a second-level cache, so do the sums of a strip, and a place in them takes 16 bits
// (cache blocking of sparse matrices: Nishtala, Vuduc, Demmel and Yelick, Applicable Algebra in Engineering,
// Communication and Computing 18, 2007). The arcs of a row into a segment are a visit. Those of a tile come by length, so
// that no loop ends where a processor does not expect it. Tiles are a copy of the arcs, made in two passes over the rows;
// strips and the order of additions are the graph's, whatever the threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class Tiles {
 public:
  static constexpr unsigned slot_bits = 16;
  static constexpr std::uint32_t rows_max = std::uint32_t{1} << slot_bits;  // of a strip
  static constexpr std::uint64_t bytes_per_arc_max = 4;                     // a visit of one arc: its row and its end

  // Whether a sample of the arcs leads everywhere, beyond what a cache holds. `in_passing`: they are made for a few rounds,
  // which pays where several arcs share a visit.
  static bool suit(const OnePart& graph, bool in_passing);
  // Whether they pay for many runs, wherever arcs lead: there are strips enough for some threads, and visits without a
  // mispredicted loop are faster than rows even where all that they read is near.
  static bool pay_often(const OnePart& graph);

  Tiles() = default;
  Tiles(const OnePart& graph, Crew& crew);

  bool empty() const { return strips_.empty(); }
  std::size_t strips() const { return strips_.size(); }
  std::uint32_t first_row(std::size_t strip) const { return strips_[strip].first; }
  std::uint32_t rows(std::size_t strip) const { return strips_[strip].rows; }

  // sums[v - first_row(strip)], for all rows of the strip. said [vertices].
  template <class Real>
  void add_up(std::size_t strip, const Real* said, std::span<Real> sums) const {
    std::ranges::fill(sums, Real{0});
    const std::uint16_t* at = words_.data() + strips_[strip].words;
    for (const Run& run : strips_[strip].runs) {
      const Real* const segment = said + (std::uint64_t{run.segment} << slot_bits);
      const auto add = run.length < adders<Real>.size() ? adders<Real>[run.length] : add_visits<Real>;
      add(run, at, segment, sums.data());
      at += run.words;
    }
  }

 private:
  // Visits of one tile and length. Each: the place of its row, then those of its ends. Longer than length_max, which is
  // length 0 here: its length, by two words, comes between.
  struct Run {
    std::uint32_t segment = 0;
    std::uint32_t length = 0;
    std::uint32_t visits = 0;
    std::uint32_t words = 0;
  };
  struct Strip {
    std::uint32_t first = 0;
    std::uint32_t rows = 0;
    std::uint64_t words = 0;  // where its words begin
    Array<Run> runs;
  };
  class Tally;
  class Places;
  static constexpr std::uint32_t length_max = 32;
  static constexpr std::uint32_t lengths = length_max + 1;

  static std::vector<Strip> strips_of(const OnePart& graph);
  static std::uint64_t count(const Rows& rows, Strip& strip, std::uint32_t segments);
  void fill(const OnePart& graph, const Strip& strip, std::uint32_t segments);

  template <class Real>
  static Real sum_of(const std::uint16_t* ends, std::uint32_t count, const Real* segment) {
    std::array<Real, 4> sums{};
    std::uint32_t i = 0;
    for (; i + 4 <= count; i += 4) {
      for (std::uint32_t j = 0; j < 4; ++j) sums[j] += segment[ends[i + j]];
    }
    for (; i < count; ++i) sums[0] += segment[ends[i]];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  template <class Real>
  static void add_visits(const Run& run, const std::uint16_t* at, const Real* segment, Real* sums) {
    for (std::uint32_t i = 0; i < run.visits; ++i, at += run.length + 1)
      sums[at[0]] += sum_of(at + 1, run.length, segment);
  }
  // Of so many, in pairs.
  template <std::uint32_t count, class Real>
  static Real sum_of_few(const std::uint16_t* ends, const Real* segment) {
    if constexpr (count == 1)
      return segment[*ends];
    else
      return sum_of_few<count / 2>(ends, segment) + sum_of_few<count - count / 2>(ends + count / 2, segment);
  }
  template <class Real, std::uint32_t length>
  static void add_short(const Run& run, const std::uint16_t* at, const Real* segment, Real* sums) {
    for (std::uint32_t i = 0; i < run.visits; ++i, at += length + 1) sums[at[0]] += sum_of_few<length>(at + 1, segment);
  }
  template <class Real>
  static void add_long(const Run& run, const std::uint16_t* at, const Real* segment, Real* sums) {
    for (std::uint32_t i = 0; i < run.visits; ++i) {
      const std::uint32_t length = at[1] | std::uint32_t{at[2]} << 16;
      sums[at[0]] += sum_of(at + 3, length, segment);
      at += length + 3;
    }
  }

  // By length: the loop over a short visit is unrolled.
  template <class Real>
  using Adder = void (*)(const Run&, const std::uint16_t*, const Real*, Real*);
  template <class Real>
  static constexpr auto adders = []<std::uint32_t... shorter>(std::integer_sequence<std::uint32_t, shorter...>) {
    return std::array<Adder<Real>, sizeof...(shorter) + 1>{add_long<Real>, add_short<Real, shorter + 1>...};
  }(std::make_integer_sequence<std::uint32_t, 8>());

  std::vector<Strip> strips_;
  Array<std::uint16_t> words_;
};

}  // namespace Atoll::kernels
