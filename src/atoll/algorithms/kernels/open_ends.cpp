// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/open_ends.hpp"

#include <algorithm>

#include "atoll/algorithms/kernels/vectors.hpp"

namespace Atoll::kernels {

std::uint64_t open_ends_one_by_one(std::span<const std::uint32_t> row, std::uint32_t before,
                                   const std::uint32_t* places, std::uint32_t first, std::uint32_t next) {
  std::uint64_t open = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::uint32_t place = places[row[i]];
    open |= std::uint64_t{row[i] != before && (place < first || place >= next)} << i;
    before = row[i];
  }
  return open;
}

#ifdef ATOLL_VECTORS
namespace {

// Vectors index by signed numbers.
constexpr std::uint64_t slots_max = std::uint64_t{1} << 31;

// Up to eight ends of a row, and their places.
struct Ends {
  __m256i there;  // all bits, where there is an end that is not the one before
  __m256i places;
};

__attribute__((target("avx2"), always_inline)) inline Ends ends_at(std::span<const std::uint32_t> row, std::size_t i,
                                                                   std::uint32_t before, const std::uint32_t* places) {
  const auto* const at = reinterpret_cast<const int*>(row.data() + i);
  const __m256i lanes = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
  const __m256i within =
      _mm256_cmpgt_epi32(_mm256_set1_epi32(static_cast<int>(std::min<std::size_t>(row.size() - i, 8))), lanes);
  const __m256i ends = _mm256_maskload_epi32(at, within);
  const __m256i moved = _mm256_permutevar8x32_epi32(ends, _mm256_setr_epi32(7, 0, 1, 2, 3, 4, 5, 6));
  const __m256i last = _mm256_blend_epi32(moved, _mm256_set1_epi32(static_cast<int>(before)), 1);
  const __m256i there = _mm256_andnot_si256(_mm256_cmpeq_epi32(ends, last), within);
  const __m256i found =
      _mm256_mask_i32gather_epi32(_mm256_setzero_si256(), reinterpret_cast<const int*>(places), ends, there, 4);
  return {there, found};
}

// All bits, where a place is `from` or beyond.
__attribute__((target("avx2"), always_inline)) inline __m256i at_least(__m256i places, std::uint32_t from) {
  return _mm256_cmpeq_epi32(_mm256_max_epu32(places, _mm256_set1_epi32(static_cast<int>(from))), places);
}

__attribute__((target("avx2"))) std::uint64_t open_ends_by_vectors(std::span<const std::uint32_t> row,
                                                                   std::uint32_t before, const std::uint32_t* places,
                                                                   std::uint32_t first, std::uint32_t next) {
  std::uint64_t open = 0;
  for (std::size_t i = 0; i < row.size(); i += 8) {
    const Ends eight = ends_at(row, i, before, places);
    const __m256i closed = _mm256_andnot_si256(at_least(eight.places, next), at_least(eight.places, first));
    const auto bits =
        static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_andnot_si256(closed, eight.there))));
    open |= std::uint64_t{bits} << i;
    if (i + 8 < row.size()) before = row[i + 7];
  }
  return open;
}

}  // namespace
#endif

OpenEnds open_ends([[maybe_unused]] std::uint64_t slots) {
#ifdef ATOLL_VECTORS
  if (has_avx2() && slots <= slots_max) return open_ends_by_vectors;
#endif
  return open_ends_one_by_one;
}

}  // namespace Atoll::kernels
