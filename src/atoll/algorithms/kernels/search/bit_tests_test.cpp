// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/bit_tests.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// `tests` gives what a look at each bit gives.
void expect_right(BitTests tests) {
  constexpr std::uint64_t size = 10'000;
  const Random random(3);
  const std::vector<std::uint64_t> bits = drawn_bits(size, random, 2);
  for (std::uint64_t round = 0; round < 20; ++round) {
    std::vector<std::uint32_t> at(64);
    for (std::size_t i = 0; i < at.size(); ++i) at[i] = static_cast<std::uint32_t>(random.below(100 * round + i, size));
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < 64; ++i) expected |= std::uint64_t{test_bit(bits.data(), at[i])} << i;
    EXPECT_EQ(tests(bits.data(), at.data()), expected);
  }
}

TEST(BitTests, are_right_one_by_one) { expect_right(test_bits_one_by_one); }
TEST(BitTests, are_right_by_what_this_processor_has) { expect_right(bit_tests()); }

}  // namespace
}  // namespace Atoll::kernels
