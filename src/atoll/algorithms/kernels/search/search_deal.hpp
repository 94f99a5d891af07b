// SPDX-License-Identifier: Apache-2.0
// How the threads of a search share its work.
#pragma once

#include <algorithm>

#include "atoll/algorithms/kernels/search/search.hpp"

namespace Atoll::kernels {

// Vertices of a queue dealt at once: those found together often lie together, and are best left to one thread.
inline std::uint64_t queue_grain(std::uint64_t count) { return std::clamp<std::uint64_t>(count / 16, 64, 1024); }
// Words of vertices: of a small graph too there are some for several threads.
inline constexpr std::uint64_t word_grain_max = 64;
inline std::uint64_t word_grain(std::uint64_t count) { return std::clamp<std::uint64_t>(count / 8, 1, word_grain_max); }
inline constexpr std::uint64_t vertex_grain = 1u << 14;

// work(begin, end) over [0, count): first my stretch of it, which is the same in the next level and the next search, so
// that what belongs to it stays near; then what others have left of theirs. Every thread goes through the same deals,
// with one meet between two: so the cursor of the next deal, last used two deals ago, is nobody's now.
template <class F>
void Search::deal(Share& mine, std::uint64_t count, std::uint64_t grain, F&& work) {
  const std::size_t turn = mine.phase++ % 3;
  mine.cursors[(turn + 1) % 3].store(0, std::memory_order_relaxed);
  const std::uint64_t stretches = std::clamp<std::uint64_t>((count + grain - 1) / grain, 1, shares_.size());
  const auto me = static_cast<std::uint64_t>(&mine - shares_.data());
  for (std::uint64_t i = 0; i < stretches; ++i) {
    const std::uint64_t owner = (me + i) % stretches;
    const std::uint64_t first = count * owner / stretches, end = count * (owner + 1) / stretches;
    std::atomic<std::uint64_t>& cursor = shares_[owner].cursors[turn];
    while (cursor.load(std::memory_order_relaxed) < end - first) {
      const std::uint64_t begin = first + cursor.fetch_add(grain, std::memory_order_relaxed);
      if (begin < end) work(begin, std::min(begin + grain, end));
    }
  }
}

}  // namespace Atoll::kernels
