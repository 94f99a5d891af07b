// SPDX-License-Identifier: Apache-2.0
// The edges of a graph, each once: vertices get ranks, and the row of a vertex keeps the neighbours of lower rank. By
// falling degree no row is longer than the root of the arcs, however large the hubs. Ranks that fit take 16 bits (as
// in LOTUS, see triangles.cpp). Directions, self-loops and parallel arcs are gone.
#pragma once

#include <cstdint>
#include <cstring>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::kernels {

// What is worth doing depends on how uneven the degrees are. Degrees are lengths of rows.
struct DegreeShape {
  std::uint64_t longest = 0;
  bool falls = true;  // degrees fall along the slots, as rank_by_degree would have them
  bool even = true;   // the mean square is at most twice the square of the mean: an order by degree saves little
  double beside = 0;  // the mean over arcs of the degree at an end
};
DegreeShape degree_shape(const SharedGraph& graph, Crew& crew, const Watch& watch);

// The lower ranks beside a rank, in no order: near ends, then far ends, in two halves each.
class OrientedRow {
 public:
  OrientedRow(const std::uint16_t* data, std::uint64_t far) : near_(data + 1), nears_(*data), fars_(far) {}
  std::uint64_t size() const { return nears_ + fars_; }
  std::uint64_t nears() const { return nears_; }
  std::uint64_t fars() const { return fars_; }
  const std::uint16_t* near_ends() const { return near_; }
  const std::uint16_t* far_ends() const { return near_ + nears_; }

  template <class F>
  void for_each(F&& visit) const {
    for (std::uint64_t i = 0; i < nears_; ++i) visit(std::uint32_t{near_[i]});
    for (std::uint64_t i = 0; i < fars_; ++i) {
      std::uint32_t rank = 0;
      std::memcpy(&rank, far_ends() + 2 * i, sizeof(rank));
      visit(rank);
    }
  }

 private:
  const std::uint16_t* near_;
  std::uint64_t nears_;
  std::uint64_t fars_;
};

class Oriented {
 public:
  // Rows of `graph` must go both ways. Ranks are slots where degrees are even or fall along the slots, otherwise they
  // go by falling degree. Throws Error(cancelled | resource).
  Oriented(const SharedGraph& graph, const DegreeShape& shape, bool degrees_wanted, Crew& crew, const Watch& watch);

  std::uint32_t ranks() const { return static_cast<std::uint32_t>(rows_.size()); }
  std::uint32_t rank(std::uint32_t slot) const { return rank_of_.empty() ? slot : rank_of_[slot]; }
  OrientedRow operator[](std::uint32_t rank) const { return {data_of(rank), rows_[rank] & length_max}; }

  // For who will look into a row.
  void prefetch_ends(std::uint32_t rank) const {
    const std::uint16_t* const data = data_of(rank);
    __builtin_prefetch(data);
    __builtin_prefetch(data + 32);
  }

  std::uint64_t row_max() const { return row_max_; }                // no row is longer
  std::uint64_t ends() const { return all_ends_; }                  // of all rows
  const Array<std::uint32_t>& degrees() const { return degrees_; }  // [slot] distinct neighbours; only if asked for

 private:
  struct Filling;
  static constexpr unsigned length_bits = 24;
  static constexpr std::uint64_t length_max = (std::uint64_t{1} << length_bits) - 1;
  static constexpr std::uint32_t near_ranks = 0xffff;

  void rank_by_degree(const SharedGraph& graph, Crew& crew, const Watch& watch);
  template <bool by_degree>
  void fill(const SharedGraph& graph, Crew& crew, const Watch& watch);
  template <bool by_degree>
  void fill_row(const SharedGraph& graph, std::uint32_t slot, Filling& mine);
  const std::uint16_t* data_of(std::uint32_t rank) const { return ends_.data() + (rows_[rank] >> length_bits); }

  Array<std::uint32_t> rank_of_;  // [slot]; empty: ranks are slots
  Array<std::uint64_t> rows_;     // [rank]: where its row begins in ends_; in the low bits, how many far ends it has
  Array<std::uint16_t> ends_;     // per row: how many near ends, the near ends, the far ends in two halves each
  Array<std::uint32_t> degrees_;
  std::uint64_t row_max_ = 0;
  std::uint64_t all_ends_ = 0;
};

}  // namespace Atoll::kernels
