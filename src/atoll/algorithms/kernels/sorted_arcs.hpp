// SPDX-License-Identifier: Apache-2.0
// The arcs of a graph in rows of ascending weight, each an end and its weight in one word: of 4 bytes where both fit,
// else of 8. Made once for many searches. Invariant: equal words are equal arcs, so threads leave no trace.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/weighted_rows.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class SortedArcs {
 public:
  // Of a weighted graph with arcs out. Throws Error(resource | cancelled).
  SortedArcs(const OnePart& graph, WeightType weights, Crew& crew);

  static std::uint64_t bytes_max(const OnePart& graph) {
    return graph.directed ? 16 * graph.arcs + 16 * std::uint64_t{graph.vertices} : 8 * graph.arcs;
  }

  bool narrow() const { return wide_out_.empty(); }
  template <class Word>
  SortedRows<Word> out() const {
    return {out_offsets_, words<Word>(narrow_out_, wide_out_), end_bits_};
  }
  // The arcs turned round; the same rows of an undirected graph.
  template <class Word>
  SortedRows<Word> in() const {
    if (in_offsets_.empty()) return out<Word>();
    return {in_offsets_.data(), words<Word>(narrow_in_, wide_in_), end_bits_};
  }

 private:
  template <class Word>
  static const Word* words(const Array<std::uint32_t>& narrow, const Array<std::uint64_t>& wide) {
    if constexpr (sizeof(Word) == 4) {
      return narrow.data();
    } else {
      return wide.data();
    }
  }
  template <class Word>
  void make(const OnePart& graph, std::uint32_t mask, Array<Word>& out, Array<Word>& in, Crew& crew);
  template <class Word>
  void turn_round(const OnePart& graph, std::uint32_t mask, Array<Word>& in, Crew& crew);

  const std::uint64_t* out_offsets_ = nullptr;  // the graph's
  Array<std::uint64_t> in_offsets_;
  Array<std::uint32_t> narrow_out_, narrow_in_;
  Array<std::uint64_t> wide_out_, wide_in_;
  int end_bits_ = 32;
};

}  // namespace Atoll::kernels
