// SPDX-License-Identifier: Apache-2.0
// Which of 64 bits, anywhere in a bitmap, are set: what a sweep of a search asks of every word of vertices. A branch per
// bit would be mispredicted, so there is none.
#pragma once

#include <cstdint>

namespace Atoll::kernels {

// Bit i of the result is bit at[i] of `bits`; i < 64.
using BitTests = std::uint64_t (*)(const std::uint64_t* bits, const std::uint32_t* at);

std::uint64_t test_bits_one_by_one(const std::uint64_t* bits, const std::uint32_t* at);

// The fastest that this processor has.
BitTests bit_tests();

}  // namespace Atoll::kernels
