// SPDX-License-Identifier: Apache-2.0
// Deals numbered pieces of work to whoever asks next. Every deck of cards serves a new round without being reset: the
// cursor carries the round it belongs to, and a round can only begin when the one before was dealt out.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

class Dealer {
 public:
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  // Throws Error(resource).
  explicit Dealer(std::size_t decks)
      : few_(decks <= decks_few ? std::make_unique<Cursor[]>(decks) : nullptr),
        many_(decks <= decks_few ? 0 : decks),
        cursors_(few_ != nullptr ? few_.get() : many_.data()) {}
  Dealer(const Dealer&) = delete;

  // work(begin, end) over [0, count) for whoever asks next, by `grain`, or by more: there are fewer pieces than can be
  // dealt.
  template <class F>
  void deal(std::size_t deck, std::uint64_t round, std::uint64_t count, std::uint64_t grain, F&& work) {
    grain = std::max(grain, (count >> (piece_bits - 1)) + 1);
    const std::uint64_t pieces = (count + grain - 1) / grain;
    for (std::uint64_t piece; (piece = take(deck, round, pieces)) != none;)
      work(piece * grain, std::min(count, (piece + 1) * grain));
  }

  // work(piece) for the pieces [0, count) by shares: first mine, the same in every round, so that what belongs to it stays
  // in my caches; then what others have left of theirs. A turn is as many decks as there are threads, a share has less
  // than 2^24 pieces.
  template <class F>
  void deal_shares(std::size_t turn, std::uint64_t round, std::uint64_t count, const Worker& me, F&& work) {
    deal_hands(turn, round, count, 1, me, [&](std::uint64_t piece, std::uint64_t) { work(piece); });
  }
  // The same, by hands: work(begin, end) for up to `hand` pieces that follow each other.
  template <class F>
  void deal_hands(std::size_t turn, std::uint64_t round, std::uint64_t count, std::uint64_t hand, const Worker& me,
                  F&& work) {
    for (int i = 0; i < me.threads; ++i) {
      const int owner = (me.index + i) % me.threads;
      const Stretch share = stretch_of(count, owner, me.threads);
      const std::size_t deck = turn * static_cast<std::size_t>(me.threads) + static_cast<std::size_t>(owner);
      for (std::uint64_t piece; (piece = take(deck, round, share.end - share.begin, hand)) != none;)
        work(share.begin + piece, std::min(share.begin + piece + hand, share.end));
    }
  }

  // The next piece in [0, count) of this deck in this round, or none. It is the first of a hand: those behind it, up to
  // `hand` in all where there are so many, are the taker's too. Rounds ascend; count below 2^24.
  std::uint64_t take(std::size_t deck, std::uint64_t round, std::uint64_t count, std::uint64_t hand = 1) {
    const std::atomic_ref cursor(cursors_[deck].at);
    std::uint64_t seen = cursor.load(std::memory_order_relaxed);
    for (;;) {
      const std::uint64_t seen_round = seen >> piece_bits;
      const std::uint64_t piece = seen_round == round ? seen & piece_mask : 0;
      if (seen_round > round || piece >= count) return none;
      const std::uint64_t next = piece + std::min(hand, count - piece);
      if (cursor.compare_exchange_weak(seen, round << piece_bits | next, std::memory_order_relaxed)) return piece;
    }
  }

 private:
  static constexpr int piece_bits = 24;
  static constexpr std::uint64_t piece_mask = (std::uint64_t{1} << piece_bits) - 1;
  struct alignas(64) Cursor {
    std::uint64_t at = 0;
  };
  // Many are counted: with boxes, a run has one for each pair of parts. To map memory for a few takes longer than a small
  // search, which has a dealer of its own.
  static constexpr std::size_t decks_few = 512;
  std::unique_ptr<Cursor[]> few_;
  Array<Cursor> many_;
  Cursor* cursors_;
};

}  // namespace Atoll
