// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/new_arcs.hpp"

#include <algorithm>
#include <bit>

#include "atoll/algorithms/kernels/vectors.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {

std::size_t new_arcs_one_by_one(const std::uint64_t* visited, std::uint32_t from, std::span<const std::uint32_t> row,
                                PushedArc* into) {
  PushedArc* next = into;
  for (const std::uint32_t to : row) {
    *next = {from, to};
    next += test_bit(visited, to) ? 0 : 1;
  }
  return static_cast<std::size_t>(next - into);
}

#ifdef ATOLL_VECTORS
namespace {

// Bitmaps as words of 32 bits: this is a little-endian machine.
__attribute__((target("avx512f"))) std::size_t new_arcs_by_vectors(const std::uint64_t* visited, std::uint32_t from,
                                                                   std::span<const std::uint32_t> row,
                                                                   PushedArc* into) {
  constexpr std::size_t lanes = 16;
  constexpr __mmask16 all = 0xffff;
  const __m512i one = _mm512_set1_epi32(1);
  const __m512i low = _mm512_set1_epi32(31);
  const __m512i source = _mm512_set1_epi32(static_cast<int>(from));
  const __m512i first_eight = _mm512_setr_epi32(16, 0, 17, 1, 18, 2, 19, 3, 20, 4, 21, 5, 22, 6, 23, 7);
  const __m512i last_eight = _mm512_setr_epi32(24, 8, 25, 9, 26, 10, 27, 11, 28, 12, 29, 13, 30, 14, 31, 15);
  PushedArc* next = into;
  for (std::size_t i = 0; i < row.size(); i += lanes) {
    const auto some = static_cast<__mmask16>(low_bits(std::min(lanes, row.size() - i)));
    const __m512i end = _mm512_maskz_loadu_epi32(some, row.data() + i);
    const __m512i word = _mm512_mask_i32gather_epi32(one, some, _mm512_maskz_srli_epi32(all, end, 5), visited, 4);
    const __m512i mask = _mm512_maskz_sllv_epi32(all, one, _mm512_and_si512(end, low));
    const __mmask16 fresh = _mm512_mask_testn_epi32_mask(some, word, mask);
    const __m512i to = _mm512_maskz_compress_epi32(fresh, end);
    _mm512_storeu_si512(next, _mm512_permutex2var_epi32(to, first_eight, source));
    _mm512_storeu_si512(next + 8, _mm512_permutex2var_epi32(to, last_eight, source));
    next += std::popcount(static_cast<std::uint32_t>(fresh));
  }
  return static_cast<std::size_t>(next - into);
}

}  // namespace
#endif

NewArcs new_arcs() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return new_arcs_by_vectors;
#endif
  return new_arcs_one_by_one;
}

}  // namespace Atoll::kernels
