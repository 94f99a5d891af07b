// SPDX-License-Identifier: Apache-2.0
// The rows of a sparse undirected graph as a search of many small levels likes them: four ends in a record, so that the
// number of a vertex tells where they are. Neighbours mostly have near numbers, so a record is four steps of 16 bits from
// the vertex; those that have not are kept apart. Leaves, whose only neighbour has others, are left out: they are reached
// with it. Made of arcs alone.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class LeaflessRows {
 public:
  static constexpr std::uint32_t room = 4;

  // The other ends of a vertex that are no leaves; behind them, itself. With none of them, or too many, itself alone.
  struct Record {
    std::uint32_t ends[room];

    std::uint32_t size(std::uint32_t vertex) const {
      return static_cast<std::uint32_t>(std::ranges::count_if(ends, [&](std::uint32_t end) { return end != vertex; }));
    }
  };
  struct Leaf {
    std::uint32_t vertex;
    std::uint32_t neighbour;
  };

  // Whether of a sample of the vertices half are leaves or have near ends: the record of another is a cache line more to
  // wait for.
  static bool suit(const OnePart& graph);

  // Of an undirected graph with arcs out. Throws Error(cancelled | resource).
  LeaflessRows(const OnePart& graph, Crew& crew);

  Record operator[](std::uint32_t v) const {
    const std::uint64_t word = words_[v];
    if (is_far(word)) [[unlikely]]
      return far_[(word >> far_shift) - 1];
    const auto steps = std::bit_cast<Steps>(word);
    Record record;
    for (std::uint32_t k = 0; k < room; ++k) record.ends[k] = v + static_cast<std::uint32_t>(steps[k]);
    return record;
  }
  const void* place(std::uint32_t v) const { return &words_[v]; }  // to be fetched
  const Array<Leaf>& leaves() const { return leaves_; }            // ascending
  // Of two that have only each other, neither is one: who hangs on a leaf would be reached by nobody.
  static bool is_leaf(const Rows& rows, std::uint32_t v) {
    return rows.degree(v) == 1 && rows[v][0] != v && rows.degree(rows[v][0]) > 1;
  }

 private:
  // To the ends of a record; to none of them is a step to itself.
  using Steps = std::array<std::int16_t, room>;
  // A word without a first step has none, and says behind it which of far_ it stands for, from 1.
  static constexpr unsigned far_shift = 16;
  static bool is_far(std::uint64_t word) { return word != 0 && word << (64 - far_shift) == 0; }
  static std::optional<std::uint64_t> word_of(const Record& record, std::uint32_t v);

  Array<std::uint64_t> words_;  // [vertices]
  Array<Record> far_;           // with an end that no step leads to
  Array<Leaf> leaves_;
};

}  // namespace Atoll::kernels
