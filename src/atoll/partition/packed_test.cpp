// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/packed.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace Atoll {
namespace {

template <class T>
void expect_kept(const std::vector<T>& numbers, std::size_t bytes_each) {
  std::vector<std::byte> bytes(Packed<T>::bytes_of(numbers.size(), bytes_each), std::byte{0xff});
  for (std::size_t i = 0; i < numbers.size(); ++i)
    Packed<T>::put(bytes.data() + i * bytes_each, numbers[i], bytes_each);
  const Packed<T> packed(bytes, numbers.size(), bytes_each);
  ASSERT_EQ(packed.size(), numbers.size());
  EXPECT_EQ(packed.bytes().data(), bytes.data());
  EXPECT_EQ(packed.bytes().size(), bytes.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(packed[i], numbers[i]) << i << " in " << bytes_each;
  const Packed<T> inner = packed.subspan(1, numbers.size() - 2);
  ASSERT_EQ(inner.size(), numbers.size() - 2);
  for (std::size_t i = 0; i < inner.size(); ++i) EXPECT_EQ(inner[i], numbers[i + 1]) << i << " in " << bytes_each;
  EXPECT_EQ(packed.subspan(numbers.size(), 0).size(), 0u);
}

template <class T>
void expect_as_few_bytes_as_need_be() {
  EXPECT_EQ(Packed<T>::bytes_for(0), 1u);
  for (std::size_t bytes = 1; bytes <= sizeof(T); ++bytes) {
    const T greatest = static_cast<T>(~T{0}) >> 8 * (sizeof(T) - bytes);
    EXPECT_EQ(Packed<T>::bytes_for(greatest), bytes);
    if (bytes < sizeof(T)) {
      EXPECT_EQ(Packed<T>::bytes_for(greatest + 1), bytes + 1);
    }
    for (std::size_t each = bytes; each <= sizeof(T); ++each) expect_kept<T>({greatest, 0, 1, greatest}, each);
  }
}

TEST(Packed, KeepsNumbersInAsFewBytesAsTheGreatestNeeds) {
  expect_as_few_bytes_as_need_be<std::uint32_t>();
  expect_as_few_bytes_as_need_be<std::uint64_t>();
}

TEST(Packed, LooksAtWholeNumbers) {
  const std::vector<std::uint64_t> numbers{5, ~std::uint64_t{0}, 7};
  const Packed<std::uint64_t> packed = std::span<const std::uint64_t>(numbers);
  EXPECT_EQ(packed.whole(), numbers.data());
  EXPECT_EQ(packed[1], ~std::uint64_t{0});
  EXPECT_EQ(packed.bytes_each(), 8u);
  EXPECT_EQ(Packed<std::uint64_t>().whole(), nullptr);
}

}  // namespace
}  // namespace Atoll
