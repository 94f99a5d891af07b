// SPDX-License-Identifier: Apache-2.0
// A stable radix sort of what fits a cache, by one thread: no comparison, so no branch that is mispredicted.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace Atoll {

// Key bits [from, to) to sort by; the others do not matter.
struct KeyBits {
  int from = 0;
  int to = 64;
};

// key(entry) is a std::uint64_t. Sorts `entries` with as much scratch. Returns which of the two holds the result.
template <class Entry, class Key>
std::span<Entry> radix_sort(std::span<Entry> entries, std::span<Entry> scratch, KeyBits bits, const Key& key,
                            std::vector<std::uint32_t>& counts) {
  constexpr int digit_bits_max = 11;
  // The counts of a digit are no more work than its entries.
  const int fitting = std::clamp(static_cast<int>(std::bit_width(entries.size())), 4, digit_bits_max);
  const int digits = (bits.to - bits.from + fitting - 1) / fitting;
  for (int d = 0; d < digits; ++d) {
    const int begin = bits.from + (bits.to - bits.from) * d / digits;
    const int end = bits.from + (bits.to - bits.from) * (d + 1) / digits;
    const std::uint64_t mask = (std::uint64_t{1} << (end - begin)) - 1;
    const auto digit = [&](const Entry& entry) { return key(entry) >> begin & mask; };
    counts.assign(mask + 1, 0);
    for (const Entry& entry : entries) ++counts[digit(entry)];
    std::uint32_t total = 0;
    for (std::uint32_t& count : counts) total += std::exchange(count, total);
    for (const Entry& entry : entries) scratch[counts[digit(entry)]++] = entry;
    std::swap(entries, scratch);
  }
  return entries;
}

}  // namespace Atoll
