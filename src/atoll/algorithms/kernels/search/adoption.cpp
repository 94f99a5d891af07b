// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/adoption.hpp"

#include <bit>

#include "atoll/base/bits.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

std::uint64_t adopt_one_by_one(const std::uint64_t* front, const std::uint32_t* ends, std::uint64_t open,
                               std::uint32_t* parents) {
  const std::uint64_t hits = set_bits_where(open, [&](std::uint64_t i) { return test_bit(front, ends[i]); });
  for_set_bits(hits, 0, [&](std::uint64_t i) { parents[i] = ends[i]; });
  return hits;
}

// Without a branch, for who is hit is not foreseen: who has no such end reads the first of all.
RowHits adopt_rows_one_by_one(const std::uint64_t* front, const std::uint64_t* offsets, const std::uint32_t* ends,
                              std::uint64_t tried, std::uint64_t open, std::uint32_t* parents) {
  RowHits rows;
  for_set_bits(open, 0, [&](std::uint64_t i) {
    const std::uint64_t at = offsets[i] + tried;
    const std::uint64_t there = at < offsets[i + 1] ? 1 : 0;
    const std::uint32_t end = ends[there != 0 ? at : 0];
    const std::uint64_t hit = front[end / 64] >> (end % 64) & there;
    std::uint32_t nobody;
    *(hit != 0 ? parents + i : &nobody) = end;
    rows.looked |= there << i;
    rows.hits |= hit << i;
  });
  return rows;
}

std::uint64_t with_ends_one_by_one(const std::uint64_t* offsets, std::uint64_t open) {
  return set_bits_where(open, [&](std::uint64_t i) { return offsets[i] != offsets[i + 1]; });
}

#ifdef ATOLL_VECTORS
namespace {

__attribute__((target("avx512f"))) std::uint64_t adopt_by_vectors(const std::uint64_t* front, const std::uint32_t* ends,
                                                                  std::uint64_t open, std::uint32_t* parents) {
  std::uint64_t hits = 0;
  for (int i = 0; i < 64; i += 16) {
    const auto lanes = static_cast<__mmask16>(open >> i);
    const __m512i end = _mm512_loadu_si512(ends + i);
    const __mmask16 set = test_bits(front, end, lanes);
    _mm512_mask_storeu_epi32(parents + i, set, end);
    hits |= std::uint64_t{set} << i;
  }
  return hits;
}

// Eight rows at a time, so that their ends are fetched together.
__attribute__((target("avx512f,avx512vl"))) RowHits adopt_rows_by_vectors(const std::uint64_t* front,
                                                                          const std::uint64_t* offsets,
                                                                          const std::uint32_t* ends,
                                                                          std::uint64_t tried, std::uint64_t open,
                                                                          std::uint32_t* parents) {
  const __m512i skipped = _mm512_set1_epi64(static_cast<long long>(tried));
  RowHits rows;
  for (int i = 0; i < 64; i += 8) {
    const auto some = static_cast<__mmask8>(open >> i);
    if (some == 0) continue;
    const __m512i at = _mm512_add_epi64(_mm512_maskz_loadu_epi64(some, offsets + i), skipped);
    const __m512i next = _mm512_maskz_loadu_epi64(some, offsets + i + 1);
    const __mmask8 lanes = _mm512_mask_cmplt_epu64_mask(some, at, next);
    const __m256i end = _mm512_mask_i64gather_epi32(_mm256_setzero_si256(), lanes, at, ends, 4);
    const __mmask8 set = test_bits(front, end, lanes);
    _mm256_mask_storeu_epi32(parents + i, set, end);
    rows.looked |= std::uint64_t{lanes} << i;
    rows.hits |= std::uint64_t{set} << i;
  }
  return rows;
}

// Where a gather takes as long for one lane as for all.
RowHits adopt_rows_by_either(const std::uint64_t* front, const std::uint64_t* offsets, const std::uint32_t* ends,
                             std::uint64_t tried, std::uint64_t open, std::uint32_t* parents) {
  constexpr int rows_that_pay = 24;
  const bool few = std::popcount(open) < rows_that_pay;
  return (few ? adopt_rows_one_by_one : adopt_rows_by_vectors)(front, offsets, ends, tried, open, parents);
}

__attribute__((target("avx512f"))) std::uint64_t with_ends_by_vectors(const std::uint64_t* offsets,
                                                                      std::uint64_t open) {
  std::uint64_t some = 0;
  for (int i = 0; i < 64; i += 8) {
    const auto rows = static_cast<__mmask8>(open >> i);
    const __m512i begin = _mm512_maskz_loadu_epi64(rows, offsets + i);
    const __m512i end = _mm512_maskz_loadu_epi64(rows, offsets + i + 1);
    some |= std::uint64_t{_mm512_mask_cmpneq_epu64_mask(rows, begin, end)} << i;
  }
  return some;
}

}  // namespace
#endif

RowAdoption row_adoption() {
#ifdef ATOLL_VECTORS
  if (has_fast_gathers()) return adopt_rows_by_vectors;
  if (has_avx512()) return adopt_rows_by_either;
#endif
  return adopt_rows_one_by_one;
}

WithEnds with_ends() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return with_ends_by_vectors;
#endif
  return with_ends_one_by_one;
}

Adoption adoption() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return adopt_by_vectors;
#endif
  return adopt_one_by_one;
}

std::uint64_t row_ends_that_pay() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return 3;
#endif
  return 1;
}

}  // namespace Atoll::kernels
