// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/row_sweep.hpp"

#include <array>

#include "atoll/algorithms/kernels/vectors.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {

#ifdef ATOLL_VECTORS
namespace {

// Of eight vectors of eight lanes, the sum of each.
__attribute__((target("avx2"), always_inline)) inline __m256 sums_of_vectors(const float* lanes) {
  const __m256 a = _mm256_hadd_ps(_mm256_load_ps(lanes), _mm256_load_ps(lanes + 8));
  const __m256 b = _mm256_hadd_ps(_mm256_load_ps(lanes + 16), _mm256_load_ps(lanes + 24));
  const __m256 c = _mm256_hadd_ps(_mm256_load_ps(lanes + 32), _mm256_load_ps(lanes + 40));
  const __m256 d = _mm256_hadd_ps(_mm256_load_ps(lanes + 48), _mm256_load_ps(lanes + 56));
  const __m256 low = _mm256_hadd_ps(a, b);
  const __m256 high = _mm256_hadd_ps(c, d);
  return _mm256_add_ps(_mm256_permute2f128_ps(low, high, 0x20), _mm256_permute2f128_ps(low, high, 0x31));
}

// Indices are signed, and newer is one: fewer than 2^30 vertices.
constexpr std::uint32_t vertices_max = 1u << 30;

// Where to hear of these ends: of those in [first, before), `newer` beyond.
template <bool apart>
__attribute__((target("avx2"), always_inline)) inline __m256i place(__m256i row, std::ptrdiff_t newer,
                                                                    std::uint32_t first, std::uint32_t before) {
  if constexpr (!apart) return row;
  const __m256i from_first = _mm256_sub_epi32(row, _mm256_set1_epi32(static_cast<int>(first)));
  const __m256i passed = _mm256_max_epu32(from_first, _mm256_set1_epi32(static_cast<int>(before - first)));
  const __m256i later = _mm256_cmpeq_epi32(passed, from_first);
  return _mm256_add_epi32(row, _mm256_andnot_si256(later, _mm256_set1_epi32(static_cast<int>(newer))));
}

// The arcs from `e` on to `end`, in eight sums.
template <bool apart>
__attribute__((target("avx2"), always_inline)) inline __m256 add_up(const RowSweep<float>& sweep, std::uint64_t e,
                                                                    std::uint64_t end, std::uint32_t first,
                                                                    std::uint32_t before) {
  const auto* const ends = reinterpret_cast<const int*>(sweep.rows.ends);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256 nothing = _mm256_setzero_ps();
  __m256 sums = nothing;
  for (; e + 8 < end; e += 8) {
    const __m256i row = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(ends + e));
    sums = _mm256_add_ps(sums, _mm256_i32gather_ps(sweep.heard, place<apart>(row, sweep.newer, first, before), 4));
  }
  const __m256i there = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(end - e)), lanes);
  const __m256i row = _mm256_maskload_epi32(ends + e, there);
  const __m256i at = place<apart>(row, sweep.newer, first, before);
  return _mm256_add_ps(sums, _mm256_mask_i32gather_ps(nothing, sweep.heard, at, _mm256_castsi256_ps(there), 4));
}

// Of a row that is not long: loads one by one are faster than a gather, but for its end, which would be guessed wrong.
template <bool apart>
__attribute__((target("avx2"), always_inline)) inline float sum_by_fours(const RowSweep<float>& sweep, std::uint64_t e,
                                                                         std::uint64_t end, std::uint32_t first,
                                                                         std::uint32_t before) {
  constexpr std::size_t lanes = 4;
  const std::uint32_t* const ends = sweep.rows.ends;
  const auto heard = [&](std::uint32_t u) {
    return sweep.heard[u + (apart && u - first < before - first ? sweep.newer : 0)];
  };
  std::array<float, lanes> sums{};
  for (; e + lanes < end; e += lanes) {
    for (std::size_t i = 0; i < lanes; ++i) sums[i] += heard(ends[e + i]);
  }
  const __m128i there = _mm_cmpgt_epi32(_mm_set1_epi32(static_cast<int>(end - e)), _mm_setr_epi32(0, 1, 2, 3));
  const __m128i row = _mm_maskload_epi32(reinterpret_cast<const int*>(ends + e), there);
  const __m128i at = _mm256_castsi256_si128(place<apart>(_mm256_castsi128_si256(row), sweep.newer, first, before));
  const __m128 last = _mm_mask_i32gather_ps(_mm_setzero_ps(), sweep.heard, at, _mm_castsi128_ps(there), 4);
  return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + sum_of_lanes(last);
}

