// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/row_heads.hpp"

#include <bit>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {

// Self-loops, which no shortest path has, are left out: what stands for an arc that is not there is none that is.
RowHeads::RowHeads(const SortedRows<Word>& rows, std::uint32_t vertices, Crew& crew)
    : end_bits_(static_cast<std::uint32_t>(rows.end_bits)) {
  constexpr std::uint64_t rows_per_grain = 1u << 14;
  for (Array<Word>& column : columns_) column = Array<Word>(vertices, Contents::whatever);
  crew.for_chunks(vertices, rows_per_grain, [&](std::uint64_t begin, std::uint64_t last) {
    for (auto v = static_cast<std::uint32_t>(begin); v < last; ++v) {
      std::uint64_t e = rows.offsets[v];
      for (Array<Word>& column : columns_) {
        while (e < rows.offsets[v + 1] && rows.end(rows.words[e]) == v) ++e;
        column[v] = e < rows.offsets[v + 1] ? rows.words[e++] : rows.heaviest_to(v);
      }
    }
  });
}

#ifdef ATOLL_VECTORS
namespace {

#define ATOLL_HEADS __attribute__((target("avx512f,avx512vl")))
#define ATOLL_HEADS_INLINE __attribute__((target("avx512f,avx512vl"), always_inline)) inline

constexpr std::size_t head_lanes = RowHeads::Lists::step;

ATOLL_HEADS_INLINE __m512i same(std::uint32_t number) { return _mm512_set1_epi32(static_cast<int>(number)); }

ATOLL_HEADS_INLINE __m512i gather(__mmask16 some, __m512i at, const std::uint32_t* from) {
  return _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), some, at, from, sizeof *from);
}

// The lanes that are chosen, behind those before. (Not by an instruction that compresses into memory: it is slow on Zen.)
ATOLL_HEADS_INLINE void append(std::uint32_t* list, std::size_t& size, __mmask16 chosen, __m512i numbers) {
  _mm512_storeu_si512(list + size, _mm512_maskz_compress_epi32(chosen, numbers));
  size += static_cast<std::size_t>(std::popcount(static_cast<std::uint32_t>(chosen)));
}

// Some vertices, and of each an arc and the one behind it.
struct Heads {
  __mmask16 some;
  __mmask16 beside_far;
  __m512i vertices, distances, words, next;
};
struct Pulled {
  __m512i best;
  __mmask16 better, from_far, goes_on;
};

struct VectorPull {
  __m512i horizon, held_from, end_mask, heaviest;
  __m128i end_bits;
  RowHeads::Lists& lists;
  std::size_t open = 0, beside = 0;  // entries there

  ATOLL_HEADS_INLINE __m512i weights(__mmask16 some, __m512i words) const {
    return _mm512_maskz_srl_epi32(some, words, end_bits);
  }
  // Of which words the arc from a vertex at `from` is nearer than `best`.
  ATOLL_HEADS_INLINE __mmask16 lighter(__mmask16 some, __m512i words, __m512i best, __m512i from) const {
    const __m512i limit = _mm512_sub_epi32(best, _mm512_maskz_min_epu32(some, best, from));
    return _mm512_mask_cmplt_epu32_mask(some, weights(some, words), limit);
  }

  ATOLL_HEADS_INLINE Pulled along(const Heads& rows, const std::uint32_t* distances) const {
    const __m512i ends = _mm512_and_si512(rows.words, end_mask);
    const __m512i near = gather(rows.some, ends, distances);
    const __mmask16 is_far = _mm512_mask_cmpge_epu32_mask(rows.some, near, horizon);
    const __m512i offers = _mm512_add_epi32(near, weights(rows.some, rows.words));
    const auto is_near = static_cast<__mmask16>(rows.some & ~is_far);
    const __mmask16 better = _mm512_mask_cmplt_epu32_mask(is_near, offers, rows.distances);
    const __m512i best = _mm512_mask_mov_epi32(rows.distances, better, offers);
    const __m512i nobody = _mm512_or_si512(heaviest, rows.vertices);
    const __mmask16 is_there = _mm512_mask_cmpneq_epu32_mask(rows.some, rows.next, nobody);
    return {.best = best,
            .better = better,
            .from_far = _mm512_mask_cmpneq_epu32_mask(is_far, ends, rows.vertices),
            .goes_on = lighter(is_there, rows.next, best, held_from)};
  }

  // Who is left to do; `first`: the lightest arcs.
  ATOLL_HEADS_INLINE void list(const Heads& rows, const Pulled& found, __m512i first) {
    const auto is_beside = static_cast<__mmask16>(rows.beside_far | found.from_far);
    const __m512i flag = same(RowHeads::Unfinished::flag);
    append(lists.open.data(), open, found.goes_on, _mm512_mask_or_epi32(rows.vertices, is_beside, rows.vertices, flag));
    const auto done = static_cast<__mmask16>(rows.some & is_beside & ~found.goes_on);
    if (done != 0) append(lists.beside_far.data(), beside, lighter(done, first, found.best, horizon), rows.vertices);
  }

