// SPDX-License-Identifier: Apache-2.0
// How many bits two bitmaps have in common: by 64-bit words everywhere, by vectors of 512 bits where the processor
// counts bits in them. Chosen at run time, once.
#pragma once

#include <cstddef>
#include <cstdint>

namespace Atoll::kernels {

// Of `words` words each; a multiple of words_per_vector.
inline constexpr std::size_t words_per_vector = 8;
using CommonBits = std::uint64_t (*)(const std::uint64_t* a, const std::uint64_t* b, std::size_t words);

std::uint64_t common_bits_by_words(const std::uint64_t* a, const std::uint64_t* b, std::size_t words);

// The fastest that this processor has.
CommonBits common_bits();

}  // namespace Atoll::kernels
