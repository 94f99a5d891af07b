// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/sorted_arcs.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/drawn_arcs.hpp"
#include "atoll/algorithms/kernels/paths/needless_arcs.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/graph/parallel_sort.hpp"
#include "atoll/topology/dealer.hpp"
#include "atoll/topology/prefix_sum.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t sorted_per_grain = 64;
constexpr std::uint64_t row_for_all = std::uint64_t{1} << 18;  // sorted by all threads together

template <class Word>
void sort_rows(const std::uint64_t* offsets, std::uint64_t rows, Array<Word>& words, Crew& crew) {
  std::mutex mutex;
  std::vector<std::uint64_t> for_all;
  crew.for_chunks(rows, sorted_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      if (offsets[v + 1] - offsets[v] < row_for_all) {
        std::sort(words.begin() + offsets[v], words.begin() + offsets[v + 1]);
      } else {
        const std::lock_guard lock(mutex);
        for_all.push_back(v);
      }
    }
  });
  for (const std::uint64_t v : for_all) {
    Word* const row = words.begin() + offsets[v];
    parallel_sort<Word>(
        offsets[v + 1] - offsets[v], [&](std::uint64_t i) { return row[i]; },
        [&](std::uint64_t i, Word word) { row[i] = word; }, crew);
  }
}

}  // namespace

SortedArcs::SortedArcs(const OnePart& graph, WeightType weights, Crew& crew)
    : arcs_(graph.arcs), given_offsets_(graph.out.offsets) {
  const std::uint32_t mask = weights == WeightType::real ? 0x7fffffffu : ~std::uint32_t{0};  // -0 is 0
  const auto weight = [&](std::uint64_t e) { return graph.out.weights[e] & mask; };
  const auto heaviest = most_over<std::uint32_t>(graph.arcs, weight, crew);
  const int end_bits = static_cast<int>(std::bit_width(graph.vertices));
  if (end_bits + static_cast<int>(std::bit_width(heaviest | 1)) <= 32) {
    end_bits_ = end_bits;
    make(graph, weights, mask, narrow_out_, narrow_in_, crew);
  } else {
    make(graph, weights, mask, wide_out_, wide_in_, crew);
  }
}

template <class Word>
void SortedArcs::make(const OnePart& graph, WeightType weights, std::uint32_t mask, Array<Word>& out, Array<Word>& in,
                      Crew& crew) {
  out = Array<Word>(std::max<std::uint64_t>(1, graph.arcs));
  crew.for_chunks(graph.arcs, elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t e = begin; e < end; ++e)
      out[e] = static_cast<Word>(Word{graph.out.weights[e] & mask} << end_bits_ | graph.out.ends[e]);
  });
  sort_rows(offsets(), graph.vertices, out, crew);
  if (weights == WeightType::integer && many_are_needless<Word>({offsets(), out.data(), end_bits_}, graph.vertices))
    drop_needless(graph, out, crew);
  if (!graph.directed) return;
  turn_round<Word>({offsets(), out.data(), end_bits_}, graph.vertices, in, crew);
  sort_rows(in_offsets_.data(), graph.vertices, in, crew);
}

// Of some arcs that are drawn.
template <class Word>
bool SortedArcs::many_are_needless(const SortedRows<Word>& rows, std::uint32_t vertices) const {
  constexpr std::uint64_t drawn = 512;
  constexpr std::uint64_t many = drawn / 8;
  NeedlessArcs needless(rows);
  std::uint64_t found = 0;
  draw_arcs(rows.offsets, vertices, drawn, [&](std::uint32_t v, std::uint64_t arc) {
    bool is_needless = false;
    needless.find(v, [&](std::uint32_t place) { is_needless |= rows.offsets[v] + place == arc; });
    found += is_needless ? 1u : 0u;
  });
  return found >= many;
}

// First all are found, for ways go over the rows of others; then what is left of each chunk of rows moves together, and
// then the chunks.
template <class Word>
void SortedArcs::drop_needless(const OnePart& graph, Array<Word>& out, Crew& crew) {
  const std::uint64_t* const given = given_offsets_;
  const std::span<const std::uint32_t> bounds = graph.chunks->bounds();
  Array<std::uint64_t> needless(words_for(arcs_));
  own_offsets_ = Array<std::uint64_t>(graph.vertices + std::uint64_t{1});
  Dealer dealer(2);
  crew.run([&](Worker& me) {
    const auto deal = [&](std::size_t deck, const auto& work) {
      for (std::uint64_t chunk; (chunk = dealer.take(deck, 1, bounds.size() - 1)) != Dealer::none; crew.poll())
        work(bounds[chunk], bounds[chunk + 1]);
    };
    NeedlessArcs finder(SortedRows<Word>{given, out.data(), end_bits_});
    deal(0, [&](std::uint32_t begin, std::uint32_t end) {
      for (std::uint32_t v = begin; v < end; ++v) {
        std::uint64_t left = given[v + 1] - given[v];
        finder.find(v, [&](std::uint32_t place) { left -= claim_bit(needless.data(), given[v] + place) ? 1u : 0u; });
        own_offsets_[v] = left;
      }
    });
    me.meet();
    deal(1, [&](std::uint32_t begin, std::uint32_t end) {
      std::uint64_t to = given[begin];
      for (std::uint64_t e = given[begin]; e < given[end]; ++e)
        if (!test_bit(needless.data(), e)) out[to++] = out[e];
    });
  });
  arcs_ = prefix_sum(own_offsets_, crew);
  for (std::size_t chunk = 1; chunk + 1 < bounds.size(); ++chunk) {
    crew.poll();
    const std::uint64_t to = own_offsets_[bounds[chunk]];
    std::copy_n(out.data() + given[bounds[chunk]], own_offsets_[bounds[chunk + 1]] - to, out.data() + to);
  }
  out.shrink(std::max<std::uint64_t>(1, arcs_));
}

template <class Word>
void SortedArcs::turn_round(const SortedRows<Word>& out, std::uint32_t vertices, Array<Word>& in, Crew& crew) {
  in = Array<Word>(std::max<std::uint64_t>(1, arcs_));
  in_offsets_ = Array<std::uint64_t>(vertices + std::uint64_t{1});
  crew.for_chunks(arcs_, elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t e = begin; e < end; ++e)
      std::atomic_ref(in_offsets_[out.end(out.words[e])]).fetch_add(1, std::memory_order_relaxed);
  });
  prefix_sum(in_offsets_, crew);
  Array<std::uint64_t> next(vertices);
  std::ranges::copy(std::span(in_offsets_).first(vertices), next.begin());
  crew.for_chunks(vertices, sorted_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      for (std::uint64_t e = out.offsets[v]; e < out.offsets[v + 1]; ++e) {
        const Word word = out.words[e];
        const std::uint64_t at = std::atomic_ref(next[out.end(word)]).fetch_add(1, std::memory_order_relaxed);
        in[at] = static_cast<Word>((word >> end_bits_ << end_bits_) | static_cast<Word>(v));
      }
    }
  });
}

}  // namespace Atoll::kernels
