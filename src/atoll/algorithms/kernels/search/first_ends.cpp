// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/first_ends.hpp"

#include <algorithm>

#include "atoll/base/bits.hpp"

namespace Atoll::kernels {

FirstEnds::FirstEnds(const Rows& rows, std::uint32_t vertices, std::uint32_t columns, Crew& crew)
    : ends_(words_for(vertices) * columns * 64, Contents::whatever), columns_(columns) {
  constexpr std::uint64_t grain = 256;
  crew.for_chunks(words_for(vertices), grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin * 64; v < end * 64; ++v) {
      std::uint32_t* const first = &ends_[v / 64 * columns * 64 + v % 64];
      const std::uint64_t length = v < vertices ? rows.degree(static_cast<std::uint32_t>(v)) : 0;
      for (std::uint64_t i = 0; i < columns; ++i)
        first[i * 64] = i < length ? rows.ends[rows.offsets[v] + i] : static_cast<std::uint32_t>(v);
    }
  });
}

std::uint32_t columns_that_pay(bool has_hubs, std::uint64_t vertices, std::uint64_t arcs) {
  const std::uint64_t most = has_hubs ? 2 : 4;
  return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(arcs / std::max<std::uint64_t>(vertices, 1), 1, most));
}

}  // namespace Atoll::kernels
