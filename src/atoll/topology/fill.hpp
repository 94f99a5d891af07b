// SPDX-License-Identifier: Apache-2.0
// One value for many elements, by all threads: each fills what lies together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <span>

#include "atoll/topology/crew.hpp"

namespace Atoll {

template <std::ranges::contiguous_range Elements>
void parallel_fill(Elements&& elements, const std::ranges::range_value_t<Elements>& value, Crew& crew) {
  constexpr std::uint64_t bytes_per_grain = std::uint64_t{1} << 16;
  const std::span all(elements);
  crew.for_chunks(all.size(), bytes_per_grain / sizeof(value), [&](std::uint64_t begin, std::uint64_t end) {
    std::fill(all.data() + begin, all.data() + end, value);
  });
}

// The same inside a run, which every worker calls: my stretch of them.
template <std::ranges::contiguous_range Elements>
void fill_stretch(Elements&& elements, const std::ranges::range_value_t<Elements>& value, const Worker& me) {
  const std::span all(elements);
  const auto [begin, end] = me.stretch_of(all.size());
  std::fill(all.data() + begin, all.data() + end, value);
}

}  // namespace Atoll
