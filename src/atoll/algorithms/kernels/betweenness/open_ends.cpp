// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/betweenness/open_ends.hpp"

#include <algorithm>

#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

#ifdef ATOLL_VECTORS
namespace {

// Of up to eight ends of a row. Bitmaps as words of 32 bits: this is a little-endian machine.
__attribute__((target("avx2"), always_inline)) inline std::uint64_t open_of_eight(std::span<const std::uint32_t> row,
                                                                                  std::size_t i, std::uint32_t before,
                                                                                  const std::uint64_t* closed) {
  const auto* const at = reinterpret_cast<const int*>(row.data() + i);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i within =
      _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(std::min<std::size_t>(row.size() - i, 8))), lanes);
  const __m256i ends = _mm256_maskload_epi32(at, within);
  const __m256i moved = _mm256_permutevar8x32_epi32(ends, _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6));
  const __m256i last = _mm256_blend_epi32(moved, _mm256_set1_epi32(static_cast<int>(before)), 1);
  const __m256i there = _mm256_andnot_si256(_mm256_cmpeq_epi32(ends, last), within);
  const __m256i words = _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), reinterpret_cast<const int*>(closed),
                                                    _mm256_srli_epi32(ends, 5), there, 4);
  const __m256i last_bit = _mm256_set1_epi32(31);
  const __m256i signs = _mm256_sllv_epi32(words, _mm256_andnot_si256(ends, last_bit));
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_andnot_si256(signs, there))));
}

__attribute__((target("avx2"))) std::uint64_t open_ends_by_vectors(std::span<const std::uint32_t> row,
                                                                   std::uint32_t before, const std::uint64_t* closed) {
  std::uint64_t open = 0;
  for (std::size_t i = 0; i < row.size(); i += 8) {
    open |= open_of_eight(row, i, i == 0 ? before : row[i - 1], closed) << i;
  }
  return open;
}

}  // namespace
#endif

OpenEnds open_ends() {
#ifdef ATOLL_VECTORS
  if (has_avx2()) return open_ends_by_vectors;
#endif
  return open_ends_one_by_one;
}

}  // namespace Atoll::kernels
