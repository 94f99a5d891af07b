// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/common_bits.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

std::vector<std::uint64_t> drawn_words(std::size_t words, std::uint64_t stream) {
  const Random random(1, stream);
  std::vector<std::uint64_t> drawn;
  for (std::size_t i = 0; i < words; ++i) drawn.push_back(random.bits(i));
  return drawn;
}

TEST(CommonBits, AreCountedByWords) {
  EXPECT_EQ(common_bits_by_words(nullptr, nullptr, 0), 0u);
  const std::vector<std::uint64_t> a = {0b1011, ~std::uint64_t{0}};
  const std::vector<std::uint64_t> b = {0b1110, ~std::uint64_t{0}};
  EXPECT_EQ(common_bits_by_words(a.data(), b.data(), 2), 2u + 64u);
}

TEST(CommonBits, AreTheSameByWhateverThisProcessorHas) {
  for (std::size_t words = 0; words <= 40 * words_per_vector; words += words_per_vector) {
    const auto a = drawn_words(words + 1, 1);
    const auto b = drawn_words(words + 1, 2);
    for (const std::size_t from : {0u, 1u}) {  // at any address
      const std::uint64_t expected = common_bits_by_words(a.data() + from, b.data() + from, words);
      EXPECT_EQ(common_bits()(a.data() + from, b.data() + from, words), expected) << words << " words";
    }
  }
}

}  // namespace
}  // namespace Atoll::kernels
