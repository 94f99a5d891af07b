// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/new_arcs.hpp"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

// Rows of 0 to 69 ends, the last of which nothing follows; three ends of four are visited.
void expect_right(NewArcs arcs_of) {
  constexpr std::uint64_t size = 10'000;
  const Random random(17);
  std::vector<std::uint64_t> visited(words_for(size));
  for (std::size_t i = 0; i < visited.size(); ++i) visited[i] = random.bits(2 * i) | random.bits(2 * i + 1);
  for (std::uint32_t length = 0; length < 70; ++length) {
    std::vector<std::uint32_t> row(length);
    for (std::size_t i = 0; i < row.size(); ++i)
      row[i] = static_cast<std::uint32_t>(random.below(1'000 + 100 * length + i, size));
    Pairs expected;
    for (const std::uint32_t w : row) {
      if (!test_bit(visited.data(), w)) expected.emplace_back(length, w);
    }
    std::vector<PushedArc> arcs(row.size() + new_arcs_slack);
    const std::size_t count = arcs_of(visited.data(), length, row, arcs.data());
    Pairs found;
    for (std::size_t i = 0; i < count; ++i) found.emplace_back(arcs[i].from, arcs[i].to);
    EXPECT_EQ(found, expected) << length << " ends";
  }
}

TEST(NewArcs, are_right_one_by_one) { expect_right(new_arcs_one_by_one); }
TEST(NewArcs, are_right_by_what_this_processor_has) { expect_right(new_arcs()); }

}  // namespace
}  // namespace Atoll::kernels
