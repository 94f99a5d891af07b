// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/common_bits.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

TEST(CommonBits, AreCountedByWords) {
  const std::vector<std::uint64_t> a = {0b1011, ~std::uint64_t{0}};
  const std::vector<std::uint64_t> b = {0b1110, ~std::uint64_t{0}};
  const std::vector<BitRow> rows = {{a.data(), 2}, {b.data(), 1}, {nullptr, 0}};
  EXPECT_EQ(common_bits_by_words({}, b.data()), 0u);
  EXPECT_EQ(common_bits_by_words(rows, b.data()), 2u + 64u + 3u);
}

TEST(CommonBits, AreTheSameByWhateverThisProcessorHas) {
  constexpr std::uint64_t size = 41 * words_per_vector * bits_per_word;
  const auto marks = drawn_bits(size, Random(1, 1));
  const auto bits = drawn_bits(size, Random(1, 2));
  std::vector<BitRow> rows;
  for (std::size_t vectors = 0; vectors <= 40; ++vectors) {
    rows.push_back({bits.data() + vectors % 3, vectors * words_per_vector});  // at any address
    EXPECT_EQ(common_bits()(rows, marks.data()), common_bits_by_words(rows, marks.data())) << vectors << " vectors";
  }
}

}  // namespace
}  // namespace Atoll::kernels
