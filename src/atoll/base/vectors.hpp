// SPDX-License-Identifier: Apache-2.0
// Code for the vectors of x86-64. We ship one program for every such processor, so what is compiled for vectors (by
// `__attribute__((target(...)))`, behind `#ifdef ATOLL_VECTORS`) is chosen when it runs, and stands beside a plain version
// that gives the same.
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define ATOLL_VECTORS
#include <immintrin.h>

namespace Atoll {

inline bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2");
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

// The lanes of a vector, added up.
__attribute__((target("avx2"))) inline float sum_of_lanes(__m128 lanes) {
  const __m128 two = _mm_add_ps(lanes, _mm_movehl_ps(lanes, lanes));
  return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
__attribute__((target("avx2"))) inline float sum_of_lanes(__m256 lanes) {
  return sum_of_lanes(_mm_add_ps(_mm256_castps256_ps128(lanes), _mm256_extractf128_ps(lanes, 1)));
}

}  // namespace Atoll
#endif
