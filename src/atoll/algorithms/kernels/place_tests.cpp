// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/level_tests.hpp"

#include <algorithm>

#include "atoll/algorithms/kernels/vectors.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint32_t nobody = ~std::uint32_t{0};

std::uint64_t open_one_by_one(std::span<const std::uint32_t> row, std::uint32_t before, const std::uint32_t* levels,
                              std::uint32_t unreached, std::uint32_t next) {
  std::uint64_t open = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::uint32_t level = levels[row[i]];
    open |= std::uint64_t{row[i] != before && (level < unreached || level == next)} << i;
    before = row[i];
  }
  return open;
}

double sum_one_by_one(std::span<const std::uint32_t> row, const std::uint32_t* levels, std::uint32_t next,
                      const double* values) {
  double sum = 0;
  std::uint32_t before = nobody;
  for (const std::uint32_t w : row) {
    if (w != before && levels[w] == next) sum += values[w];
    before = w;
  }
  return sum;
}

#ifdef ATOLL_VECTORS
// Vectors index by signed numbers.
constexpr std::uint64_t slots_max = std::uint64_t{1} << 31;

// Up to eight ends of a row, and their levels.
struct Ends {
  __m256i there;  // all bits, where there is an end that is not the one before
  __m256i ends;
  __m256i levels;
};

__attribute__((target("avx2"), always_inline)) inline Ends ends_at(std::span<const std::uint32_t> row, std::size_t i,
                                                                   std::uint32_t before, const std::uint32_t* levels) {
  const auto* const at = reinterpret_cast<const int*>(row.data() + i);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i within =
      _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(std::min<std::size_t>(row.size() - i, 8))), lanes);
  const __m256i ends = _mm256_maskload_epi32(at, within);
  const __m256i moved = _mm256_permutevar8x32_epi32(ends, _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6));
  const __m256i last = _mm256_blend_epi32(moved, _mm256_set1_epi32(static_cast<int>(before)), 1);
  const __m256i there = _mm256_andnot_si256(_mm256_cmpeq_epi32(ends, last), within);
  const __m256i found =
      _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), reinterpret_cast<const int*>(levels), ends, there, 4);
  return {there, ends, found};
}

__attribute__((target("avx2"))) std::uint64_t open_by_vectors(std::span<const std::uint32_t> row, std::uint32_t before,
                                                              const std::uint32_t* levels, std::uint32_t unreached,
                                                              std::uint32_t next) {
  std::uint64_t open = 0;
  const __m256i reached = _mm256_set1_epi32(static_cast<int>(unreached));
  for (std::size_t i = 0; i < row.size(); i += 8) {
    const Ends eight = ends_at(row, i, before, levels);
    const __m256i at_least = _mm256_cmpeq_epi32(_mm256_max_epu32(eight.levels, reached), eight.levels);
    const __m256i of_next = _mm256_cmpeq_epi32(eight.levels, _mm256_set1_epi32(static_cast<int>(next)));
    const __m256i closed = _mm256_andnot_si256(of_next, at_least);
    const auto bits =
        static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_andnot_si256(closed, eight.there))));
    open |= std::uint64_t{bits} << i;
    if (i + 8 < row.size()) before = row[i + 7];
  }
  return open;
}

__attribute__((target("avx2"))) double sum_by_vectors(std::span<const std::uint32_t> row, const std::uint32_t* levels,
                                                      std::uint32_t next, const double* values) {
  const __m256d nothing = _mm256_setzero_pd();
  __m256d sums = nothing;
  std::uint32_t before = nobody;
  for (std::size_t i = 0; i < row.size(); i += 8) {
    const Ends eight = ends_at(row, i, before, levels);
    const __m256i of_next =
        _mm256_and_si256(_mm256_cmpeq_epi32(eight.levels, _mm256_set1_epi32(static_cast<int>(next))), eight.there);
    if (_mm256_testz_si256(of_next, of_next) == 0) {
      const __m256d first = _mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm256_castsi256_si128(of_next)));
      const __m256d second = _mm256_castsi256_pd(_mm256_cvtepi32_epi64(_mm256_extracti128_si256(of_next, 1)));
      const __m128i ends = _mm256_castsi256_si128(eight.ends);
      const __m128i more = _mm256_extracti128_si256(eight.ends, 1);
      sums = _mm256_add_pd(sums, _mm256_mask_i32gather_pd(nothing, values, ends, first, 8));
      sums = _mm256_add_pd(sums, _mm256_mask_i32gather_pd(nothing, values, more, second, 8));
    }
    if (i + 8 < row.size()) before = row[i + 7];
  }
  const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(sums), _mm256_extractf128_pd(sums, 1));
  return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
#endif

}  // namespace

LevelTests level_tests_one_by_one() { return {open_one_by_one, sum_one_by_one}; }

LevelTests level_tests([[maybe_unused]] std::uint64_t slots) {
#ifdef ATOLL_VECTORS
  if (has_avx2() && slots <= slots_max) return {open_by_vectors, sum_by_vectors};
#endif
  return level_tests_one_by_one();
}

}  // namespace Atoll::kernels
