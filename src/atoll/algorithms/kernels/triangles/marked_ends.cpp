// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/marked_ends.hpp"

#include <bit>
#include <cstddef>

#include "atoll/base/bits.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

std::uint64_t marked_ends_one_by_one(const Oriented& rows, std::span<const std::uint32_t> ranks,
                                     const std::uint64_t* marks) {
  std::uint64_t found = 0;
  for (const std::uint32_t rank : ranks)
    rows[rank].for_each([&](std::uint32_t end) { found += test_bit(marks, end) ? 1u : 0u; });
  return found;
}

std::uint64_t marked_below_one_by_one(const Rows& rows, std::span<const std::uint32_t> vertices,
                                      const std::uint64_t* marks) {
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::uint32_t v = vertices[i];
    if (i > 0 && v == vertices[i - 1]) continue;
    std::uint32_t before = v;
    for (const std::uint32_t end : rows[v]) {
      if (end >= v) break;
      found += std::uint64_t{test_bit(marks, end)} & std::uint64_t{end != before};
      before = end;
    }
  }
  return found;
}

#ifdef ATOLL_VECTORS
namespace {

constexpr std::uint64_t lanes = 16;

__attribute__((target("avx512f,popcnt"), always_inline)) inline std::uint64_t marked(__m512i ends, __mmask16 there,
                                                                                     const std::uint64_t* marks) {
  return static_cast<std::uint64_t>(std::popcount(static_cast<std::uint16_t>(test_bits(marks, ends, there))));
}

__attribute__((target("avx512f,avx512vl,avx512bw,popcnt"))) std::uint64_t marked_ends_by_vectors(
    const Oriented& rows, std::span<const std::uint32_t> ranks, const std::uint64_t* marks) {
  std::uint64_t found = 0;
  for (const std::uint32_t rank : ranks) {
    const OrientedRow row = rows[rank];
    for (std::uint64_t i = 0; i < row.nears(); i += lanes) {
      const __mmask16 there = first_lanes(row.nears() - i);
      const __m256i ends = _mm256_maskz_loadu_epi16(there, row.near_ends() + i);
      found += marked(_mm512_maskz_cvtepu16_epi32(there, ends), there, marks);
    }
    for (std::uint64_t i = 0; i < row.fars(); i += lanes) {
      const __mmask16 there = first_lanes(row.fars() - i);
      found += marked(_mm512_maskz_loadu_epi32(there, row.far_ends() + 2 * i), there, marks);
    }
  }
  return found;
}

// The ends below v of a piece of its row, but those that the one before them is, too; `first`: of the row.
struct Fresh {
  __m512i ends;
  __mmask16 below;
  __mmask16 fresh;
};
__attribute__((target("avx512f"), always_inline)) inline Fresh fresh_ends(const std::uint32_t* piece, __mmask16 there,
                                                                          bool first, std::uint32_t v) {
  const __m512i own = _mm512_set1_epi32(static_cast<int>(v));
  const __m512i ends = _mm512_maskz_loadu_epi32(there, piece);
  const auto behind = static_cast<__mmask16>(there & (first ? ~1u : ~0u));
  const __m512i before = _mm512_mask_loadu_epi32(own, behind, piece - 1);
  const __mmask16 below = _mm512_mask_cmplt_epu32_mask(there, ends, own);
  return {ends, below, _mm512_mask_cmpneq_epu32_mask(below, ends, before)};
}

__attribute__((target("avx512f,popcnt"))) std::uint64_t marked_below_by_vectors(const Rows& rows,
                                                                                std::span<const std::uint32_t> vertices,
                                                                                const std::uint64_t* marks) {
  constexpr __mmask16 all = 0xffff;
  std::uint64_t found = 0;
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const std::uint32_t v = vertices[i];
    if (i > 0 && v == vertices[i - 1]) continue;
    const auto row = rows[v];
    __mmask16 below = all;
    for (std::uint64_t e = 0; e < row.size() && below == all; e += lanes) {
      const Fresh piece = fresh_ends(row.data() + e, first_lanes(row.size() - e), e == 0, v);
      found += marked(piece.ends, piece.fresh, marks);
      below = piece.below;
    }
  }
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

MarkedBelow marked_below() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return marked_below_by_vectors;
#endif
  return marked_below_one_by_one;
}

}  // namespace Atoll::kernels
