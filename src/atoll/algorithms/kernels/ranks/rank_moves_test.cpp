// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/rank_moves.hpp"

#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Small numbers of halves, whose sums are exact: those of vectors and one by one are the same.
struct Moves {
  explicit Moves(std::uint64_t vertices) {
    const Random random(3);
    std::uint64_t drawn = 0;
    const auto draw = [&](auto&... drawn_of) {
      const auto one = [&] { return static_cast<float>(random.below(drawn++, 17)) / 2 - 4; };
      for (std::uint64_t v = 0; v < vertices; ++v) (drawn_of.emplace_back(one()), ...);
    };
    draw(before, now, first, second);
    for (std::uint64_t v = 0; v < vertices; ++v)
      share.push_back(std::array{1.0F, 0.5F, 2.0F}[random.below(drawn++, 3)]);
    step.resize(vertices);
  }
  RankMoves<float> of(std::size_t rounds) {
    return {before.data(), now.data(), share.data(), step.data(), {first.data(), second.data()}, rounds};
  }

  std::vector<float> before, now, share;
  std::vector<BFloat16> first, second, step;
};

TEST(RankMoves, AreThoseOneByOne) {
  constexpr std::uint64_t vertices = 700;
  Moves moves(vertices), plain(vertices);
  for (const std::size_t rounds : {0u, 1u, 2u}) {
    for (const std::uint64_t first : {0u, 3u}) {
      for (const std::uint64_t last : {first, first + 5, first + 8, std::uint64_t{271}, vertices}) {
        const MoveSums fast = move_ranks(moves.of(rounds), first, last);
        const MoveSums slow = move_plainly(plain.of(rounds), first, last);
        EXPECT_EQ(fast.distance, slow.distance) << first << ".." << last;
        EXPECT_EQ(fast.sum, slow.sum);
        EXPECT_EQ(fast.products, slow.products);
        EXPECT_EQ(moves.step, plain.step);
      }
    }
  }
}

TEST(RankMoves, KeepStepsRoundedToTheNearest) {
  const auto kept = [](float number) { return static_cast<float>(BFloat16(number)); };
  constexpr float last = 1.0F / 128;  // the last digit of 1
  EXPECT_EQ(kept(1 + last), 1 + last);
  EXPECT_EQ(kept(1 + last / 2), 1);  // to the even one
  EXPECT_EQ(kept(1 + 3 * last / 2), 1 + 2 * last);
  EXPECT_EQ(kept(-1 - 0.51F * last), -1 - last);
  EXPECT_EQ(kept(2 - last / 2), 2);
  EXPECT_EQ(kept(0), 0);

  constexpr std::uint64_t vertices = 100;
  const Random random(5);
  const std::vector<float> before(vertices), share(vertices, 1);
  std::vector<float> now;
  for (std::uint64_t v = 0; v < vertices; ++v) now.push_back(static_cast<float>(random.below(v, 1u << 24)) * 1e-20F);
  std::vector<BFloat16> step(vertices);
  const MoveSums sums = move_ranks(RankMoves<float>{before.data(), now.data(), share.data(), step.data()}, 0, vertices);
  double squares = 0;  // of what is kept
  for (std::uint64_t v = 0; v < vertices; ++v) {
    EXPECT_EQ(step[v], BFloat16(now[v])) << v;
    squares += static_cast<double>(kept(now[v])) * static_cast<double>(kept(now[v]));
  }
  EXPECT_NEAR(sums.products[0] / squares, 1, 1e-5);
}

TEST(RankMoves, CountWhoIsHeard) {
  const std::vector<float> before(3, 1), now{2, 0, 5}, share{0.5F, 1, 2};
  std::vector<BFloat16> step(3);
  const MoveSums sums = move_ranks(
      RankMoves<float>{.before = before.data(), .now = now.data(), .share = share.data(), .step = step.data()}, 0, 3);
  EXPECT_EQ(step, (std::vector{BFloat16(2), BFloat16(-1), BFloat16(2)}));
  EXPECT_EQ(sums.distance, 3);
  EXPECT_EQ(sums.sum, 1);
  EXPECT_EQ(sums.products[0], 9);
}

}  // namespace
}  // namespace Atoll::kernels
