// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/adoption.hpp"

#include <array>
#include <gtest/gtest.h>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// `adopt` gives the open ones whose end is in front their parent, and touches no other.
void expect_right(Adoption adopt) {
  constexpr std::uint64_t size = 10'000;
  constexpr std::uint32_t before = 7;
  const Random random(5);
  const std::vector<std::uint64_t> front = drawn_bits(size, random);
  for (std::uint64_t round = 0; round < 20; ++round) {
    std::array<std::uint32_t, 64> ends{}, parents{};
    parents.fill(before);
    for (std::size_t i = 0; i < 64; ++i) ends[i] = static_cast<std::uint32_t>(random.below(1000 * round + i, size));
    const std::uint64_t open = round == 0 ? ~std::uint64_t{0} : random.bits(1'000'000 + round);
    const std::uint64_t hits = adopt(front.data(), ends.data(), open, parents.data());
    for (std::size_t i = 0; i < 64; ++i) {
      const bool expected = (open >> i & 1) != 0 && test_bit(front.data(), ends[i]);
      EXPECT_EQ((hits >> i & 1) != 0, expected);
      EXPECT_EQ(parents[i], expected ? ends[i] : before);
    }
  }
}

// Rows of 0 to 3 ends.
void expect_right(RowAdoption adopt) {
  constexpr std::uint64_t size = 10'000;
  constexpr std::uint32_t before = 7;
  const Random random(6);
  const std::vector<std::uint64_t> front = drawn_bits(size, random);
  std::vector<std::uint64_t> offsets{0};
  for (std::uint64_t i = 0; i < 64; ++i) offsets.push_back(offsets.back() + random.below(1000 + i, 4));
  std::vector<std::uint32_t> ends;
  for (std::uint64_t i = 0; i < offsets.back(); ++i)
    ends.push_back(static_cast<std::uint32_t>(random.below(2000 + i, size)));
  for (std::uint64_t round = 0; round < 20; ++round) {
    std::array<std::uint32_t, 64> parents{};
    parents.fill(before);
    const std::uint64_t tried = round % 4;
    const std::uint64_t open = round < 4 ? ~std::uint64_t{0} : random.bits(1'000'000 + round);
    const RowHits rows = adopt(front.data(), offsets.data(), ends.data(), tried, open, parents.data());
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint64_t at = offsets[i] + tried;
      const bool looked = (open >> i & 1) != 0 && at < offsets[i + 1];
      const bool expected = looked && test_bit(front.data(), ends[at]);
      EXPECT_EQ((rows.looked >> i & 1) != 0, looked);
      EXPECT_EQ((rows.hits >> i & 1) != 0, expected);
      EXPECT_EQ(parents[i], expected ? ends[at] : before);
    }
  }
}

// Half of the rows are empty, and nothing is read beyond those that are open.
void expect_those_with_ends(WithEnds with_ends) {
  const Random random(7);
  for (const std::uint64_t rows : {64u, 63u, 9u, 8u, 1u}) {
    std::vector<std::uint64_t> offsets{0};
    for (std::uint64_t i = 0; i < rows; ++i) offsets.push_back(offsets.back() + random.below(100 * rows + i, 2));
    for (std::uint64_t round = 0; round < 20; ++round) {
      const std::uint64_t open = (round == 0 ? ~std::uint64_t{0} : random.bits(round)) & low_bits(rows);
      const std::uint64_t some = with_ends(offsets.data(), open);
      for (std::size_t i = 0; i < 64; ++i)
        EXPECT_EQ((some >> i & 1) != 0, (open >> i & 1) != 0 && offsets[i] != offsets[i + 1]);
    }
  }
}

TEST(Adoption, is_right_one_by_one) { expect_right(adopt_one_by_one); }
TEST(Adoption, is_right_by_what_this_processor_has) { expect_right(adoption()); }
TEST(Adoption, of_rows_is_right_one_by_one) { expect_right(adopt_rows_one_by_one); }
TEST(Adoption, of_rows_is_right_by_what_this_processor_has) { expect_right(row_adoption()); }
TEST(Adoption, knows_rows_with_ends_one_by_one) { expect_those_with_ends(with_ends_one_by_one); }
TEST(Adoption, knows_rows_with_ends_by_what_this_processor_has) { expect_those_with_ends(with_ends()); }

}  // namespace
}  // namespace Atoll::kernels
