// SPDX-License-Identifier: Apache-2.0
// Numbers of a layout in as few whole bytes as the greatest needs: a whole one is read, and what is the next one's is
// masked away. So layouts keep weights and offsets that they copy for programs alone, and prepared ones the weights; what
// else kernels walk is whole.
#pragma once

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

#include "atoll/base/check.hpp"

namespace Atoll {

template <std::unsigned_integral T>
class Packed {
 public:
  static constexpr std::size_t bytes_whole = sizeof(T);
  static_assert(std::endian::native == std::endian::little, "the low bytes of a number are its first");

  // Of numbers, by the bits that some of them has.
  static std::size_t bytes_for(T bits) {
    return std::max<std::size_t>(1, (static_cast<std::size_t>(std::bit_width(bits)) + 7) / 8);
  }
  // Behind the last number there is room for the rest of its read.
  static std::size_t bytes_of(std::uint64_t count, std::size_t bytes_each) {
    return count == 0 ? 0 : count * bytes_each + (bytes_whole - bytes_each);
  }
  static void put(std::byte* at, T number, std::size_t bytes_each) {
    if (bytes_each == bytes_whole) {
      std::memcpy(at, &number, bytes_whole);
      return;
    }
    for (std::size_t i = 0; i < bytes_each; ++i) at[i] = static_cast<std::byte>(number >> 8 * i);
  }

  Packed() = default;
  template <class Whole>
    requires std::convertible_to<const Whole&, std::span<const T>>
  Packed(const Whole& whole) : Packed(std::as_bytes(std::span<const T>(whole)), std::size(whole), bytes_whole) {}
  // bytes: bytes_of(count, bytes_each) of them.
  Packed(std::span<const std::byte> bytes, std::uint64_t count, std::size_t bytes_each)
      : data_(bytes.data()),
        count_(count),
        bytes_each_(bytes_each),
        mask_(static_cast<T>(~T{0}) >> 8 * (bytes_whole - bytes_each)) {
    ATOLL_CHECK(bytes.size() == bytes_of(count, bytes_each));
  }

  T operator[](std::uint64_t i) const {
    T number;
    std::memcpy(&number, at(i), sizeof(number));
    return number & mask_;
  }
  std::uint64_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  bool is_whole() const { return bytes_each_ == bytes_whole; }
  std::size_t bytes_each() const { return bytes_each_; }
  const std::byte* at(std::uint64_t i) const { return data_ + i * bytes_each_; }
  std::span<const std::byte> bytes() const { return {data_, bytes_of(count_, bytes_each_)}; }
  Packed subspan(std::uint64_t first, std::uint64_t count) const {
    return {bytes().subspan(first * bytes_each_, bytes_of(count, bytes_each_)), count, bytes_each_};
  }
  // Null if there are none.
  const T* whole() const {
    ATOLL_CHECK(is_whole());
    return reinterpret_cast<const T*>(data_);
  }

 private:
  const std::byte* data_ = nullptr;
  std::uint64_t count_ = 0;
  std::size_t bytes_each_ = bytes_whole;
  T mask_ = static_cast<T>(~T{0});
};

using ArcWeights = Packed<std::uint32_t>;  // of a part's arcs, as bits
using RowOffsets = Packed<std::uint64_t>;  // where rows begin, and where the last one ends

}  // namespace Atoll
