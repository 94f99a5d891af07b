// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/rank_moves.hpp"

#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

#ifdef ATOLL_VECTORS
namespace {

constexpr std::uint64_t moves_per_vector = 8;

// As BFloat16.
__attribute__((target("avx2"), always_inline)) inline __m128i halves_of(__m256 numbers) {
  const __m256i bits = _mm256_castps_si256(numbers);
  const __m256i is_odd = _mm256_and_si256(_mm256_srli_epi32(bits, 16), _mm256_set1_epi32(1));
  const __m256i rounded = _mm256_add_epi32(_mm256_add_epi32(bits, _mm256_set1_epi32(0x7fff)), is_odd);
  const __m256i upper = _mm256_srli_epi32(rounded, 16);
  return _mm_packus_epi32(_mm256_castsi256_si128(upper), _mm256_extracti128_si256(upper, 1));
}
__attribute__((target("avx2"), always_inline)) inline __m256 floats_of(__m128i halves) {
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16));
}
__attribute__((target("avx2"), always_inline)) inline __m256 load_floats(const BFloat16* from) {
  static_assert(sizeof(BFloat16) == sizeof(std::uint16_t));
  return floats_of(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
}

// Of whole vectors. How many rounds before there are is not asked in the loop.
template <std::size_t rounds>
__attribute__((target("avx2"))) MoveSums move_by_vectors(const RankMoves<float>& moves, std::uint64_t first,
                                                         std::uint64_t last) {
  const __m256 one = _mm256_set1_ps(1);
  const __m256 sign = _mm256_set1_ps(-0.0F);
  MoveSums all;
  for (std::uint64_t begin = first; begin < last; begin += moves_per_run) {
    __m256 distance = _mm256_setzero_ps(), sum = distance, squares = distance, with_first = distance,
           with_second = distance;
    const std::uint64_t end = std::min(begin + moves_per_run, last);
    for (std::uint64_t v = begin; v < end; v += moves_per_vector) {
      const __m256 share = _mm256_loadu_ps(moves.share + v);
      const __m256 moved = _mm256_sub_ps(_mm256_loadu_ps(moves.now + v), _mm256_loadu_ps(moves.before + v));
      const __m256 step = _mm256_div_ps(moved, share);
      const __m256 heard = _mm256_and_ps(step, _mm256_cmp_ps(share, one, _CMP_LE_OQ));
      distance = _mm256_add_ps(distance, _mm256_andnot_ps(sign, heard));
      sum = _mm256_add_ps(sum, heard);
      const __m128i halves = halves_of(step);
      _mm_storeu_si128(reinterpret_cast<__m128i*>(moves.step + v), halves);
      const __m256 kept = floats_of(halves);
      squares = _mm256_add_ps(squares, _mm256_mul_ps(kept, kept));
      if constexpr (rounds > 0)
        with_first = _mm256_add_ps(with_first, _mm256_mul_ps(kept, load_floats(moves.earlier[0] + v)));
      if constexpr (rounds > 1)
        with_second = _mm256_add_ps(with_second, _mm256_mul_ps(kept, load_floats(moves.earlier[1] + v)));
    }
    all.distance += static_cast<double>(sum_of_lanes(distance));
    all.sum += static_cast<double>(sum_of_lanes(sum));
    all.products[rounds] += static_cast<double>(sum_of_lanes(squares));
    if constexpr (rounds > 0) all.products[0] += static_cast<double>(sum_of_lanes(with_first));
    if constexpr (rounds > 1) all.products[1] += static_cast<double>(sum_of_lanes(with_second));
  }
  return all;
}

}  // namespace
#endif

MoveSums move_ranks(const RankMoves<float>& moves, std::uint64_t first, std::uint64_t last) {
#ifdef ATOLL_VECTORS
  if (has_avx2()) {
    constexpr std::array by_rounds{move_by_vectors<0>, move_by_vectors<1>, move_by_vectors<2>};
    const std::uint64_t whole = last - (last - first) % moves_per_vector;
    MoveSums all = by_rounds[moves.rounds](moves, first, whole);
    return all += move_plainly(moves, whole, last);
  }
#endif
  return move_plainly(moves, first, last);
}

}  // namespace Atoll::kernels