template <bool apart, bool by_fours>
__attribute__((target("avx2"))) void sweep_by_vectors(const RowSweep<float>& sweep, std::uint32_t first,
                                                      std::uint32_t last) {
  constexpr std::uint64_t long_row = 64;
  std::uint64_t e = sweep.rows.offsets[first];
  for (std::uint32_t v = first; v < last; ++v) {
    const std::uint64_t end = sweep.rows.offsets[v + 1];
    const float sum = by_fours && end - e <= long_row ? sum_by_fours<apart>(sweep, e, end, first, v)
                                                      : sum_of_lanes(add_up<apart>(sweep, e, end, first, v));
    sweep.said[v] = (sweep.base + sweep.damping * sum) * sweep.share[v];
    e = end;
  }
}

template <bool apart>
__attribute__((target("avx2"))) void sweep_by_blocks(const RowSweep<float>& sweep, std::uint32_t first,
                                                     std::uint32_t last) {
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  std::uint64_t e = sweep.rows.offsets[first];
  for (std::uint32_t block = first; block < last; block += rows_per_block) {
    const std::uint32_t count = std::min(rows_per_block, last - block);
    alignas(32) std::array<float, 8 * rows_per_block> sums{};
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t end = sweep.rows.offsets[block + i + 1];
      _mm256_store_ps(&sums[std::size_t{8} * i], add_up<apart>(sweep, e, end, first, block));
      e = end;
    }
    const __m256i within = _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(count)), lanes);
    const __m256 damped = _mm256_mul_ps(_mm256_set1_ps(sweep.damping), sums_of_vectors(sums.data()));
    const __m256 rank = _mm256_add_ps(_mm256_set1_ps(sweep.base), damped);
    const __m256 share = _mm256_maskload_ps(sweep.share + block, within);
    _mm256_maskstore_ps(sweep.said + block, within, _mm256_mul_ps(rank, share));
  }
}

template <bool apart>
void sweep_by(const RowSweep<float>& sweep, std::uint32_t first, std::uint32_t last) {
  constexpr std::uint64_t short_in_the_mean = 12;
  if (sweep.block != 1) return sweep_by_blocks<apart>(sweep, first, last);
  const bool by_fours = sweep.rows.offsets[sweep.vertices] <= short_in_the_mean * sweep.vertices;
  by_fours ? sweep_by_vectors<apart, true>(sweep, first, last) : sweep_by_vectors<apart, false>(sweep, first, last);
}

}  // namespace
#endif

bool wait_for_the_row_before(const Rows& rows, std::uint32_t vertices) {
  constexpr std::uint64_t sample = 1024;
  const Random random(1);
  std::uint64_t waiting = 0;
  for (std::uint64_t i = 0; i < sample && vertices > 1; ++i) {
    const auto v = static_cast<std::uint32_t>(1 + random.below(i, vertices - 1));
    waiting += std::ranges::binary_search(rows[v], v - 1) ? 1u : 0u;
  }
  return waiting * 4 >= sample * 3;
}

void sweep_rows(const RowSweep<float>& sweep, std::uint32_t first, std::uint32_t last) {
#ifdef ATOLL_VECTORS
  if (has_avx2() && sweep.vertices < vertices_max && sweep.jump.marks.empty())
    return sweep.newer == 0 ? sweep_by<false>(sweep, first, last) : sweep_by<true>(sweep, first, last);
#endif
  sweep_plainly(sweep, first, last);
}

}  // namespace Atoll::kernels
