// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/bit_tests.hpp"

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

// Bitmaps as words of 32 bits: this is a little-endian machine. (Masks that choose all, since what gcc 12 has without
// masks it calls uninitialised.)
__attribute__((target("avx512f"))) std::uint64_t test_bits_by_vectors(const std::uint64_t* bits,
                                                                      const std::uint32_t* at) {
  constexpr __mmask16 all = 0xffff;
  const __m512i one = _mm512_set1_epi32(1);
  std::uint64_t set = 0;
  for (int i = 0; i < 64; i += 16) {
    const __m512i bit = _mm512_loadu_si512(at + i);
    const __m512i word = _mm512_mask_i32gather_epi32(one, all, _mm512_maskz_srli_epi32(all, bit, 5), bits, 4);
    const __m512i mask = _mm512_maskz_sllv_epi32(all, one, _mm512_and_si512(bit, _mm512_set1_epi32(31)));
    set |= std::uint64_t{_mm512_test_epi32_mask(word, mask)} << i;
  }
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
