// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/hub_rows.hpp"

#include <algorithm>

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t bits_per_end_max = 128;
constexpr std::uint64_t ends_per_word = 2;  // of all rows: 4 bytes of bitmaps for each
constexpr std::uint64_t ranks_per_grain = 64;
constexpr std::uint32_t ranks_per_poll = 1u << 16;

}  // namespace

HubRows::HubRows(const Oriented& graph, Crew& crew, const Watch& watch) {
  const auto last_max = std::min<std::uint64_t>(graph.ranks(), graph.row_max() * bits_per_end_max + 1);
  const std::uint64_t words_enough = graph.ends() / ends_per_word;
  starts_ = Array<std::uint64_t>(last_max + 1);
  std::uint64_t words = 0;
  std::uint32_t last = 0;
  for (; last < last_max && words < words_enough; ++last) {
    if (last % ranks_per_poll == 0) watch.poll();
    const bool dense = last <= graph[last].size() * bits_per_end_max;
    starts_[last] = dense ? words : none;
    if (dense) words += words_of(last);
  }
  starts_[last] = none;
  starts_.shrink(last + std::size_t{1});
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
