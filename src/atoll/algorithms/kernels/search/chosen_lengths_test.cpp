// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/chosen_lengths.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

void expect_right(ChosenLengths lengths_of) {
  const Random random(11);
  std::vector<std::uint64_t> offsets{1'000'000'000'000};
  for (std::uint64_t i = 0; i < 64; ++i) offsets.push_back(offsets.back() + random.below(i, 100));
  for (std::uint64_t round = 0; round < 20; ++round) {
    const std::uint64_t chosen = round == 0 ? ~std::uint64_t{0} : random.bits(round);
    std::uint64_t expected = 0;
    for (std::size_t i = 0; i < 64; ++i) expected += (chosen >> i & 1) != 0 ? offsets[i + 1] - offsets[i] : 0;
    EXPECT_EQ(lengths_of(offsets.data(), chosen), expected);
  }
}

TEST(ChosenLengths, are_right_one_by_one) { expect_right(chosen_lengths_one_by_one); }
TEST(ChosenLengths, are_right_by_what_this_processor_has) { expect_right(chosen_lengths()); }

}  // namespace
}  // namespace Atoll::kernels
