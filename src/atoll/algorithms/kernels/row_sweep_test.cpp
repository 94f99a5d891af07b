// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/row_sweep.hpp"

#include <cstddef>
#include <cstdint>
#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Rows of fewer than so many ends, also of none, and some long ones, to ends before and after.
void expect_as_the_plain_one(std::uint32_t lengths) {
  constexpr std::uint32_t vertices = 400;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> ends;
  const Random random(3);
  for (std::uint32_t v = 0; v < vertices; ++v) {
    for (std::uint32_t i = 0; i < (v % 53 == 7 ? 101 : v % lengths); ++i)
      ends.push_back(static_cast<std::uint32_t>(random.below(ends.size(), vertices)));
    offsets.push_back(ends.size());
  }
  std::vector<float> start(vertices + 1, 1.0f / vertices);
  start[vertices] = 0;
  const std::vector<float> share(vertices, 0.05f);
  // In place, and with what is heard of a half's own vertices in a second array behind the first.
  for (const auto& [newer, block] :
       {std::pair{std::ptrdiff_t{0}, 1u}, {vertices + 1, 1u}, {0, rows_per_block}, {vertices + 1, rows_per_block}}) {
    const auto swept = [&](auto&& how) {
      std::vector<float> ranks = start;
      ranks.insert(ranks.end(), start.begin(), start.end());
      const Jump anywhere;
      const RowSweep<float> sweep{.rows = {offsets.data(), ends.data()},
                                  .vertices = vertices,
                                  .heard = ranks.data(),
                                  .newer = newer,
                                  .said = ranks.data() + newer,
                                  .share = share.data(),
                                  .base = 0.15f,
                                  .damping = 0.85f,
                                  .jump = anywhere,
                                  .block = block};
      how(sweep, 0, vertices / 2);
      how(sweep, vertices / 2, vertices);
      return ranks;
    };
    const auto plain = swept(sweep_plainly<float>);
    const auto fast = swept(
        [](const RowSweep<float>& sweep, std::uint32_t first, std::uint32_t last) { sweep_rows(sweep, first, last); });
    EXPECT_NE(plain, start);
    for (std::size_t i = 0; i < plain.size(); ++i)
      EXPECT_FLOAT_EQ(plain[i], fast[i]) << newer << ", " << block << ", " << i;
  }
}

TEST(RowSweep, HearsInTurnAsThePlainOne) {
  for (const std::uint32_t lengths : {29u, 15u}) expect_as_the_plain_one(lengths);  // long and short in the mean
}

// On a path nearly every row hears the one before; in the order of a star's leaves hardly any.
TEST(RowSweep, TellsWhichRowsWait) {
  constexpr std::uint32_t vertices = 100;
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> before;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    if (v > 0) before.push_back(v - 1);
    offsets.push_back(before.size());
  }
  const std::vector<std::uint32_t> first(before.size(), 0);
  EXPECT_TRUE(wait_for_the_row_before({offsets.data(), before.data()}, vertices));
  EXPECT_FALSE(wait_for_the_row_before({offsets.data(), first.data()}, vertices));
  EXPECT_FALSE(wait_for_the_row_before({offsets.data(), before.data()}, 1));
}

}  // namespace
}  // namespace Atoll::kernels
