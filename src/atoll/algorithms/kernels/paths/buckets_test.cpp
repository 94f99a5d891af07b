// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/buckets.hpp"

#include <cstdint>
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

// Of 3,000 buckets two thirds lie beyond the window. They become a tenth as many, without the odd vertices.
TEST(Buckets, are_numbered_anew) {
  constexpr std::uint32_t many = 3'000, tenth = 10;
  Buckets<std::uint32_t> buckets;
  for (std::uint32_t i = many; i-- > 0;) buckets.put(i, {.vertex = i, .distance = i});
  buckets.renumber(0, [](const Waiting<std::uint32_t>& entry) -> std::uint64_t {
    return entry.vertex % 2 == 0 ? entry.distance / tenth : Buckets<std::uint32_t>::none;
  });
  EXPECT_EQ(buckets.first_beyond(), Buckets<std::uint32_t>::none);
  for (std::uint64_t bucket = 0; bucket < many / tenth; ++bucket) {
    ASSERT_EQ(buckets.first(bucket), bucket);
    Buckets<std::uint32_t>::Chunks taken;
    buckets.take(bucket, taken);
    std::uint32_t entries = 0;
    for (Chunk<std::uint32_t>* chunk : taken) {
      for (std::uint32_t i = 0; i < chunk->size; ++i) EXPECT_EQ(chunk->entries[i].distance / tenth, bucket);
      entries += chunk->size;
      buckets.give_back(chunk);
    }
    EXPECT_EQ(entries, tenth / 2);
  }
  EXPECT_EQ(buckets.first(0), Buckets<std::uint32_t>::none);
}

}  // namespace
}  // namespace Atoll::kernels
