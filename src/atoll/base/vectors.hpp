// SPDX-License-Identifier: Apache-2.0
// Code for the vectors of x86-64. We ship one program for every such processor, so what is compiled for vectors (by
// `__attribute__((target(...)))`, behind `#ifdef ATOLL_VECTORS`) is chosen when it runs, and stands beside a plain version
// that gives the same.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define ATOLL_VECTORS
#include <algorithm>
#include <cstdint>
#include <immintrin.h>
#include <iterator>
#include <numeric>

namespace Atoll {

inline bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}

// And instructions that find, clear and shift bits, as all of these processors have them.
inline bool has_avx2_and_bits() {
  static const bool has = has_avx2() && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  return has;
}

// With vectors of 128 and 256 bits, as all but the first of these processors have them.
inline bool has_avx512() {
  static const bool has = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl");
  return has;
}

inline bool has_avx512_words() {
  static const bool has = has_avx512() && __builtin_cpu_supports("avx512bw");
  return has;
}

inline bool has_avx512_products() {  // of 64-bit numbers
  static const bool has = has_avx512() && __builtin_cpu_supports("avx512dq");
  return has;
}

inline bool has_avx512_popcount() {
  static const bool has = has_avx512() && __builtin_cpu_supports("avx512vpopcntdq");
  return has;
}

// Whether to gather eight numbers is faster than to load one after the other: it was on a Xeon that has FP16 in
// vectors, and not on an EPYC of the first Zen. (Before the first of these Xeons, microcode slows gathers:
// INTEL-SA-00828.)
inline bool has_fast_gathers() {
  static const bool has = has_avx512() && __builtin_cpu_supports("avx512fp16") && __builtin_cpu_is("intel");
  return has;
}

// The first of 16 lanes, as many as are left of a row.
inline __mmask16 first_lanes(std::uint64_t left) {
  constexpr std::uint64_t lanes = 16;
  return static_cast<__mmask16>((1u << std::min(left, lanes)) - 1);
}

// Those of `some` lanes whose bit in a bitmap is set; words of 32 bits, for these machines are little-endian. (Of vectors of
// 512 bits gcc's headers have without a mask a register that is read before it is written.)
__attribute__((target("avx512f"), always_inline)) inline __mmask16 test_bits(const std::uint64_t* words, __m512i bits,
                                                                             __mmask16 some) {
  constexpr __mmask16 all = 0xffff;
  const __m512i one = _mm512_set1_epi32(1);
  const __m512i there = _mm512_mask_i32gather_epi32(one, some, _mm512_maskz_srli_epi32(all, bits, 5), words, 4);
  const __m512i mask = _mm512_maskz_sllv_epi32(all, one, _mm512_and_si512(bits, _mm512_set1_epi32(31)));
  return _mm512_mask_test_epi32_mask(some, there, mask);
}
__attribute__((target("avx512f,avx512vl"), always_inline)) inline __mmask8 test_bits(const std::uint64_t* words,
                                                                                     __m256i bits, __mmask8 some) {
  const __m256i one = _mm256_set1_epi32(1);
  const __m256i there = _mm256_mmask_i32gather_epi32(one, some, _mm256_srli_epi32(bits, 5), words, 4);
  const __m256i mask = _mm256_sllv_epi32(one, _mm256_and_si256(bits, _mm256_set1_epi32(31)));
  return _mm256_mask_test_epi32_mask(some, there, mask);
}

// The lanes of a vector, added up.
__attribute__((target("avx2"))) inline float sum_of_lanes(__m128 lanes) {
  const __m128 two = _mm_add_ps(lanes, _mm_movehl_ps(lanes, lanes));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
__attribute__((target("avx2"))) inline float sum_of_lanes(__m256 lanes) {
  return sum_of_lanes(_mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps(lanes, 1)));
}
// Lanes that are Numbers, modulo 2^64.
template <class Number>
__attribute__((target("avx512f"), always_inline)) inline std::uint64_t sum_of_lanes(__m512i lanes) {
  alignas(64) Number numbers[sizeof lanes / sizeof(Number)];
  _mm512_store_si512(numbers, lanes);
  return std::accumulate(std::begin(numbers), std::end(numbers), std::uint64_t{0});
}

}  // namespace Atoll
#endif
