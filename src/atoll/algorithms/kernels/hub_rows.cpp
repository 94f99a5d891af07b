// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/hub_rows.hpp"

#include <algorithm>

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t bits_per_end_max = 128;
constexpr std::uint64_t ends_per_word = 2;  // of all rows: 4 bytes of bitmaps for each
constexpr std::uint64_t ranks_per_grain = 64;

}  // namespace

HubRows::HubRows(const Oriented& graph, Crew& crew, const Watch& watch) {
  const auto last = std::min<std::uint64_t>(graph.ranks(), graph.row_max() * bits_per_end_max + 1);
  starts_ = Array<std::uint64_t>(last + 1);
  starts_[last] = none;
  std::uint64_t words = 0;
  for (std::uint32_t rank = 0; rank < last; ++rank) {
    const bool dense = rank <= graph[rank].size() * bits_per_end_max && words < graph.ends() / ends_per_word;
    starts_[rank] = dense ? words : none;
    if (dense) words += words_of(rank);
  }
  bits_ = Array<std::uint64_t>(words);
  crew.for_chunks(last, ranks_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    watch.poll();
    for (auto rank = static_cast<std::uint32_t>(begin); rank < end; ++rank) {
      if (starts_[rank] == none) continue;
      std::uint64_t* const bits = bits_.data() + starts_[rank];
      graph[rank].for_each([&](std::uint32_t end_rank) { set_bit(bits, end_rank); });
    }
  });
}

}  // namespace Atoll::kernels
