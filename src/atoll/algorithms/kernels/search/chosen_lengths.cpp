// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/chosen_lengths.hpp"

#include "atoll/base/bits.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

std::uint64_t chosen_lengths_one_by_one(const std::uint64_t* offsets, std::uint64_t chosen) {
  std::uint64_t sum = 0;
  for_set_bits(chosen, 0, [&](std::uint64_t i) { sum += offsets[i + 1] - offsets[i]; });
  return sum;
}

#ifdef ATOLL_VECTORS
namespace {

__attribute__((target("avx512f"))) std::uint64_t chosen_lengths_by_vectors(const std::uint64_t* offsets,
                                                                           std::uint64_t chosen) {
  __m512i sum = _mm512_setzero_si512();
  for (int i = 0; i < 64; i += 8) {
    const auto lanes = static_cast<__mmask8>(chosen >> i);
    const __m512i begin = _mm512_maskz_loadu_epi64(lanes, offsets + i);
    const __m512i end = _mm512_maskz_loadu_epi64(lanes, offsets + i + 1);
    sum = _mm512_add_epi64(sum, _mm512_sub_epi64(end, begin));
  }
  return sum_of_lanes<std::uint64_t>(sum);
}

}  // namespace
#endif

ChosenLengths chosen_lengths() {
#ifdef ATOLL_VECTORS
  if (has_avx512()) return chosen_lengths_by_vectors;
#endif
  return chosen_lengths_one_by_one;
}

}  // namespace Atoll::kernels
