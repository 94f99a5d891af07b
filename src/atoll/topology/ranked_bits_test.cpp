// SPDX-License-Identifier: Apache-2.0
#include "atoll/topology/ranked_bits.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll {
namespace {

TEST(RankedBits, CountWhatLiesBelow) {
  Crew crew(synthetic_machine("1x3"));
  for (const std::uint64_t bound : {0u, 1u, 63u, 64u, 511u, 512u, 513u, 600'000u}) {
    RankedBits bits(bound);
    std::vector<std::uint64_t> marked;
    for (std::uint64_t i = 0; i < bound; ++i) {
      if (Random(1).below(i, 3) != 0) continue;
      bits.mark(i);
      bits.mark(i);
      marked.push_back(i);
    }
    bits.count(crew);
    ASSERT_EQ(bits.marks(), marked.size());
    ASSERT_EQ(bits.below(bound), marked.size());
    ASSERT_TRUE(marked.empty() || bits.first() == marked[0]);
    std::vector<std::uint64_t> found(marked.size());
    bits.for_each(crew, [&](std::uint64_t bit, std::uint64_t rank) { found[rank] = bit; });
    ASSERT_EQ(found, marked);
    for (std::uint64_t rank = 0; rank < marked.size(); ++rank) ASSERT_EQ(bits.below(marked[rank]), rank);
  }
}

TEST(RankedBits, ForgetARange) {
  Crew crew(synthetic_machine("1x3"));
  for (const auto& [begin, end] : {std::pair(0, 0), {0, 300}, {5, 9}, {60, 70}, {64, 128}, {63, 200}, {299, 300}}) {
    RankedBits bits(300);
    for (std::uint64_t i = 0; i < 300; ++i) bits.mark(i);
    const auto first = static_cast<std::uint64_t>(begin);
    const auto last = static_cast<std::uint64_t>(end);
    bits.unmark(first, last);
    bits.count(crew);
    EXPECT_EQ(bits.marks(), 300 - (last - first));
    EXPECT_EQ(bits.below(first), first);
    EXPECT_EQ(bits.below(last), first);
  }
}

TEST(PrefixSum, StartsWhereItIsTold) {
  Crew crew(synthetic_machine("1x3"));
  std::vector<std::uint64_t> counts(200'000);
  for (std::uint64_t i = 0; i < counts.size(); ++i) counts[i] = i % 7;
  const std::vector<std::uint64_t> given = counts;
  std::uint64_t sum = prefix_sum(counts, crew, 5);
  for (std::uint64_t i = counts.size(); i-- > 0;) {
    sum -= given[i];
    ASSERT_EQ(counts[i], sum);
  }
  EXPECT_EQ(sum, 5u);
  EXPECT_EQ(prefix_sum({}, crew, 5), 5u);
}

}  // namespace
}  // namespace Atoll
