// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/shrinking_rows.hpp"

#include <limits>

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
  std::uint32_t heaviest = 0;
  for (const Arc& arc : arcs) heaviest = std::max(heaviest, arc.weight);
  block.arcs = static_cast<std::uint32_t>(arcs.size());
  block.weight_bytes = heaviest <= std::numeric_limits<std::uint8_t>::max()    ? 1
                       : heaviest <= std::numeric_limits<std::uint16_t>::max() ? 2
                                                                               : 4;
  const std::size_t words = arcs.size() + (arcs.size() * block.weight_bytes + 3) / 4;
  if (block.words.size() < words) {
    block.words = {};
    block.words = Array<std::uint32_t>(words);
  }
  for (std::size_t i = 0; i < arcs.size(); ++i) block.ends()[i] = arcs[i].end;
  if (block.weight_bytes == 1) keep_weights<std::uint8_t>(block, arcs);
  if (block.weight_bytes == 2) keep_weights<std::uint16_t>(block, arcs);
  if (block.weight_bytes == 4) keep_weights<std::uint32_t>(block, arcs);
  block.words.shrink(words);
}

template <class Weight>
void ShrinkingRows::keep_weights(Block& block, std::span<const Arc> arcs) {
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    const auto weight = static_cast<Weight>(arcs[i].weight);
    std::memcpy(block.weights() + i * sizeof weight, &weight, sizeof weight);
  }
}

}  // namespace Atoll::kernels
