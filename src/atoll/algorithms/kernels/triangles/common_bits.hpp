// SPDX-License-Identifier: Apache-2.0
// How many bits bitmaps have in common with another one: by 64-bit words everywhere, by vectors of 512 bits where the processor
// counts bits in them. Chosen at run time, once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace Atoll::kernels {

inline constexpr std::size_t words_per_vector = 8;

struct BitRow {
  const std::uint64_t* bits = nullptr;
  std::size_t words = 0;  // a multiple of words_per_vector
};

// The bits that each of the rows has in common with `marks`, added up.
using CommonBits = std::uint64_t (*)(std::span<const BitRow> rows, const std::uint64_t* marks);

std::uint64_t common_bits_by_words(std::span<const BitRow> rows, const std::uint64_t* marks);

// The fastest that this processor has.
CommonBits common_bits();

}  // namespace Atoll::kernels
