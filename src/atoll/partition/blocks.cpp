// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/blocks.hpp"

#include <algorithm>
#include <ranges>

#include "atoll/base/bits.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t chunk_weight_min = 8192;  // arcs and rows in one piece of shared work, at least
constexpr std::uint64_t chunks_per_part = 512;    // at most, about

}  // namespace

// Rows are cut at words of 64 so that a worker owns the frontier words of its chunk.
std::vector<std::uint32_t> chunk_bounds(std::span<const std::uint64_t> offsets, std::uint64_t part_weight) {
  const std::uint64_t limit = std::max(chunk_weight_min, part_weight / chunks_per_part);
  const std::uint64_t rows = offsets.size() - 1;
  const std::uint64_t words = words_for(rows);
  const auto weight = [&](std::uint64_t word) { return offsets[word * bits_per_word] + word * bits_per_word; };
  std::vector<std::uint32_t> bounds = {0};
  for (std::uint64_t word = 0; word < words;) {
    const std::uint64_t until = weight(word) + limit;
    std::uint64_t reach = 1;  // the end is near: a search through all words would miss a cache at every step
    while (word + reach < words && weight(word + reach) < until) reach *= 2;
    const auto rest = std::views::iota(word + reach / 2 + 1, std::min(word + reach, words));
    const auto next = std::ranges::partition_point(rest, [&](std::uint64_t w) { return weight(w) < until; });
    word = next == rest.end() ? std::min(word + reach, words) : *next;
    bounds.push_back(static_cast<std::uint32_t>(std::min(word * bits_per_word, rows)));
  }
  return bounds;
}

}  // namespace Atoll
