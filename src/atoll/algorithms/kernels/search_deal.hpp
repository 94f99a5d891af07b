// SPDX-License-Identifier: Apache-2.0
// How the threads of a search share its work.
#pragma once

#include <algorithm>

#include "atoll/algorithms/kernels/search.hpp"

namespace Atoll::kernels {

// Vertices of a queue dealt at once: those found together often lie together, and are best left to one thread.
inline std::uint64_t queue_grain(std::uint64_t count) { return std::clamp<std::uint64_t>(count / 16, 64, 1024); }
inline constexpr std::uint64_t word_grain = 64;
inline constexpr std::size_t rows_ahead = 16;  // that are fetched before they are walked
inline constexpr std::uint64_t vertex_grain = 1u << 14;

// work(begin, end) over [0, count) for whoever asks next. Every thread goes through the same deals, with one meet
// between two: so the cursor of the next deal, last used two deals ago, is nobody's now.
template <class F>
void Search::deal(Share& mine, std::uint64_t count, std::uint64_t grain, F&& work) {
  std::atomic<std::uint64_t>& cursor = cursors_[mine.phase % 3];
  cursors_[(mine.phase + 1) % 3].store(0, std::memory_order_relaxed);
  ++mine.phase;
  for (std::uint64_t begin; (begin = cursor.fetch_add(grain, std::memory_order_relaxed)) < count;)
    work(begin, std::min(begin + grain, count));
}

}  // namespace Atoll::kernels
