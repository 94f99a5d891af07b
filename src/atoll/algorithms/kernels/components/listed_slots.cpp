// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/components/listed_slots.hpp"

#include <bit>

#include "atoll/base/atomic.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {
namespace {

// Who is listed is not foreseen: there is no branch.
template <class Pick>
std::size_t list_one_by_one(SlotRange range, std::uint32_t* list, const Pick& pick) {
  std::size_t count = 0;
  for (std::uint32_t v = range.begin; v < range.end; ++v) {
    list[count] = v;
    count += pick(v) ? 1u : 0u;
  }
  return count;
}

std::size_t roots_one_by_one(const std::uint32_t* set, SlotRange range, std::uint32_t* list) {
  return list_one_by_one(range, list, [&](std::uint32_t v) { return load_relaxed(set[v]) == v; });
}

std::size_t others_one_by_one(const std::uint32_t* set, std::uint32_t most, SlotRange range, std::uint32_t* list) {
  return list_one_by_one(range, list, [&](std::uint32_t v) { return load_relaxed(set[v]) != most; });
}

#ifdef ATOLL_VECTORS
#define ATOLL_LISTS __attribute__((target("avx512f")))

// pick(there, slots, their sets): of the slots that are there, which are listed.
template <class Pick>
ATOLL_LISTS inline std::size_t list_by_vectors(const std::uint32_t* set, SlotRange range, std::uint32_t* list,
                                               const Pick& pick) {
  const __m512i numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  std::size_t count = 0;
  for (std::uint64_t v = range.begin; v < range.end; v += 16) {
    const __mmask16 there = first_lanes(range.end - v);
    const __m512i own = _mm512_add_epi32(_mm512_set1_epi32(static_cast<int>(v)), numbers);
    const __mmask16 picked = pick(there, own, _mm512_maskz_loadu_epi32(there, set + v));
    if (picked == 0) continue;
    _mm512_storeu_si512(list + count, _mm512_maskz_compress_epi32(picked, own));
    count += static_cast<std::size_t>(std::popcount(static_cast<std::uint32_t>(picked)));
  }
  return count;
}

ATOLL_LISTS std::size_t roots_by_vectors(const std::uint32_t* set, SlotRange range, std::uint32_t* list) {
  return list_by_vectors(set, range, list, [](__mmask16 there, __m512i own, __m512i sets) ATOLL_LISTS {
    return _mm512_mask_cmpeq_epi32_mask(there, own, sets);
  });
}

ATOLL_LISTS std::size_t others_by_vectors(const std::uint32_t* set, std::uint32_t most, SlotRange range,
                                          std::uint32_t* list) {
  const __m512i all = _mm512_set1_epi32(static_cast<int>(most));
  return list_by_vectors(set, range, list, [all](__mmask16 there, __m512i, __m512i sets) ATOLL_LISTS {
    return _mm512_mask_cmpneq_epi32_mask(there, all, sets);
  });
}
#endif

}  // namespace

const SlotLists plain_slot_lists = {.roots = roots_one_by_one, .others = others_one_by_one};

const SlotLists& slot_lists() {
#ifdef ATOLL_VECTORS
  static const SlotLists by_vectors = {.roots = roots_by_vectors, .others = others_by_vectors};
  if (has_avx512()) return by_vectors;
#endif
  return plain_slot_lists;
}

}  // namespace Atoll::kernels
