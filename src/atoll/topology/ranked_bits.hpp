// SPDX-License-Identifier: Apache-2.0
// A set of numbers below a bound as a bitmap that also ranks them: a count for every 8 words, a cache line, tells how
// many lie before any place. Costs 1.125 bits per number below the bound.
#pragma once

#include <bit>
#include <cstdint>

#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/topology/crew.hpp"
#include "atoll/topology/fill.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll {

class RankedBits {
 public:
  explicit RankedBits(std::uint64_t bound)
      : words_(words_for(bound + 1)), before_((words_.size() + words_per_count - 1) / words_per_count) {}

  // By any thread.
  void mark(std::uint64_t bit) { mark_bit_shared(words_.data(), bit); }

  // 64 of them at once; one thread a word.
  void set_word(std::uint64_t word, std::uint64_t bits) { words_[word] = bits; }

  // Those in [begin, end) are none again.
  void unmark(std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t word = begin / bits_per_word; word * bits_per_word < end; ++word) {
      const std::uint64_t first = word * bits_per_word;
      const std::uint64_t before = begin > first ? low_bits(begin - first) : 0;
      const std::uint64_t behind = end - first < bits_per_word ? ~low_bits(end - first) : 0;
      words_[word] &= before | behind;
    }
  }

  void clear(Crew& crew) { parallel_fill(words_, 0, crew); }

  bool has(std::uint64_t bit) const { return test_bit(words_.data(), bit); }
  std::uint64_t word(std::uint64_t word) const { return words_[word]; }

  // After the last mark; what follows below needs it.
  void count(Crew& crew) {
    crew.for_chunks(before_.size(), counts_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t block = begin; block < end; ++block) before_[block] = ones(block, words_.size());
    });
    marks_ = prefix_sum(before_, crew);
  }

  std::uint64_t marks() const { return marks_; }

  // Marks below `bit`, which may be the bound.
  std::uint64_t below(std::uint64_t bit) const {
    const std::uint64_t word = bit / bits_per_word;
    const auto rest = static_cast<std::uint64_t>(std::popcount(words_[word] & low_bits(bit % bits_per_word)));
    return before_[word / words_per_count] + ones(word / words_per_count, word) + rest;
  }

  // The least mark; there must be one.
  std::uint64_t first() const {
    std::uint64_t word = 0;
    while (words_[word] == 0) ++word;
    return word * bits_per_word + static_cast<std::uint64_t>(std::countr_zero(words_[word]));
  }

  // visit(bit, rank) for every mark, on all threads.
  template <class Visit>
  void for_each(Crew& crew, const Visit& visit) const {
    crew.for_chunks(before_.size(), counts_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      std::uint64_t rank = before_[begin];
      const std::uint64_t last = end * words_per_count < words_.size() ? end * words_per_count : words_.size();
      for (std::uint64_t w = begin * words_per_count; w < last; ++w) {
        for_set_bits(words_[w], w * bits_per_word, [&](std::uint64_t bit) { visit(bit, rank++); });
      }
    });
  }

 private:
  static constexpr std::uint64_t words_per_count = 8;
  static constexpr std::uint64_t counts_per_grain = 512;

  // Marks in a block, before word `end`.
  std::uint64_t ones(std::uint64_t block, std::uint64_t end) const {
    const std::uint64_t begin = block * words_per_count;
    std::uint64_t sum = 0;
    for (std::uint64_t w = begin; w < begin + words_per_count && w < end; ++w) {
      sum += static_cast<std::uint64_t>(std::popcount(words_[w]));
    }
    return sum;
  }

  Array<std::uint64_t> words_;
  Array<std::uint64_t> before_;  // [block of 8 words]
  std::uint64_t marks_ = 0;
};

}  // namespace Atoll
