// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/rank_moves.hpp"

#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

#ifdef ATOLL_VECTORS
namespace {

constexpr std::uint64_t moves_per_vector = 8;

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
      _mm256_storeu_ps(moves.step + v, step);
      distance = _mm256_add_ps(distance, _mm256_andnot_ps(sign, heard));
      sum = _mm256_add_ps(sum, heard);
      squares = _mm256_add_ps(squares, _mm256_mul_ps(step, step));
      if constexpr (rounds > 0)
        with_first = _mm256_add_ps(with_first, _mm256_mul_ps(step, _mm256_loadu_ps(moves.earlier[0] + v)));
      if constexpr (rounds > 1)
        with_second = _mm256_add_ps(with_second, _mm256_mul_ps(step, _mm256_loadu_ps(moves.earlier[1] + v)));
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
