// SPDX-License-Identifier: Apache-2.0
// Bitmaps in 64-bit words over memory that somebody else owns: frontiers, touched slots, marks.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "atoll/base/atomic.hpp"

namespace Atoll {

inline constexpr std::uint32_t bits_per_word = 64;

constexpr std::size_t words_for(std::uint64_t bits) { return static_cast<std::size_t>((bits + 63) / 64); }

// Rounds up to a whole word, so that neighbours in a bitmap never share one.
template <class T>
constexpr T word_aligned(T bits) {
  return static_cast<T>((bits + 63) / 64 * 64);
}

// Sweeps over a bitmap are shared in pieces of so many bits.
inline constexpr std::uint32_t words_per_piece = 32;
inline constexpr std::uint32_t bits_per_piece = words_per_piece * bits_per_word;

constexpr std::size_t pieces_for(std::uint64_t bits) {
  return static_cast<std::size_t>((bits + bits_per_piece - 1) / bits_per_piece);
}

// Rounds up to a whole piece.
template <class T>
constexpr T piece_aligned(T bits) {
  return static_cast<T>((bits + bits_per_piece - 1) / bits_per_piece * bits_per_piece);
}

// A place in an array that may not exist (null stays null).
template <class T>
constexpr T* place_in(T* data, std::uint64_t index) {
  return data == nullptr ? nullptr : data + index;
}

// The bit, in its word.
constexpr std::uint64_t mask_of(std::uint64_t bit) { return std::uint64_t{1} << (bit % 64); }

inline bool test_bit(const std::uint64_t* words, std::uint64_t bit) { return (words[bit / 64] >> (bit % 64)) & 1u; }

// A bit that other threads may be writing.
inline bool test_bit_shared(std::uint64_t* words, std::uint64_t bit) {
  return (load_relaxed(words[bit / 64]) & mask_of(bit)) != 0;
}

inline void set_bit(std::uint64_t* words, std::uint64_t bit) { words[bit / 64] |= mask_of(bit); }
inline void clear_bit(std::uint64_t* words, std::uint64_t bit) { words[bit / 64] &= ~mask_of(bit); }

// Sets a bit that other threads may be setting too. Whoever takes the word with take_word sees what was written before.
inline void set_bit_shared(std::uint64_t* words, std::uint64_t bit) {
  std::atomic_ref<std::uint64_t>(words[bit / 64]).fetch_or(mask_of(bit), std::memory_order_release);
}

// Sets a bit nobody takes in this phase: a look first saves most of the locked instructions.
inline void mark_bit_shared(std::uint64_t* words, std::uint64_t bit) {
  std::atomic_ref<std::uint64_t> word(words[bit / 64]);
  if ((word.load(std::memory_order_relaxed) & mask_of(bit)) == 0)
    word.fetch_or(mask_of(bit), std::memory_order_relaxed);
}

// Clears a bit while other threads write to its word.
inline void clear_bit_shared(std::uint64_t* words, std::uint64_t bit) {
  std::atomic_ref<std::uint64_t>(words[bit / 64]).fetch_and(~mask_of(bit), std::memory_order_relaxed);
}

// Sets a bit that other threads may be setting too, and orders nothing else. Returns whether this call set it; of several
// calls one does.
inline bool claim_bit(std::uint64_t* words, std::uint64_t bit) {
  const std::atomic_ref<std::uint64_t> word(words[bit / 64]);
  return (word.load(std::memory_order_relaxed) & mask_of(bit)) == 0 &&
         (word.fetch_or(mask_of(bit), std::memory_order_relaxed) & mask_of(bit)) == 0;
}

// The same for clearing.
inline bool clear_claimed_bit(std::uint64_t* words, std::uint64_t bit) {
  const std::atomic_ref<std::uint64_t> word(words[bit / 64]);
  return (word.load(std::memory_order_relaxed) & mask_of(bit)) != 0 &&
         (word.fetch_and(~mask_of(bit), std::memory_order_relaxed) & mask_of(bit)) != 0;
}

template <Writers writers>
void mark_bit(std::uint64_t* words, std::uint64_t bit) {
  if constexpr (writers == Writers::many) {
    mark_bit_shared(words, bit);
  } else {
    set_bit(words, bit);
  }
}

// A bitmap that says of each piece whether any of its bits may be set, so that a sweep where few are passes over the rest.
// Who sets a bit says so at once; who empties a piece may take it back.
struct Marks {
  std::uint64_t* words = nullptr;
  std::uint8_t* pieces = nullptr;  // 0 or 1

  // From a bit on that begins a piece.
  Marks from(std::uint64_t bit) const {
    return {place_in(words, bit / bits_per_word), place_in(pieces, bit / bits_per_piece)};
  }
  bool is_quiet(std::uint64_t piece) const { return load_relaxed(pieces[piece]) == 0; }
  // Says that a bit was set; returns whether that was news. By any number of threads.
  bool stir(std::uint64_t bit) const {
    std::uint8_t& piece = pieces[bit / bits_per_piece];
    if (load_relaxed(piece) != 0) return false;
    store_relaxed(piece, std::uint8_t{1});
    return true;
  }
};

// Reads a word and leaves it empty.
inline std::uint64_t take_word(std::uint64_t& word) {
  std::atomic_ref<std::uint64_t> shared(word);
  if (shared.load(std::memory_order_relaxed) == 0) return 0;
  return shared.exchange(0, std::memory_order_acquire);
}

// visit(bit index) for the set bits of one word whose first bit has index `base`.
template <class F>
void for_set_bits(std::uint64_t word, std::uint64_t base, F&& visit) {
  for (; word != 0; word &= word - 1) visit(base + static_cast<std::uint64_t>(std::countr_zero(word)));
}

// The set bits i of a word for which test(i).
template <class F>
std::uint64_t set_bits_where(std::uint64_t word, F&& test) {
  std::uint64_t found = 0;
  for_set_bits(word, 0, [&](std::uint64_t i) { found |= std::uint64_t{test(i)} << i; });
  return found;
}

// The `count` lowest bits of a word, all set; count in [0, 64].
constexpr std::uint64_t low_bits(std::uint64_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

}  // namespace Atoll
