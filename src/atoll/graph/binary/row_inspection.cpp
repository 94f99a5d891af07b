// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/binary/row_inspection.hpp"

#include "atoll/base/vectors.hpp"

namespace Atoll {

#ifdef ATOLL_VECTORS
namespace {

#define ATOLL_PRODUCTS __attribute__((target("avx512f,avx512vl,avx512dq")))
#define ATOLL_PRODUCTS_INLINE __attribute__((target("avx512f,avx512vl,avx512dq"), always_inline)) inline

// The low halves of those that are there, times a factor. (In gcc's headers only what has a mask that clears is free of a
// register that is read before it is written.)
ATOLL_PRODUCTS_INLINE __m512i product(__m512i lanes, __mmask8 there, std::uint64_t factor) {
  return _mm512_maskz_mul_epu32(there, lanes, _mm512_set1_epi64(static_cast<long long>(factor)));
}
template <unsigned bits>
ATOLL_PRODUCTS_INLINE __m512i mixed(__m512i lanes, __mmask8 there) {
  return _mm512_xor_si512(lanes, _mm512_maskz_srli_epi64(there, lanes, bits));
}

// row_hash::Narrow of 32-bit numbers, each in 64 bits.
ATOLL_PRODUCTS_INLINE __m512i hashes_of(__m512i ids, __mmask8 there, __m512i salt) {
  const __m512i first = product(_mm512_xor_si512(ids, salt), there, row_hash::Narrow::factors[0]);
  const __m512i second = product(mixed<32>(first, there), there, row_hash::Narrow::factors[1]);
  const __m512i third = product(mixed<29>(second, there), there, row_hash::Narrow::factors[2]);
  return _mm512_or_si512(_mm512_xor_si512(_mm512_maskz_rol_epi64(there, second, 32), third), _mm512_set1_epi64(1));
}

template <Rows kind>
ATOLL_PRODUCTS Inspection inspect_kind(const Csr<std::uint32_t>& rows, std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t lanes = 8;
  constexpr __mmask8 all = 0xff;
  const std::uint64_t vertices = rows.offsets.size() - 1;
  const std::uint32_t* const targets = rows.targets.data();
  const __m512i salt = _mm512_set1_epi64(static_cast<std::uint32_t>(row_hash::of_target(kind)));
  const __m256i most = _mm256_set1_epi32(static_cast<int>(vertices - 1));
  __m512i sum = _mm512_setzero_si512();
  __mmask8 wrong_order = 0, beyond = 0;
  for (std::uint64_t u = row_of(rows.offsets, begin); u < vertices && rows.offsets[u] < end; ++u) {
    const std::uint64_t first = std::max(begin, rows.offsets[u]);
    const std::uint64_t last = std::min(end, rows.offsets[u + 1]);
    const __m256i own = _mm256_set1_epi32(static_cast<int>(u));
    __m512i of_row = _mm512_setzero_si512();
    for (std::uint64_t e = first; e < last; e += lanes) {
      const auto there = static_cast<__mmask8>(last - e >= lanes ? all : (1u << (last - e)) - 1);
      const auto behind = static_cast<__mmask8>(there & (e == first ? ~1u : ~0u));
      const __m256i ends = _mm256_maskz_loadu_epi32(there, targets + e);
      const __m256i before = _mm256_maskz_loadu_epi32(behind, targets + e - 1);
      wrong_order |= _mm256_mask_cmpgt_epu32_mask(behind, before, ends);
      beyond |= _mm256_mask_cmpgt_epu32_mask(there, ends, most);
      const __m512i hashes = hashes_of(_mm512_maskz_cvtepu32_epi64(there, ends), there, salt);
      if constexpr (kind == Rows::both_ways) {
        of_row = _mm512_mask_add_epi64(of_row, _mm256_mask_cmpgt_epu32_mask(there, ends, own), of_row, hashes);
        of_row = _mm512_mask_sub_epi64(of_row, _mm256_mask_cmplt_epu32_mask(there, ends, own), of_row, hashes);
      } else {
        of_row = _mm512_mask_add_epi64(of_row, there, of_row, hashes);
      }
    }
    const std::uint64_t factor = row_hash::Narrow::of(static_cast<std::uint32_t>(u), row_hash::of_source(kind));
    sum =
        _mm512_add_epi64(sum, _mm512_maskz_mullo_epi64(all, of_row, _mm512_set1_epi64(static_cast<long long>(factor))));
  }
  return {.sorted = wrong_order == 0, .in_range = beyond == 0, .sum = sum_of_lanes<std::uint64_t>(sum)};
}

Inspection inspect_eight_at_once(const Csr<std::uint32_t>& rows, Rows kind, std::uint64_t begin, std::uint64_t end) {
  switch (kind) {
    case Rows::both_ways: return inspect_kind<Rows::both_ways>(rows, begin, end);
    case Rows::forward: return inspect_kind<Rows::forward>(rows, begin, end);
    case Rows::turned: break;
  }
  return inspect_kind<Rows::turned>(rows, begin, end);
}

#undef ATOLL_PRODUCTS
#undef ATOLL_PRODUCTS_INLINE

}  // namespace
#endif

InspectByVectors inspect_by_vectors() {
#ifdef ATOLL_VECTORS
  if (has_avx512_products()) return inspect_eight_at_once;
#endif
  return nullptr;
}

}  // namespace Atoll
