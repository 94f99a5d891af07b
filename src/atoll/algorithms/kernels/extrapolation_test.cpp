// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/extrapolation.hpp"

#include <array>
#include <cstdint>
#include <gtest/gtest.h>
#include <vector>

namespace Atoll::kernels {
namespace {

constexpr auto everybody = [](std::uint64_t) { return 1.0F; };

// Two errors shrink at their own pace: three rounds tell where both end.
TEST(Extrapolation, FindsWhereTwoErrorsEnd) {
  constexpr std::uint64_t vertices = 100;
  constexpr std::array<std::uint64_t, 3> pieces{0, 37, vertices};
  Extrapolation<double> leads(vertices, 2);
  std::vector<double> at(vertices);
  std::array<double, 2> error{1, -3};
  const auto end = [](std::uint64_t v) { return 7.0 + static_cast<double>(v); };
  const auto place = [&](std::uint64_t v) { return end(v) + error[0] * static_cast<double>(v % 7) + error[1]; };
  for (std::uint64_t v = 0; v < vertices; ++v) at[v] = place(v);
  for (int round = 1; round <= 3; ++round) {
    error = {error[0] * 0.9, error[1] * -0.5};
    double moved = 0;
    for (std::size_t i = 0; i < 2; ++i) {
      for (std::uint64_t v = pieces[i]; v < pieces[i + 1]; ++v) {
        leads.step()[v] = place(v) - at[v];
        at[v] = place(v);
      }
      moved += leads.told(i, pieces[i], pieces[i + 1], everybody);
    }
    EXPECT_GT(moved, 0);
    EXPECT_EQ(leads.end_round(), round == 3);
  }
  for (std::uint64_t v = 0; v < vertices; ++v) EXPECT_NEAR(at[v] + leads.correction(v), end(v), 1e-6);
}

TEST(Extrapolation, LeadsNowhereWhereNothingMoves) {
  Extrapolation<float> leads(10, 1);
  for (int round = 1; round <= 3; ++round) {
    for (std::uint64_t v = 0; v < 10; ++v) leads.step()[v] = 0;
    EXPECT_EQ(leads.told(0, 0, 10, everybody), 0);
    EXPECT_FALSE(leads.end_round());
  }
}

// In runs of eight lanes, and beyond them.
TEST(Extrapolation, TellsHowFarThoseMovedWhoCount) {
  constexpr std::uint64_t vertices = 600;
  Extrapolation<float> leads(vertices, 1);
  for (std::uint64_t v = 0; v < vertices; ++v) leads.step()[v] = v % 2 == 0 ? 1.0F : -2.0F;
  EXPECT_EQ(leads.told(0, 0, vertices, everybody), 900);
  EXPECT_EQ(leads.told(0, 0, vertices, [](std::uint64_t v) { return v % 2 == 0 ? 1.0F : 0.0F; }), 300);
}

}  // namespace
}  // namespace Atoll::kernels
