// SPDX-License-Identifier: Apache-2.0
// How rows of arcs in order of weight begin, in columns, for a pull in which most rows end after an arc or two: then no
// row is read, and vectors take sixteen vertices at a time. For keys and words of 32 bits, on processors with AVX-512;
// others walk the rows (delta_stepping_pull.hpp).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/paths/weighted_rows.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class RowHeads {
 public:
  using Word = std::uint32_t;
  static constexpr std::uint32_t vertices_max = 512;  // pulled together
  static constexpr std::size_t arcs = 4;              // of a row

  // What is pulled over, by lengths that are integers; vertices from `horizon` on are far.
  struct Pull {
    std::uint32_t* distances = nullptr;
    std::uint32_t horizon = 0;
    std::uint32_t held_from = 0;  // what is nearer has offered all its arcs
  };
  // What is left to do.
  struct Unfinished {
    struct Row {
      std::uint32_t vertex = 0;
      bool beside_far = false;  // one of the arcs before leads from a far vertex
    };
    std::span<const std::uint32_t> beside_far;  // who is done but for arcs from far vertices that may matter
    std::span<const std::uint32_t> open;        // rows that go on, as `row` tells
    std::uint32_t arc = 0;                      // where they do
    std::uint64_t far = 0;                      // vertices
    std::uint64_t looked = 0;                   // arcs

    static Row row(std::uint32_t entry) { return {entry & ~flag, (entry & flag) != 0}; }
    static constexpr std::uint32_t flag = 1u << 31;
  };
  // Room for it.
  struct Lists {
    static constexpr std::size_t step = 16;
    std::array<std::uint32_t, vertices_max + step> beside_far;
    std::array<std::uint32_t, vertices_max + step> open;
  };

  static bool suit();
  static std::uint64_t bytes_max(std::uint64_t vertices) { return suit() ? vertices * arcs * sizeof(Word) : 0; }

  RowHeads() = default;
  // Of the first rows.
  RowHeads(const SortedRows<Word>& rows, std::uint32_t vertices, Crew& crew);

  bool empty() const { return columns_[0].empty(); }

  // Lowers the distances of far vertices among [begin, end), at most vertices_max of them, by their first arcs. Only where
  // heads suit. Others may read and write distances meanwhile, of other vertices.
  Unfinished pull(const Pull& over, std::uint32_t begin, std::uint32_t end, Lists& lists) const;

 private:
  // [arc][vertex]; where there is none, the heaviest self-loop, which nobody needs.
  std::array<Array<Word>, arcs> columns_;
  std::uint32_t end_bits_ = 0;
};

}  // namespace Atoll::kernels
