// SPDX-License-Identifier: Apache-2.0
#include "atoll/base/random.hpp"
#include "atoll/graph/read/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;
using IntegerIds = ReadTest;

// Enough edges that the hash set of the ids grows several times.
TEST_F(IntegerIds, FarApartAreTheSameVerticesForAnyNumberOfThreads) {
  std::string text;
  for (std::uint64_t e = 0; e < 150'000; ++e) {
    text += fmt::format("{} {}\n", mix64(e / 2) >> 1, mix64(e % 1000) >> 1);
  }
  const std::string sparse = file("sparse.txt", text);
  const Graph one = load(sparse, {}, 1);
  const Graph many = load(sparse, {}, 4);
  EXPECT_EQ(one.vertices, 75'000u);
  EXPECT_TRUE(std::ranges::is_sorted(one.labels.ids()));
  EXPECT_TRUE(std::ranges::equal(one.labels.ids(), many.labels.ids()));
  EXPECT_EQ(arcs_of(one), arcs_of(many));
}

}  // namespace
}  // namespace Atoll
