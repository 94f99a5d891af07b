// SPDX-License-Identifier: Apache-2.0
// The weights of a part's arcs, as 32 bits each. Where arcs are copied for programs alone, integers are kept in as few
// whole bytes as the greatest needs: four are read, and those of the next arc are masked away. Kernels walk layouts in
// which each weight has its four.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "atoll/base/check.hpp"

namespace Atoll {

class ArcWeights {
 public:
  static constexpr std::size_t bytes_whole = sizeof(std::uint32_t);
  static_assert(std::endian::native == std::endian::little, "the low bytes of a weight are its first");

  // Of what all weights have set together; -1 has all.
  static std::size_t bytes_for(std::uint32_t bits) {
    return std::max<std::size_t>(1, (static_cast<std::size_t>(std::bit_width(bits)) + 7) / 8);
  }
  // Behind the last weight there is room for the rest of its read.
  static std::size_t bytes_of(std::uint64_t arcs, std::size_t bytes_each) {
    return arcs == 0 ? 0 : arcs * bytes_each + (bytes_whole - bytes_each);
  }
  static void put(std::byte* at, std::uint32_t bits, std::size_t bytes_each) {
    for (std::size_t i = 0; i < bytes_each; ++i) at[i] = static_cast<std::byte>(bits >> 8 * i);
  }

  ArcWeights() = default;
  ArcWeights(std::span<const std::uint32_t> whole) : ArcWeights(std::as_bytes(whole), whole.size(), bytes_whole) {}
  // bytes: bytes_of(arcs, bytes_each) of them.
  ArcWeights(std::span<const std::byte> bytes, std::uint64_t arcs, std::size_t bytes_each)
      : bytes_(bytes),
        arcs_(arcs),
        bytes_each_(bytes_each),
        mask_(~std::uint32_t{0} >> 8 * (bytes_whole - bytes_each)) {
    ATOLL_CHECK(bytes.size() == bytes_of(arcs, bytes_each));
  }

  std::uint32_t operator[](std::uint64_t arc) const {
    std::uint32_t bits;
    std::memcpy(&bits, at(arc), sizeof(bits));
    return bits & mask_;
  }
  std::uint64_t size() const { return arcs_; }
  bool empty() const { return arcs_ == 0; }
  std::size_t bytes_each() const { return bytes_each_; }
  const std::byte* at(std::uint64_t arc) const { return bytes_.data() + arc * bytes_each_; }
  std::span<const std::byte> bytes() const { return bytes_; }
  // Null if there are none.
  const std::uint32_t* whole() const {
    ATOLL_CHECK(bytes_each_ == bytes_whole);
    return reinterpret_cast<const std::uint32_t*>(bytes_.data());
  }

 private:
  std::span<const std::byte> bytes_;
  std::uint64_t arcs_ = 0;
  std::size_t bytes_each_ = bytes_whole;
  std::uint32_t mask_ = ~std::uint32_t{0};
};

}  // namespace Atoll
