// SPDX-License-Identifier: Apache-2.0
// Which ends of a row a search may still go to, by a bitmap of those it may not. Answers follow no pattern, so that a
// branch per end is mispredicted; several ends are asked at a time where the processor can gather. Ends ascend; of parallel
// arcs one counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/base/bits.hpp"

namespace Atoll::kernels {

// Bit i: row[i] is not set in `closed`. At most 64 ends; `before` is the end before the first of them in the row, or
// nobody's.
using OpenEnds = std::uint64_t (*)(std::span<const std::uint32_t> row, std::uint32_t before,
                                   const std::uint64_t* closed);

inline std::uint64_t open_ends_one_by_one(std::span<const std::uint32_t> row, std::uint32_t before,
                                          const std::uint64_t* closed) {
  std::uint64_t open = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    const std::uint64_t is_open = (row[i] != before ? 1u : 0u) & (test_bit(closed, row[i]) ? 0u : 1u);
    open |= is_open << i;
    before = row[i];
  }
  return open;
}

// The fastest that this processor has.
OpenEnds open_ends();

// A row is asked in pieces of so many ends, the last one shorter.
inline constexpr std::size_t open_ends_at_once = 64;

// visit(piece of the row, its open ends), in order, by what open_ends() gave.
template <class Visit>
[[gnu::always_inline]] inline void for_open_ends(OpenEnds open_of_many, std::span<const std::uint32_t> row,
                                                 const std::uint64_t* closed, const Visit& visit) {
  constexpr std::size_t few = 8;
  std::uint32_t before = ~std::uint32_t{0};
  for (std::size_t e = 0; e < row.size(); e += open_ends_at_once) {
    const auto ends = row.subspan(e, std::min(open_ends_at_once, row.size() - e));
    visit(ends, (ends.size() <= few ? open_ends_one_by_one : open_of_many)(ends, before, closed));
    before = ends.back();
  }
}

}  // namespace Atoll::kernels
