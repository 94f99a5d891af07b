// SPDX-License-Identifier: Apache-2.0
// Pieces of an array that were thinned apart from each other become one array, copied by all threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// Where what is kept of a piece lies in the old array and in the new.
struct Move {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::uint64_t size = 0;
};

// Puts each piece behind the one before. Returns the sum of the sizes.
inline std::uint64_t put_end_to_end(std::span<Move> moves) {
  std::uint64_t total = 0;
  for (Move& move : moves) move.to = std::exchange(total, total + move.size);
  return total;
}

// The moves are those of put_end_to_end.
template <class T>
void close_gaps(Array<T>& values, std::span<const Move> moves, Crew& crew) {
  const std::uint64_t size = moves.empty() ? 0 : moves.back().to + moves.back().size;
  if (size == values.size()) return;
  Array<T> closed(size);
  crew.for_chunks(moves.size(), 1, [&](std::uint64_t first, std::uint64_t last) {
    for (std::uint64_t m = first; m < last; ++m) {
      std::copy_n(values.data() + moves[m].from, moves[m].size, closed.data() + moves[m].to);
    }
  });
  values = std::move(closed);
}

}  // namespace Atoll
