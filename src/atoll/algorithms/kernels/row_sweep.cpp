// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/row_sweep.hpp"

#include "atoll/algorithms/kernels/vectors.hpp"

namespace Atoll::kernels {

#ifdef ATOLL_VECTORS
namespace {

__attribute__((target("avx2"))) float sum_of_lanes(__m256 lanes) {
  const __m128 four = _mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps(lanes, 1));
  const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}

// Indices are signed, and newer is one: fewer than 2^30 vertices.
constexpr std::uint32_t vertices_max = 1u << 30;

// Where to hear of these ends: of those in [first, v), `newer` beyond.
template <bool apart>
__attribute__((target("avx2"), always_inline)) inline __m256i place(__m256i row, std::ptrdiff_t newer,
                                                                    std::uint32_t first, std::uint32_t v) {
  if constexpr (!apart) return row;
  const __m256i from_first = _mm256_sub_epi32(row, _mm256_set1_epi32(static_cast<int>(first)));
  const __m256i passed = _mm256_max_epu32(from_first, _mm256_set1_epi32(static_cast<int>(v - first)));
  const __m256i later = _mm256_cmpeq_epi32(passed, from_first);
  return _mm256_add_epi32(row, _mm256_andnot_si256(later, _mm256_set1_epi32(static_cast<int>(newer))));
}

template <bool apart>
__attribute__((target("avx2"))) void sweep_by_vectors(const RowSweep<float>& sweep, std::uint32_t first,
                                                      std::uint32_t last) {
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const auto* const ends = reinterpret_cast<const int*>(sweep.rows.ends);
  std::uint64_t e = sweep.rows.offsets[first];
  for (std::uint32_t v = first; v < last; ++v) {
    const std::uint64_t end = sweep.rows.offsets[v + 1];
    __m256 sums = _mm256_setzero_ps();
    for (; e + 8 < end; e += 8) {
      const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ends + e));
      sums = _mm256_add_ps(sums, _mm256_i32gather_ps(sweep.heard, place<apart>(row, sweep.newer, first, v), 4));
    }
    const __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(end - e)), lanes);
    const __m256i row = _mm256_maskload_epi32(ends + e, there);
    const __m256 nothing = _mm256_setzero_ps();
    sums = _mm256_add_ps(sums, _mm256_mask_i32gather_ps(nothing, sweep.heard, place<apart>(row, sweep.newer, first, v),
                                                        _mm256_castsi256_ps(there), 4));
    sweep.said[v] = (sweep.base + sweep.damping * sum_of_lanes(sums)) * sweep.share[v];
    e = end;
  }
}

}  // namespace
#endif

void sweep_rows(const RowSweep<float>& sweep, std::uint32_t first, std::uint32_t last) {
#ifdef ATOLL_VECTORS
  if (has_avx2() && sweep.vertices < vertices_max && sweep.jump.marks.empty())
    return sweep.newer == 0 ? sweep_by_vectors<false>(sweep, first, last) : sweep_by_vectors<true>(sweep, first, last);
#endif
  sweep_plainly(sweep, first, last);
}

}  // namespace Atoll::kernels
