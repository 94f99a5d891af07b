// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/level_parents.hpp"

#include <algorithm>
#include <bit>

#include "atoll/algorithms/kernels/search/search_answer.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/vectors.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint32_t short_row = 4;

// The level before that of a vertex; for the source's, and where nobody was, one that none has.
template <class Level>
Level before(Level level) {
  return static_cast<Level>(level - (level == 0 ? 2 : 1));
}

// Of the ends [arc, last) of a row, the first in this level.
template <class Level>
std::uint32_t first_of(const LeveledRows<Level>& graph, Level level, std::uint64_t arc, std::uint64_t last) {
  for (; arc < last; ++arc)
    if (graph.levels[graph.rows.ends[arc]] == level) return graph.rows.ends[arc];
  return unreached;
}

// Whether short_row ends may be read from here on, be they those of the next rows.
template <class Level>
bool may_read(const LeveledRows<Level>& graph, std::uint64_t arc) {
  return arc + short_row <= graph.arcs;
}

// `in_level`: a bit for each of short_row ends from `first` on.
template <class Level>
std::uint32_t first_of(const LeveledRows<Level>& graph, Level level, std::uint64_t first, std::uint64_t last,
                       std::uint64_t in_level) {
  const std::uint64_t found = in_level & low_bits(std::min<std::uint64_t>(last - first, short_row));
  if (found == 0) return first_of(graph, level, first + short_row, last);
  return graph.rows.ends[first + static_cast<std::uint64_t>(std::countr_zero(found))];
}

}  // namespace

template <class Level>
void level_parents_one_by_one(const LeveledRows<Level>& graph, std::uint32_t begin, std::uint32_t end,
                              std::uint32_t* parents) {
  for (std::uint32_t v = begin; v < end; ++v) {
    const std::uint64_t first = graph.rows.offsets[v], last = graph.rows.offsets[v + 1];
    const Level level = before(graph.levels[v]);
    if (!may_read(graph, first)) {
      parents[v] = first_of(graph, level, first, last);
      continue;
    }
    std::uint64_t in_level = 0;
    for (std::uint32_t i = 0; i < short_row; ++i)
      in_level |= static_cast<std::uint64_t>(graph.levels[graph.rows.ends[first + i]] == level) << i;
    parents[v] = first_of(graph, level, first, last, in_level);
  }
}

#ifdef ATOLL_VECTORS
namespace {

template <class Level>
__attribute__((target("avx512f,avx512vl"))) void level_parents_by_vectors(const LeveledRows<Level>& graph,
                                                                          std::uint32_t begin, std::uint32_t end,
                                                                          std::uint32_t* parents) {
  const __m128i low = _mm_set1_epi32(static_cast<int>(no_level<Level>));
  for (std::uint32_t v = begin; v < end; ++v) {
    const std::uint64_t first = graph.rows.offsets[v], last = graph.rows.offsets[v + 1];
    const Level level = before(graph.levels[v]);
    if (!may_read(graph, first)) {
      parents[v] = first_of(graph, level, first, last);
      continue;
    }
    const __m128i ends = _mm_loadu_si128(reinterpret_cast<const __m128i*>(graph.rows.ends + first));
    const __m128i read = _mm_i32gather_epi32(reinterpret_cast<const int*>(graph.levels), ends, sizeof(Level));
    const __m128i levels = _mm_and_si128(read, low);
    const __mmask8 in_level = _mm_cmpeq_epi32_mask(levels, _mm_set1_epi32(static_cast<int>(level)));
    parents[v] = first_of(graph, level, first, last, in_level);
  }
}

}  // namespace
#endif

template <class Level>
LevelParents<Level> level_parents() {
#ifdef ATOLL_VECTORS
  if (has_fast_gathers()) return level_parents_by_vectors<Level>;
#endif
  return level_parents_one_by_one<Level>;
}

template void level_parents_one_by_one(const LeveledRows<std::uint16_t>&, std::uint32_t, std::uint32_t, std::uint32_t*);
template void level_parents_one_by_one(const LeveledRows<std::uint32_t>&, std::uint32_t, std::uint32_t, std::uint32_t*);
template LevelParents<std::uint16_t> level_parents();
template LevelParents<std::uint32_t> level_parents();

}  // namespace Atoll::kernels
