// SPDX-License-Identifier: Apache-2.0
#include "atoll/topology/dealer.hpp"

#include <algorithm>
#include <atomic>
#include <barrier>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "atoll/base/memory.hpp"

namespace Atoll {
namespace {

TEST(Dealer, DealsThePiecesInOrderAndThenNone) {
  Dealer dealer(1);
  for (std::uint64_t piece = 0; piece < 5; ++piece) EXPECT_EQ(dealer.take(0, 1, 5), piece);
  EXPECT_EQ(dealer.take(0, 1, 5), Dealer::none);
  EXPECT_EQ(dealer.take(0, 1, 5), Dealer::none);
}

TEST(Dealer, DealsHandsOfPiecesUpToTheLast) {
  Dealer dealer(1);
  for (const std::uint64_t first : {0u, 3u, 6u}) EXPECT_EQ(dealer.take(0, 1, 7, 3), first);
  EXPECT_EQ(dealer.take(0, 1, 7, 3), Dealer::none);
  EXPECT_EQ(dealer.take(0, 2, 7, 100), 0u);
  EXPECT_EQ(dealer.take(0, 2, 7, 100), Dealer::none);
}

// Mine first, then theirs; in the next round the same.
TEST(Dealer, DealsSharesOfEachAndWhatOthersLeft) {
  Dealer dealer(3);
  const auto all_of = [&](int index, std::uint64_t round) {
    std::vector<std::uint64_t> pieces;
    dealer.deal_shares(0, round, 8, {.index = index, .threads = 3},
                       [&](std::uint64_t piece) { pieces.push_back(piece); });
    return pieces;
  };
  const std::vector<std::uint64_t> from_second = {2, 3, 4, 5, 6, 7, 0, 1};
  EXPECT_EQ(all_of(1, 1), from_second);
  EXPECT_EQ(all_of(0, 1), std::vector<std::uint64_t>());
  EXPECT_EQ(all_of(1, 2), from_second);
  EXPECT_EQ(dealer.take(2, 3, 3), 0u);
  EXPECT_EQ(all_of(2, 3), (std::vector<std::uint64_t>{6, 7, 0, 1, 2, 3, 4}));
}

TEST(Dealer, DealsSharesByHandsThatDoNotGoBeyondThem) {
  Dealer dealer(2);
  std::vector<Stretch> hands;
  dealer.deal_hands(0, 1, 9, 3, {.index = 1, .threads = 2},
                    [&](std::uint64_t begin, std::uint64_t end) { hands.push_back({begin, end}); });
  const std::vector<Stretch> expected = {{4, 7}, {7, 9}, {0, 3}, {3, 4}};
  ASSERT_EQ(hands.size(), expected.size());
  for (std::size_t i = 0; i < hands.size(); ++i) {
    EXPECT_EQ(hands[i].begin, expected[i].begin);
    EXPECT_EQ(hands[i].end, expected[i].end);
  }
}

TEST(Dealer, DealsRangesThatCoverAllInPiecesThatCanBeCounted) {
  for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{10}, (std::uint64_t{1} << 26) + 5}) {
    Dealer dealer(1);
    std::uint64_t covered = 0;
    std::uint64_t pieces = 0;
    dealer.deal(0, 1, count, 3, [&](std::uint64_t begin, std::uint64_t end) {
      EXPECT_EQ(begin, covered);
      covered = end;
      ++pieces;
    });
    EXPECT_EQ(covered, count);
    EXPECT_LT(pieces, std::uint64_t{1} << 24);
  }
}

TEST(Dealer, ANewRoundBeginsAfresh) {
  Dealer dealer(1);
  EXPECT_EQ(dealer.take(0, 1, 2), 0u);
  EXPECT_EQ(dealer.take(0, 1, 2), 1u);
  EXPECT_EQ(dealer.take(0, 7, 1), 0u);
  EXPECT_EQ(dealer.take(0, 7, 1), Dealer::none);
}

TEST(Dealer, WhoIsLateForARoundGetsNothing) {
  Dealer dealer(1);
  EXPECT_EQ(dealer.take(0, 2, 3), 0u);
  EXPECT_EQ(dealer.take(0, 1, 3), Dealer::none);
  EXPECT_EQ(dealer.take(0, 2, 3), 1u);
}

TEST(Dealer, DecksAreDealtEachForItself) {
  Dealer dealer(2);
  EXPECT_EQ(dealer.take(0, 1, 1), 0u);
  EXPECT_EQ(dealer.take(1, 1, 2), 0u);
  EXPECT_EQ(dealer.take(0, 1, 1), Dealer::none);
  EXPECT_EQ(dealer.take(1, 1, 2), 1u);
}

TEST(Dealer, AnEmptyDeckHasNothing) {
  Dealer dealer(1);
  EXPECT_EQ(dealer.take(0, 1, 0), Dealer::none);
  EXPECT_EQ(dealer.take(0, 2, 1), 0u);
}

TEST(Dealer, has_many_decks_in_counted_memory_and_maps_none_for_few) {
  const std::uint64_t before = memory::current_bytes();
  const Dealer dealer(1000);
  const std::uint64_t between = memory::current_bytes();
  EXPECT_GE(between, before + 64'000);
  const Dealer small(8);
  EXPECT_EQ(memory::current_bytes(), between);
}

TEST(Dealer, EveryPieceIsDealtOnceToManyThreadsInManyRounds) {
  constexpr int threads = 8;
  constexpr std::uint64_t rounds = 200;
  constexpr std::size_t decks = 3;
  const auto count_in = [](std::uint64_t round, std::size_t deck) { return (round * 37 + deck * 11) % 100; };
  Dealer dealer(decks);
  std::vector<std::atomic<int>> dealt(rounds * decks * 100);
  const auto hands = [&](std::uint64_t round, std::size_t deck, std::uint64_t piece) -> std::atomic<int>& {
    return dealt[(round * decks + deck) * 100 + piece];
  };
  std::barrier meeting(threads);
  std::vector<std::jthread> players;
  for (int player = 0; player < threads; ++player) {
    players.emplace_back([&] {
      for (std::uint64_t round = 0; round < rounds; ++round) {
        for (std::size_t deck = 0; deck < decks; ++deck) {
          const std::uint64_t count = count_in(round, deck);
          const std::uint64_t hand = 1 + round % 9;
          for (std::uint64_t first; (first = dealer.take(deck, round + 1, count, hand)) != Dealer::none;) {
            for (std::uint64_t piece = first; piece < std::min(first + hand, count); ++piece)
              ++hands(round, deck, piece);
          }
        }
        meeting.arrive_and_wait();
      }
    });
  }
  players.clear();
  for (std::uint64_t round = 0; round < rounds; ++round) {
    for (std::size_t deck = 0; deck < decks; ++deck) {
      for (std::uint64_t piece = 0; piece < 100; ++piece) {
        ASSERT_EQ(hands(round, deck, piece), piece < count_in(round, deck) ? 1 : 0)
            << round << " " << deck << " " << piece;
      }
    }
  }
}

}  // namespace
}  // namespace Atoll
