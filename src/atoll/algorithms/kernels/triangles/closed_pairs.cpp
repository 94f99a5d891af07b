// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/closed_pairs.hpp"

#include <algorithm>
#include <cstddef>

#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {
namespace {

// Whether `v` has the neighbour `w`. It has at least one.
bool is_beside(const Rows& rows, std::uint32_t v, std::uint32_t w) {
  constexpr std::uint64_t usual = 4;  // looked at without a question
  const auto row = rows[v];
  bool found = false;
  for (std::uint64_t i = 0; i < usual; ++i) found |= row[std::min(i, row.size() - 1)] == w;
  for (std::uint64_t i = usual; i < row.size(); ++i) found |= row[i] == w;
  return found;
}

}  // namespace

std::uint64_t closed_pairs_one_by_one(const Rows& rows, std::span<const std::uint32_t> vertices) {
  std::uint64_t found = 0;
  for (const std::uint32_t u : vertices) {
    const auto row = rows[u];
    for (std::size_t i = 1; i < row.size() && row[i] < u; ++i) {
      if (row[i] == row[i - 1]) continue;
      for (std::size_t j = 0; j < i; ++j) {
        if (j == 0 || row[j] != row[j - 1]) found += is_beside(rows, row[i], row[j]) ? 1u : 0u;
      }
    }
  }
  return found;
}

#ifdef ATOLL_VECTORS
namespace {

constexpr std::size_t ends_at_once = 16;

// Those of `wanted` that are in a sorted row, each once: few rows are longer than a vector where pairs are counted so.
std::uint64_t ends_in_long(std::span<const std::uint32_t> row, std::span<const std::uint32_t> wanted) {
  std::uint64_t found = 0;
  for (std::size_t j = 0; j < wanted.size(); ++j) {
    if (j == 0 || wanted[j] != wanted[j - 1]) found += std::ranges::binary_search(row, wanted[j]) ? 1u : 0u;
  }
  return found;
}

__attribute__((target("avx512f"))) std::uint64_t closed_pairs_by_vectors(const Rows& rows,
                                                                         std::span<const std::uint32_t> vertices) {
  std::uint64_t found = 0;
  for (const std::uint32_t u : vertices) {
    const auto row = rows[u];
    for (std::size_t i = 1; i < row.size() && row[i] < u; ++i) {
      if (row[i] == row[i - 1]) continue;
      const auto beside = rows[row[i]];
      if (beside.size() > ends_at_once) {
        found += ends_in_long(beside, row.first(i));
        continue;
      }
      const auto there = static_cast<__mmask16>((1u << beside.size()) - 1);
      const __m512i ends = _mm512_maskz_loadu_epi32(there, beside.data());
      for (std::size_t j = 0; j < i; ++j) {  // the last of equal ones counts
        const __mmask16 met = _mm512_mask_cmpeq_epu32_mask(there, ends, _mm512_set1_epi32(static_cast<int>(row[j])));
        found += (met != 0 ? 1u : 0u) & (row[j] != row[j + 1] ? 1u : 0u);
      }
    }
  }
  return found;
}

}  // namespace
#endif

ClosedPairs closed_pairs() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return closed_pairs_by_vectors;
#endif
  return closed_pairs_one_by_one;
}

}  // namespace Atoll::kernels