  // The first arcs of far vertices; returns of how many.
  ATOLL_HEADS_INLINE std::uint64_t first_arcs(std::uint32_t* distances, std::span<const Array<std::uint32_t>> columns,
                                              std::uint32_t begin, std::uint32_t end) {
    const __m512i numbers = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    std::uint64_t all = 0;
    for (std::uint64_t v = begin; v < end; v += head_lanes) {
      const __mmask16 there = first_lanes(end - v);
      const __m512i known = _mm512_maskz_loadu_epi32(there, distances + v);
      const __mmask16 far = _mm512_mask_cmpge_epu32_mask(there, known, horizon);
      if (far == 0) continue;
      const Heads rows{.some = far,
                       .beside_far = 0,
                       .vertices = _mm512_add_epi32(same(static_cast<std::uint32_t>(v)), numbers),
                       .distances = known,
                       .words = _mm512_maskz_loadu_epi32(far, columns[0].data() + v),
                       .next = _mm512_maskz_loadu_epi32(far, columns[1].data() + v)};
      const Pulled found = along(rows, distances);
      _mm512_mask_storeu_epi32(distances + v, found.better, found.best);
      list(rows, found, rows.words);
      all += static_cast<std::uint64_t>(std::popcount(static_cast<std::uint32_t>(far)));
    }
    return all;
  }

  // The next arc of the rows that go on, which are listed anew in their place.
  ATOLL_HEADS_INLINE void next_arcs(std::uint32_t* distances, std::span<const Array<std::uint32_t>> columns,
                                    std::uint32_t arc) {
    const std::size_t size = std::exchange(open, 0);
    for (std::size_t i = 0; i < size; i += head_lanes) {
      const __mmask16 there = first_lanes(size - i);
      const __m512i entries = _mm512_maskz_loadu_epi32(there, lists.open.data() + i);
      const __m512i vertices = _mm512_and_si512(entries, same(~RowHeads::Unfinished::flag));
      const Heads rows{.some = there,
                       .beside_far = _mm512_mask_test_epi32_mask(there, entries, same(RowHeads::Unfinished::flag)),
                       .vertices = vertices,
                       .distances = gather(there, vertices, distances),
                       .words = gather(there, vertices, columns[arc].data()),
                       .next = gather(there, vertices, columns[arc + 1].data())};
      const Pulled found = along(rows, distances);
      _mm512_mask_i32scatter_epi32(distances, found.better, vertices, found.best, sizeof *distances);
      list(rows, found, gather(there, vertices, columns[0].data()));
    }
  }
};

ATOLL_HEADS RowHeads::Unfinished pull_by_vectors(const RowHeads::Pull& over,
                                                 std::span<const Array<std::uint32_t>> columns, std::uint32_t end_bits,
                                                 std::uint32_t begin, std::uint32_t end, RowHeads::Lists& lists) {
  const std::uint32_t end_mask = (1u << end_bits) - 1;
  VectorPull pull{.horizon = same(over.horizon),
                  .held_from = same(over.held_from),
                  .end_mask = same(end_mask),
                  .heaviest = same(~end_mask),
                  .end_bits = _mm_cvtsi32_si128(static_cast<int>(end_bits)),
                  .lists = lists};
  RowHeads::Unfinished unfinished;
  unfinished.far = unfinished.looked = pull.first_arcs(over.distances, columns, begin, end);
  unfinished.arc = 1;
  // Where nearly all rows go on, each had better do so by itself.
  for (std::uint64_t before = unfinished.far; unfinished.arc + 1 < columns.size() && 8 * pull.open <= 7 * before;
       ++unfinished.arc) {
    unfinished.looked += before = pull.open;
    pull.next_arcs(over.distances, columns, unfinished.arc);
  }
  unfinished.open = std::span(lists.open).first(pull.open);
  unfinished.beside_far = std::span(lists.beside_far).first(pull.beside);
  return unfinished;
}

}  // namespace

bool RowHeads::suit() { return has_avx512(); }

RowHeads::Unfinished RowHeads::pull(const Pull& over, std::uint32_t begin, std::uint32_t end, Lists& lists) const {
  return pull_by_vectors(over, columns_, end_bits_, begin, end, lists);
}
#else
bool RowHeads::suit() { return false; }

RowHeads::Unfinished RowHeads::pull(const Pull&, std::uint32_t, std::uint32_t, Lists&) const {
  ATOLL_CHECK(false);  // nobody asks where suit() says no
  return {};
}
#endif

}  // namespace Atoll::kernels
