// SPDX-License-Identifier: Apache-2.0
#include "atoll/exchange/member.hpp"

#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <vector>

namespace Atoll {
namespace {

constexpr int parts = 5;
constexpr std::uint64_t count = 1000;  // of a part

// How often each piece of each part was dealt, and each part visited, in some phases of a crew.
struct Dealt {
  std::vector<std::atomic<int>> pieces = std::vector<std::atomic<int>>(parts * count);
  std::vector<std::atomic<int>> visits = std::vector<std::atomic<int>>(parts);
  std::atomic<int> hands = 0;
};

void deal(Dealing dealing, const char* machine, int threads, int phases, Dealt& dealt) {
  Crew crew(synthetic_machine(machine), {.threads = threads, .pin = false});
  const Decks decks(parts, 1, Decks::Boxes::none);
  Dealer dealer(decks.size());
  const Watch watch;
  crew.run([&](Worker& worker) {
    Member me(worker, dealer, decks, dealing, watch, parts);
    for (int phase = 0; phase < phases; ++phase) {
      int visited = -1;
      me.phase(Effort::computation, [&](int part) {
        visited = part;
        ++dealt.visits[static_cast<std::size_t>(part)];
        me.share_range(me.decks.own(part), count, 7, [&](std::uint64_t begin, std::uint64_t end) {
          ++dealt.hands;
          EXPECT_LE(end - begin, 7u);
          for (std::uint64_t i = begin; i < end; ++i) ++dealt.pieces[static_cast<std::size_t>(part) * count + i];
        });
      });
      EXPECT_TRUE(visited < 0 || me.visits_last(visited));
    }
  });
}

TEST(Member, IsDealtEveryPieceOnceHoweverItIsDealt) {
  for (const Dealing dealing : {Dealing::by_piece, Dealing::by_hand, Dealing::whole}) {
    for (const char* machine : {"1x3", "2x2", "7x1"}) {
      for (const int threads : {1, 2, 3, 7}) {
        Dealt dealt;
        deal(dealing, machine, threads, 3, dealt);
        EXPECT_TRUE(std::ranges::all_of(dealt.pieces, [](const auto& times) { return times == 3; }));
      }
    }
  }
}

TEST(Member, VisitsEveryPartOfItsTeamInEveryPhase) {
  for (const int threads : {1, 2, 3, 7}) {
    Dealt dealt;
    deal(Dealing::by_piece, "1x3", threads, 2, dealt);
    EXPECT_TRUE(std::ranges::all_of(dealt.visits, [&](const auto& times) { return times == 2 * threads; }));
  }
}

}  // namespace
}  // namespace Atoll
