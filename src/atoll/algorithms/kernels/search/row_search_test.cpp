// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/row_search.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Rows of 0 to 39 ends, the last of which are the last there are; one end in sixteen is in the bitmap.
void expect_right(RowSearch search) {
  constexpr std::uint64_t size = 10'000;
  const Random random(13);
  const std::vector<std::uint64_t> front = drawn_bits(size, random, 4);
  std::vector<std::uint32_t> ends;
  std::vector<RowPiece> pieces, expected;
  for (std::uint32_t v = 0; v < 500; ++v) {
    const std::uint64_t begin = ends.size(), length = random.below(1'000'000 + v, 40);
    for (std::uint64_t i = 0; i < length; ++i)
      ends.push_back(static_cast<std::uint32_t>(random.below(2'000'000 + begin + i, size)));
    pieces.push_back({v, begin, begin + length});
    std::uint64_t first = begin;
    while (first < ends.size() && !test_bit(front.data(), ends[first])) ++first;
    expected.push_back({v, first, begin + length});
  }
  search(front.data(), {ends.data(), ends.size()}, pieces);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    EXPECT_EQ(pieces[i].vertex, expected[i].vertex);
    EXPECT_EQ(pieces[i].begin, expected[i].begin) << "row " << i;
    EXPECT_EQ(pieces[i].end, expected[i].end);
  }
}

TEST(RowSearch, is_right_plainly) { expect_right(search_rows_plainly); }
TEST(RowSearch, is_right_by_what_this_processor_has) { expect_right(row_search()); }

}  // namespace
}  // namespace Atoll::kernels
