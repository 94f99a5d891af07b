// SPDX-License-Identifier: Apache-2.0
#include "atoll/topology/fill.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace Atoll {
namespace {

TEST(Fill, ReachesEveryElement) {
  Crew crew(synthetic_machine("1x3"));
  for (const std::size_t size : {0u, 1u, 5u, 200'000u}) {
    std::vector<std::uint32_t> elements(size);
    parallel_fill(elements, 7, crew);
    EXPECT_EQ(elements, std::vector<std::uint32_t>(size, 7));
    crew.run([&](Worker& me) { fill_stretch(elements, 8, me); });
    EXPECT_EQ(elements, std::vector<std::uint32_t>(size, 8));
  }
}

TEST(Fill, LeavesTheOthers) {
  Crew crew(synthetic_machine("1x3"));
  std::vector<std::uint8_t> elements(300'000);
  parallel_fill(std::span(elements).subspan(1, 299'998), 7, crew);
  EXPECT_EQ(elements.front(), 0);
  EXPECT_EQ(elements[1], 7);
  EXPECT_EQ(elements[299'998], 7);
  EXPECT_EQ(elements.back(), 0);
}

}  // namespace
}  // namespace Atoll
