// SPDX-License-Identifier: Apache-2.0
// Sums over rows of what the other ends say, by tiles: strips of rows that ask segments of ends (visits.hpp). Tiles are
// a copy of the arcs; strips and the order of additions are the graph's, whatever the threads. (Where arcs go both
// ways, half of them will do: edge_tiles.hpp.)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/ranks/round_choice.hpp"
#include "atoll/algorithms/kernels/ranks/visit_sums.hpp"
#include "atoll/algorithms/kernels/ranks/visits.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class Tiles {
 public:
  static constexpr std::uint64_t bytes_per_arc_max = 4;  // a visit of one arc: its row and its end

  // Whether a sample of the arcs leads everywhere, beyond what a cache holds. Made for one run, which has a few rounds,
  // they pay where several arcs share a visit. `processors`: of the machine.
  static bool suit(const OnePart& graph, Use use, int processors);
  // Whether they pay for many runs, wherever arcs lead, unless few of many to a tile lead beyond a last-level cache:
  // there are strips enough for some threads, and visits without a mispredicted loop are faster than rows even where
  // all that they read is near.
  static bool pay_often(const OnePart& graph, int processors);

  Tiles() = default;
  Tiles(const OnePart& graph, Crew& crew);

  bool empty() const { return strips_.empty(); }
  std::size_t strips() const { return strips_.size(); }
  std::uint32_t first_row(std::size_t strip) const { return strips_[strip].first; }
  std::uint32_t rows(std::size_t strip) const { return strips_[strip].rows; }

  // sums[v - first_row(strip)], for all rows of the strip. said [vertices]. One sum for each segment comes to another:
  // of few rows, which have very many arcs, in doubles (row_sums.hpp).
  template <class Real>
  void add_up(std::size_t strip, const Real* said, std::span<Real> sums) const {
    constexpr std::size_t few = 256;
    if (sums.size() > few) return add_visits(strip, said, sums);
    std::array<double, few> all;
    add_visits(strip, said, std::span(all).first(sums.size()));
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = static_cast<Real>(all[i]);
  }

 private:
  template <class Real, class Total>
  void add_visits(std::size_t strip, const Real* said, std::span<Total> sums) const {
    using Way = Hear<Real, Total>;
    std::ranges::fill(sums, Total{0});
    const std::uint16_t* at = words_.data() + strips_[strip].words;
    for (const Visits& visits : strips_[strip].visits) {
      const Way hear{.said = said + (std::uint64_t{visits.segment} << visit_slot_bits), .sums = sums.data()};
      at = VisitWalk<Way>::walk(hear, visits.count, visits.kind, at);
    }
  }

  struct Strip {
    std::uint32_t first = 0;
    std::uint32_t rows = 0;
    std::uint64_t words = 0;  // where its words begin
    Array<Visits> visits;
  };
  template <Intervals intervals>
  void make(const OnePart& graph, Crew& crew);
  static std::vector<Strip> strips_of(const OnePart& graph);
  // Whether tiles have arcs enough for what is read of their segments: they, or those of edges where these suit.
  static bool are_full(const OnePart& graph, int processors);

  std::vector<Strip> strips_;
  Array<std::uint16_t> words_;
};

}  // namespace Atoll::kernels
