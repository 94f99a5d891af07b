// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/sorted_arcs.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <span>

#include "atoll/graph/parallel_sort.hpp"
#include "atoll/topology/prefix_sum.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t sorted_per_grain = 64;
constexpr std::uint64_t row_for_all = std::uint64_t{1} << 18;  // sorted by all threads together

template <class Word>
void sort_rows(const std::uint64_t* offsets, std::uint64_t rows, Array<Word>& words, Crew& crew) {
  crew.for_chunks(rows, sorted_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      if (offsets[v + 1] - offsets[v] < row_for_all)
        std::sort(words.begin() + offsets[v], words.begin() + offsets[v + 1]);
    }
  });
  for (std::uint64_t v = 0; v < rows; ++v) {
    const std::uint64_t size = offsets[v + 1] - offsets[v];
    Word* const row = words.begin() + offsets[v];
    if (size >= row_for_all)
      parallel_sort<Word>(
          size, [&](std::uint64_t i) { return row[i]; }, [&](std::uint64_t i, Word word) { row[i] = word; }, crew);
  }
}

}  // namespace

SortedArcs::SortedArcs(const OnePart& graph, WeightType weights, Crew& crew) : out_offsets_(graph.out.offsets) {
  const std::uint32_t mask = weights == WeightType::real ? 0x7fffffffu : ~std::uint32_t{0};  // -0 is 0
  const auto heaviest = reduce<std::uint32_t>(
      graph.arcs, [&](std::uint32_t& most, std::uint64_t e) { most = std::max(most, graph.out.weights[e] & mask); },
      [](std::uint32_t& most, std::uint32_t other) { most = std::max(most, other); }, crew);
  const int end_bits = static_cast<int>(std::bit_width(graph.vertices));
  if (end_bits + static_cast<int>(std::bit_width(heaviest | 1)) <= 32) {
    end_bits_ = end_bits;
    make(graph, mask, narrow_out_, narrow_in_, crew);
  } else {
    make(graph, mask, wide_out_, wide_in_, crew);
  }
}

template <class Word>
void SortedArcs::make(const OnePart& graph, std::uint32_t mask, Array<Word>& out, Array<Word>& in, Crew& crew) {
  out = Array<Word>(std::max<std::uint64_t>(1, graph.arcs));
  crew.for_chunks(graph.arcs, elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t e = begin; e < end; ++e)
      out[e] = static_cast<Word>(Word{graph.out.weights[e] & mask} << end_bits_ | graph.out.ends[e]);
  });
  sort_rows(out_offsets_, graph.vertices, out, crew);
  if (!graph.directed) return;
  turn_round(graph, mask, in, crew);
  sort_rows(in_offsets_.data(), graph.vertices, in, crew);
}

template <class Word>
void SortedArcs::turn_round(const OnePart& graph, std::uint32_t mask, Array<Word>& in, Crew& crew) {
  in = Array<Word>(std::max<std::uint64_t>(1, graph.arcs));
  in_offsets_ = Array<std::uint64_t>(graph.vertices + std::uint64_t{1});
  crew.for_chunks(graph.arcs, elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t e = begin; e < end; ++e)
      std::atomic_ref(in_offsets_[graph.out.ends[e]]).fetch_add(1, std::memory_order_relaxed);
  });
  prefix_sum(in_offsets_, crew);
  Array<std::uint64_t> next(graph.vertices);
  std::ranges::copy(std::span(in_offsets_).first(graph.vertices), next.begin());
  crew.for_chunks(graph.vertices, sorted_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      for (std::uint64_t e = graph.out.offsets[v]; e < graph.out.offsets[v + 1]; ++e) {
        const std::uint64_t at = std::atomic_ref(next[graph.out.ends[e]]).fetch_add(1, std::memory_order_relaxed);
        in[at] = static_cast<Word>(Word{graph.out.weights[e] & mask} << end_bits_ | v);
      }
    }
  });
}

}  // namespace Atoll::kernels
