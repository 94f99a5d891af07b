// SPDX-License-Identifier: Apache-2.0
// Arcs that two others are shorter than, one behind the other: no shortest path has one of them, so distances, and
// trees of shortest paths, are the same without. Where neighbours know each other, as in the web or among friends, they
// are half of the arcs and more. Rows are in order of weight, so ways begin with the lightest arcs, and only some of
// these are tried, which find most; so of an edge one arc may be found and the other not.
// Of integers, since sums of reals depend on their order.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>

#include "atoll/algorithms/kernels/paths/weighted_rows.hpp"
#include "atoll/base/array.hpp"

namespace Atoll::kernels {

// One for each thread; it keeps its memory from row to row.
template <class Word>
class NeedlessArcs {
 public:
  explicit NeedlessArcs(const SortedRows<Word>& rows) : rows_(rows) {}

  // needless(place in the row) for each that is found; for some more than once.
  template <class Needless>
  void find(std::uint32_t v, const Needless& needless) {
    const std::span<const Word> row = row_of(v);
    if (row.size() < 2 || row.size() > longest_row) return;
    const std::uint64_t heaviest = rows_.weight(row.back());
    if (rows_.weight(row.front()) >= heaviest) return;
    list(row);
    for (const Word first : row.first(std::min(row.size(), firsts_tried))) {
      const std::uint64_t one = rows_.weight(first);
      if (one >= heaviest) return;
      const std::span<const Word> behind = row_of(rows_.end(first));
      for (const Word second : behind.first(std::min(behind.size(), seconds_tried))) {
        const std::uint64_t both = one + std::uint64_t{rows_.weight(second)};
        if (both >= heaviest) break;
        const std::uint32_t place = place_of(rows_.end(second), row);
        if (place != nowhere && both < rows_.weight(row[place])) needless(place);
      }
    }
  }

 private:
  static constexpr std::size_t firsts_tried = 32, seconds_tried = 64;
  static constexpr std::size_t longest_row = 1u << 14;  // of more, so few could be found that it would not pay
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  std::span<const Word> row_of(std::uint32_t v) const { return {rows_.words + rows_.offsets[v], rows_.degree(v)}; }

  // The ends of a row in a table, each with its place; of parallel arcs the lightest.
  void list(std::span<const Word> row) {
    shift_ = 32 - static_cast<int>(std::bit_width(2 * row.size()));
    const std::size_t size = std::size_t{1} << (32 - shift_);
    mask_ = static_cast<std::uint32_t>(size - 1);
    if (places_.size() < size) places_ = Array<std::uint32_t>(size, Contents::whatever);
    std::fill(places_.begin(), places_.begin() + size, nowhere);
    for (std::uint32_t i = 0; i < row.size(); ++i) {
      std::uint32_t at = hash(rows_.end(row[i]));
      while (places_[at] != nowhere && rows_.end(row[places_[at]]) != rows_.end(row[i])) at = (at + 1) & mask_;
      if (places_[at] == nowhere) places_[at] = i;
    }
  }
  std::uint32_t place_of(std::uint32_t end, std::span<const Word> row) const {
    std::uint32_t at = hash(end);
    while (places_[at] != nowhere && rows_.end(row[places_[at]]) != end) at = (at + 1) & mask_;
    return places_[at];
  }
  std::uint32_t hash(std::uint32_t end) const { return end * 0x9e3779b1u >> shift_; }

  const SortedRows<Word> rows_;
  int shift_ = 0;
  std::uint32_t mask_ = 0;
  Array<std::uint32_t> places_;
};

}  // namespace Atoll::kernels
