// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/shrinking_rows.hpp"

#include <utility>

namespace Atoll::kernels {

ShrinkingRows::ShrinkingRows(const OnePart& graph, Crew& crew)
    : graph_(graph.out),
      crew_(crew),
      vertices_(graph.vertices),
      blocks_((vertices_ + vertices_per_block - 1) / vertices_per_block),
      scratch_(static_cast<std::size_t>(crew.threads())) {
  if (are_clean()) return;
  make([&](std::uint32_t v) { return size(v); },
       [&](std::uint32_t v, const auto& emit) {
         const Row row = (*this)[v];
         for (std::uint32_t i = 0; i < row.size(); ++i) emit(row.ends[i], row.weight(i));
       });
}

// Whether no row has a loop or parallel arcs.
bool ShrinkingRows::are_clean() const {
  std::atomic<bool> clean{true};
  crew_.for_chunks(vertices_, vertices_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    for (auto v = static_cast<std::uint32_t>(begin); v < end && clean.load(std::memory_order_relaxed); ++v) {
      const auto ends = graph_[v];
      for (std::size_t i = 0; i < ends.size(); ++i)
        if (ends[i] == v || (i > 0 && ends[i] == ends[i - 1])) clean = false;
    }
  });
  return clean;
}

std::uint64_t ShrinkingRows::arcs() const {
  std::uint64_t sum = 0;
  for (std::uint32_t block = 0; block < blocks_.size(); ++block) sum += arcs_of_block(block);
  return sum;
}

void ShrinkingRows::keep(Block& block, std::span<const Arc> arcs) {
  if (block.words.size() < 2 * arcs.size()) {
    block.words = {};
    block.words = Array<std::uint32_t>(2 * arcs.size());
  }
  std::uint32_t* const words = block.words.data();
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    words[i] = arcs[i].end;
    words[arcs.size() + i] = arcs[i].weight;
  }
  block.words.shrink(2 * arcs.size());
  block.arcs = static_cast<std::uint32_t>(arcs.size());
}

}  // namespace Atoll::kernels
