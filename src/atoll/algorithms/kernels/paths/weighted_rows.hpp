// SPDX-License-Identifier: Apache-2.0
// Rows of arcs as shortest paths walk them: arcs lighter than a limit, whose number is small beside that of all. Rows
// as given are filtered, in pieces and without a branch; rows in order of weight, an end and its weight in one word,
// are read until the limit.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {

inline constexpr std::uint32_t any_weight = ~std::uint32_t{0};  // a limit above all weights

// The first two lines of a row: one that begins inside a line often goes on in the next.
template <class Word>
void prefetch_lines(const Word* row) {
  constexpr std::size_t words_of_line = 64 / sizeof(Word);
  __builtin_prefetch(row);
  __builtin_prefetch(row + words_of_line);
}

// The weights of rows as given: none, all of 4 bytes, or (ArcWeights) of as many as the greatest needs.
struct NoWeights {
  explicit NoWeights(const ArcWeights&) {}
};
struct WholeWeights {
  explicit WholeWeights(const ArcWeights& weights) : first(weights.whole()) {}
  std::uint32_t operator[](std::uint64_t e) const { return first[e]; }
  const std::uint32_t* at(std::uint64_t e) const { return first + e; }
  const std::uint32_t* first;
};

template <class Lengths, class Weights>
struct GivenRows {
  static constexpr bool by_weight = false;
  static constexpr bool weighted = !std::is_same_v<Weights, NoWeights>;
  const std::uint64_t* offsets;  // as in Rows
  const std::uint32_t* ends;
  Weights weights;

  explicit GivenRows(const Rows& rows) : offsets(rows.offsets), ends(rows.ends), weights(rows.weights) {}

  std::uint64_t degree(std::uint32_t v) const { return offsets[v + 1] - offsets[v]; }
  std::uint32_t weight(std::uint64_t e) const {
    if constexpr (weighted) {
      return Lengths::weight(weights[e]);
    } else {
      return 1;
    }
  }
  void prefetch(std::uint32_t v) const {
    prefetch_lines(ends + offsets[v]);
    if constexpr (weighted) prefetch_lines(weights.at(offsets[v]));
  }

  // visit(end, weight) for the arcs of v with from <= weight < limit. (A call for each row costs a tenth of a search.)
  template <class Visit>
  [[gnu::always_inline]] void for_range(std::uint32_t v, std::uint32_t from, std::uint32_t limit,
                                        const Visit& visit) const {
    if (limit <= from) return;
    if constexpr (weighted) {
      if (from != 0 || limit != any_weight) return for_some(v, from, limit, visit);
    } else if (from > 1 || limit <= 1) {
      return;
    }
    const std::uint64_t end = offsets[v + 1];
    for (std::uint64_t e = offsets[v]; e < end; ++e) visit(ends[e], weight(e));
  }

  // visit(end, weight) for the arcs of v, from the `first` on, with weight < limit(), which may fall meanwhile.
  template <class Limit, class Visit>
  void for_lighter(std::uint32_t v, const Limit& limit, const Visit& visit, std::uint32_t first = 0) const {
    for (std::uint64_t e = offsets[v] + first; e < offsets[v + 1]; ++e) {
      if (weight(e) < limit()) visit(ends[e], weight(e));
    }
  }

 private:
  static constexpr std::uint64_t piece = 64;

  template <class Visit>
  void for_some(std::uint32_t v, std::uint32_t from, std::uint32_t limit, const Visit& visit) const {
    const std::uint64_t end = offsets[v + 1];
    std::uint64_t e = offsets[v];
    for (; e + piece <= end; e += piece) filter(e, from, limit, visit);
    const GivenRows copy = *this;  // which no visit writes, as a compiler cannot know
    for (; e < end; ++e) {
      if (copy.weight(e) - from < limit - from) visit(copy.ends[e], copy.weight(e));
    }
  }

  // Compares a piece at once; few of it remain.
  template <class Visit>
  void filter(std::uint64_t begin, std::uint32_t from, std::uint32_t limit, const Visit& visit) const {
    const Weights copy = weights;
    std::uint8_t keep[piece];
    for (std::uint32_t i = 0; i < piece; ++i) {
      const std::uint32_t above = Lengths::weight(copy[begin + i]) - from;
      keep[i] = std::min(above, limit - from - 1) == above ? 1 : 0;
    }
    std::uint64_t words[piece / 8];
    std::memcpy(words, keep, piece);
    for (std::uint32_t w = 0; w < piece / 8; ++w) {
      for_set_bits(words[w], 0, [&](std::uint64_t bit) {
        const std::uint64_t e = begin + 8 * w + bit / 8;
        visit(ends[e], weight(e));
      });
    }
  }
};

// A word has a weight above an end of `end_bits` bits.
template <class Word>
struct SortedRows {
  static constexpr bool by_weight = true;
  const std::uint64_t* offsets = nullptr;
  const Word* words = nullptr;
  int end_bits = 32;

  std::uint64_t degree(std::uint32_t v) const { return offsets[v + 1] - offsets[v]; }
  std::uint32_t weight(Word word) const { return static_cast<std::uint32_t>(word >> end_bits); }
  std::uint32_t end(Word word) const { return static_cast<std::uint32_t>(word & ((Word{1} << end_bits) - 1)); }
  Word heaviest_to(std::uint32_t v) const { return static_cast<Word>(~Word{0} << end_bits | v); }
  void prefetch(std::uint32_t v) const { prefetch_lines(words + offsets[v]); }

  template <class Visit>
  void for_range(std::uint32_t v, std::uint32_t from, std::uint32_t limit, const Visit& visit) const {
    const Word* at = words + offsets[v];
    const Word* const last = words + offsets[v + 1];
    if (from != 0) at = std::partition_point(at, last, [&](Word word) { return weight(word) < from; });
    const SortedRows copy = *this;  // which no visit writes, as a compiler cannot know
    if (limit == any_weight) {
      for (; at != last; ++at) visit(copy.end(*at), copy.weight(*at));
      return;
    }
    for (; at != last && copy.weight(*at) < limit; ++at) visit(copy.end(*at), copy.weight(*at));
  }

  template <class Limit, class Visit>
  void for_lighter(std::uint32_t v, const Limit& limit, const Visit& visit, std::uint32_t first = 0) const {
    for (const Word* at = words + offsets[v] + first; at < words + offsets[v + 1] && weight(*at) < limit(); ++at)
      visit(end(*at), weight(*at));
  }
};

}  // namespace Atoll::kernels
