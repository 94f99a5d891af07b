// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/buckets.hpp"

#include <gtest/gtest.h>

namespace Atoll::kernels {
namespace {

// So many entries wait in one bucket that slabs are past their largest size for long.
TEST(Buckets, hold_whatever_is_put) {
  constexpr std::uint64_t many = 8'000'000;
  Buckets<std::uint64_t> buckets;
  for (std::uint64_t i = 0; i < many; ++i) buckets.put(3, {static_cast<std::uint32_t>(i), i});
  EXPECT_EQ(buckets.first(0), 3u);
  Buckets<std::uint64_t>::Chunks taken;
  buckets.take(3, taken);
  std::uint64_t next = 0;
  bool in_order = true;
  for (const Chunk<std::uint64_t>* chunk : taken) {
    for (std::uint32_t i = 0; i < chunk->size; ++i) in_order = in_order && chunk->entries[i].distance == next++;
  }
  EXPECT_TRUE(in_order);
  EXPECT_EQ(next, many);
  EXPECT_EQ(buckets.first(0), Buckets<std::uint64_t>::none);
}

}  // namespace
}  // namespace Atoll::kernels
