// SPDX-License-Identifier: Apache-2.0
// The arcs of a graph in rows of ascending weight, each an end and its weight in one word: of 4 bytes where both fit,
// else of 8; without those that no shortest path has, where these are many (needless_arcs.hpp). Made once for many
// searches. Invariant: equal words are equal arcs, so threads leave no trace.
#pragma once

#include <bit>
#include <cstdint>

#include "atoll/algorithms/kernels/paths/weighted_rows.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class SortedArcs {
 public:
  // Of a weighted graph with arcs out. Throws Error(resource | cancelled).
  SortedArcs(const OnePart& graph, WeightType weights, Crew& crew);

  static std::uint64_t bytes_max(const OnePart& graph) {
    const std::uint64_t sides = graph.directed ? 2 : 1;
    const std::uint64_t offsets = 8 * (2 * sides - 1) * std::uint64_t{graph.vertices};
    return sides * graph.arcs * bytes_of_word(graph) + offsets + graph.arcs / 8;
  }

  bool narrow() const { return wide_out_.empty(); }
  // The graph that they are of, with no more arcs than these; of its rows only the lengths out are known.
  OnePart searched(OnePart graph) const {
    graph.arcs = arcs_;
    graph.out = {.offsets = offsets()};
    graph.in = {};
    return graph;
  }
  template <class Word>
  SortedRows<Word> out() const {
    return {offsets(), words<Word>(narrow_out_, wide_out_), end_bits_};
  }
  // The arcs turned round. Of an undirected graph the rows out, though of an edge one arc may have been dropped and the
  // other not: neither is on a shortest path then.
  template <class Word>
  SortedRows<Word> in() const {
    if (in_offsets_.empty()) return out<Word>();
    return {in_offsets_.data(), words<Word>(narrow_in_, wide_in_), end_bits_};
  }

 private:
  // Of an end and a weight of as many bytes as the graph's; they may turn out to need fewer.
  static std::uint64_t bytes_of_word(const OnePart& graph) {
    return std::bit_width(graph.vertices) + 8 * graph.out.weights.bytes_each() <= 32 ? 4 : 8;
  }
  template <class Word>
  static const Word* words(const Array<std::uint32_t>& narrow, const Array<std::uint64_t>& wide) {
    if constexpr (sizeof(Word) == 4) {
      return narrow.data();
    } else {
      return wide.data();
    }
  }
  template <class Word>
  void make(const OnePart& graph, WeightType weights, std::uint32_t mask, Array<Word>& out, Array<Word>& in,
            Crew& crew);
  const std::uint64_t* offsets() const { return own_offsets_.empty() ? given_offsets_ : own_offsets_.data(); }
  template <class Word>
  bool many_are_needless(const SortedRows<Word>& rows, std::uint32_t vertices) const;
  template <class Word>
  void drop_needless(const OnePart& graph, Array<Word>& out, Crew& crew);
  template <class Word>
  void turn_round(const SortedRows<Word>& out, std::uint32_t vertices, Array<Word>& in, Crew& crew);

  std::uint64_t arcs_ = 0;
  const std::uint64_t* given_offsets_ = nullptr;  // the graph's
  Array<std::uint64_t> own_offsets_;              // if there are arcs that were dropped
  Array<std::uint64_t> in_offsets_;
  Array<std::uint32_t> narrow_out_, narrow_in_;
  Array<std::uint64_t> wide_out_, wide_in_;
  int end_bits_ = 32;
};

}  // namespace Atoll::kernels
