// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/marked_ends.hpp"

#include <algorithm>
#include <cstddef>

#include "atoll/algorithms/kernels/vectors.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {

std::uint64_t marked_ends_one_by_one(const Oriented& rows, std::span<const std::uint32_t> ranks,
                                     const std::uint64_t* marks) {
  std::uint64_t found = 0;
  for (const std::uint32_t rank : ranks)
    rows[rank].for_each([&](std::uint32_t end) { found += test_bit(marks, end) ? 1u : 0u; });
  return found;
}

#ifdef ATOLL_VECTORS
namespace {

constexpr std::uint64_t lanes = 16;

__mmask16 first_lanes(std::uint64_t count) { return static_cast<__mmask16>((1u << std::min(count, lanes)) - 1); }

// 1 in the lane of each end that is there and marked. (In gcc's headers only those with a mask that clears are free of a
// register that is read before it is written.)
__attribute__((target("avx512f"), always_inline)) inline __m512i told(__m512i ends, __mmask16 there,
                                                                      const std::uint64_t* marks) {
  const __m512i one = _mm512_set1_epi32(1);
  const __m512i words = _mm512_maskz_srli_epi32(there, ends, 5);
  const __m512i bits = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), there, words, marks, sizeof(std::uint32_t));
  const __m512i place = _mm512_maskz_and_epi32(there, ends, _mm512_set1_epi32(31));
  return _mm512_maskz_and_epi32(there, _mm512_maskz_srlv_epi32(there, bits, place), one);
}

__attribute__((target("avx512f,avx512vl,avx512bw"))) std::uint64_t marked_ends_by_vectors(
    const Oriented& rows, std::span<const std::uint32_t> ranks, const std::uint64_t* marks) {
  __m512i sum = _mm512_setzero_si512();
  for (const std::uint32_t rank : ranks) {
    const OrientedRow row = rows[rank];
    for (std::uint64_t i = 0; i < row.nears(); i += lanes) {
      const __mmask16 there = first_lanes(row.nears() - i);
      const __m256i ends = _mm256_maskz_loadu_epi16(there, row.near_ends() + i);
      sum = _mm512_add_epi32(sum, told(_mm512_maskz_cvtepu16_epi32(there, ends), there, marks));
    }
    for (std::uint64_t i = 0; i < row.fars(); i += lanes) {
      const __mmask16 there = first_lanes(row.fars() - i);
      sum = _mm512_add_epi32(sum, told(_mm512_maskz_loadu_epi32(there, row.far_ends() + 2 * i), there, marks));
    }
  }
  alignas(64) std::uint32_t sums[lanes];
  _mm512_store_si512(sums, sum);
  std::uint64_t found = 0;
  for (const std::uint32_t lane : sums) found += lane;
  return found;
}

}  // namespace
#endif

MarkedEnds marked_ends() {
#ifdef ATOLL_VECTORS
  if (has_avx512_words()) return marked_ends_by_vectors;
#endif
  return marked_ends_one_by_one;
}

}  // namespace Atoll::kernels
