// SPDX-License-Identifier: Apache-2.0
// What a scan of arcs does with the words that they name, as small as it gets: a list of numbers is gone through in order,
// and each names a word anywhere in an array. Unlike random accesses whose places are computed, the list takes its share of
// the bandwidth and of the caches, and where something depends on what a word holds, the processor guesses, and may be wrong.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/model/probe.hpp"

namespace Atoll::probing {

// A stretch of a list, which a thread goes through again and again.
struct alignas(64) Names {
  std::span<const std::uint32_t> mine;
  std::size_t at = 0;
};

// As the figures of a scan need them: uniform in all bits.
void draw_names(std::span<std::uint32_t> names, Crew& crew);

// A block of the work of `shape` on as many words as a power of two; returns how many were named.
std::uint64_t scan_block(ScanShape shape, std::span<std::uint64_t> words, Names& names);

}  // namespace Atoll::probing
