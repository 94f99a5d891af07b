// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/extrapolation.hpp"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace Atoll::kernels {
namespace {

// Two errors shrink at their own pace: three rounds tell where both end.
TEST(Extrapolation, FindsWhereTwoErrorsEnd) {
  constexpr std::uint64_t vertices = 100;
  constexpr std::array<std::uint64_t, 3> pieces{0, 37, vertices};
  Extrapolation<double> leads(vertices, 2);
  std::vector<double> at(vertices), before(vertices);
  const std::vector<double> share(vertices, 1);
  std::array<double, 2> error{1, -3};
  const auto end = [](std::uint64_t v) { return 7.0 + static_cast<double>(v); };
  const auto place = [&](std::uint64_t v) { return end(v) + error[0] * static_cast<double>(v % 7) + error[1]; };
  for (std::uint64_t v = 0; v < vertices; ++v) at[v] = place(v);
  for (int round = 1; round <= 3; ++round) {
    error = {error[0] * 0.9, error[1] * -0.5};
    before = at;
    for (std::uint64_t v = 0; v < vertices; ++v) at[v] = place(v);
    MoveSums moved;
    for (std::size_t i = 0; i < 2; ++i)
      moved += leads.move(i, pieces[i], pieces[i + 1], before.data(), at.data(), share.data());
    EXPECT_GT(moved.distance, 0);
    EXPECT_EQ(leads.end_round(), round == 3);
  }
  // Steps of up to 5 are kept as floats, so to 3e-7.
  for (std::uint64_t v = 0; v < vertices; ++v) EXPECT_NEAR(at[v] + leads.correction(v), end(v), 2e-6);
}

TEST(Extrapolation, LeadsNowhereWhereNothingMoves) {
  Extrapolation<float> leads(10, 1);
  const std::vector<float> said(10, 0.25F), share(10, 0.5F);
  for (int round = 1; round <= 3; ++round) {
    EXPECT_EQ(leads.move(0, 0, 10, said.data(), said.data(), share.data()).distance, 0);
    EXPECT_FALSE(leads.end_round());
  }
}

}  // namespace
}  // namespace Atoll::kernels
