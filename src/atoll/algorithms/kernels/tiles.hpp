// SPDX-License-Identifier: Apache-2.0
// Sums over rows of what the other ends say, by tiles: strips of rows that ask segments of ends (visits.hpp). Tiles are a
// copy of the arcs; strips and the order of additions are the graph's, whatever the threads. (Where arcs go both ways,
// half of them will do: paired_tiles.hpp.)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/row_sums.hpp"
#include "atoll/algorithms/kernels/visits.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class Tiles {
 public:
  static constexpr std::uint64_t bytes_per_arc_max = 4;  // a visit of one arc: its row and its end

  // Whether a sample of the arcs leads everywhere, beyond what a cache holds. `in_passing`: they are made for a few rounds,
  // which pays where several arcs share a visit.
  static bool suit(const OnePart& graph, bool in_passing);
  // Whether they pay for many runs, wherever arcs lead, unless few of many to a tile lead beyond a last-level cache:
  // there are strips enough for some threads, and visits without a mispredicted loop are faster than rows even where
  // all that they read is near.
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
    for (const Visits& visits : strips_[strip].visits) {
      const Real* const segment = said + (std::uint64_t{visits.segment} << visit_slot_bits);
      const auto add = visits.length < adders<Real>.size() ? adders<Real>[visits.length] : add_visits<Real>;
      add(visits, at, segment, sums.data());
      at += visits.words;
    }
  }

 private:
  struct Strip {
    std::uint32_t first = 0;
    std::uint32_t rows = 0;
    std::uint64_t words = 0;  // where its words begin
    Array<Visits> visits;
  };
  static std::vector<Strip> strips_of(const OnePart& graph);
  // Whether tiles have arcs enough for what is read of their segments.
  static bool are_full(const OnePart& graph);

  template <class Real>
  static void add_visits(const Visits& visits, const std::uint16_t* at, const Real* segment, Real* sums) {
    for (std::uint32_t i = 0; i < visits.count; ++i, at += visits.length + 1)
      sums[at[0]] += sum_of_usual_run(std::span(at + 1, visits.length), segment);
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
  static void add_short(const Visits& visits, const std::uint16_t* at, const Real* segment, Real* sums) {
    for (std::uint32_t i = 0; i < visits.count; ++i, at += length + 1)
      sums[at[0]] += sum_of_few<length>(at + 1, segment);
  }
  template <class Real>
  static void add_long(const Visits& visits, const std::uint16_t* at, const Real* segment, Real* sums) {
    for (std::uint32_t i = 0; i < visits.count; ++i) {
      const std::uint32_t length = at[1] | std::uint32_t{at[2]} << 16;
      sums[at[0]] += sum_of_usual_run(std::span(at + 3, length), segment);
      at += length + 3;
    }
  }

  // By length: the loop over a short visit is unrolled.
  template <class Real>
  using Adder = void (*)(const Visits&, const std::uint16_t*, const Real*, Real*);
  template <class Real>
  static constexpr auto adders = []<std::uint32_t... shorter>(std::integer_sequence<std::uint32_t, shorter...>) {
    return std::array<Adder<Real>, sizeof...(shorter) + 1>{add_long<Real>, add_short<Real, shorter + 1>...};
  }(std::make_integer_sequence<std::uint32_t, 8>());

  std::vector<Strip> strips_;
  Array<std::uint16_t> words_;
};

}  // namespace Atoll::kernels
