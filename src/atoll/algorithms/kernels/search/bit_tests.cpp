// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/bit_tests.hpp"

#include "atoll/base/bits.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

// From the last to the first, so that a word grows by a shift of one; in halves, which do not wait for each other.
std::uint64_t test_bits_one_by_one(const std::uint64_t* bits, const std::uint32_t* at) {
  constexpr std::size_t half = 32;
  std::uint64_t low = 0, high = 0;
  for (std::size_t i = half; i-- > 0;) {
    low = low << 1 | (test_bit(bits, at[i]) ? 1u : 0u);
    high = high << 1 | (test_bit(bits, at[half + i]) ? 1u : 0u);
  }
  return high << 32 | low;
}

#ifdef ATOLL_VECTORS
namespace {

__attribute__((target("avx512f"))) std::uint64_t test_bits_by_vectors(const std::uint64_t* bits,
                                                                      const std::uint32_t* at) {
  std::uint64_t set = 0;
  for (int i = 0; i < 64; i += 16) set |= std::uint64_t{test_bits(bits, _mm512_loadu_si512(at + i), 0xffff)} << i;
  return set;
}

}  // namespace
#endif

BitTests bit_tests() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return test_bits_by_vectors;
#endif
  return test_bits_one_by_one;
}

}  // namespace Atoll::kernels
