// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/common_bits.hpp"

#include <bit>

#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

std::uint64_t common_bits_by_words(std::span<const BitRow> rows, const std::uint64_t* marks) {
  std::uint64_t count = 0;
  for (const BitRow& row : rows) {
    for (std::size_t i = 0; i < row.words; ++i)
      count += static_cast<std::uint64_t>(std::popcount(row.bits[i] & marks[i]));
  }
  return count;
}

#ifdef ATOLL_VECTORS
namespace {

__attribute__((target("avx512f,avx512vpopcntdq"))) std::uint64_t common_bits_by_vectors(std::span<const BitRow> rows,
                                                                                        const std::uint64_t* marks) {
  __m512i sum = _mm512_setzero_si512();
  for (const BitRow& row : rows) {
    for (std::size_t i = 0; i < row.words; i += words_per_vector) {
      const __m512i both = _mm512_and_si512(_mm512_loadu_si512(row.bits + i), _mm512_loadu_si512(marks + i));
      sum = _mm512_add_epi64(sum, _mm512_popcnt_epi64(both));
    }
  }
  return sum_of_lanes<std::uint64_t>(sum);
}

}  // namespace
#endif

CommonBits common_bits() {
#ifdef ATOLL_VECTORS
  if (has_avx512_popcount()) return common_bits_by_vectors;
#endif
  return common_bits_by_words;
}

}  // namespace Atoll::kernels
