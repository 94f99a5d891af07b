// SPDX-License-Identifier: Apache-2.0
// What the binary readers share: arrays filled from a file by all threads, the width of ids, and the options that
// change a graph after it is read.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

#include "atoll/base/array.hpp"
#include "atoll/graph/read/read.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// An id that does not fit becomes the largest one, which no graph of this width has: the check of the rows finds it.
template <class Kept, class Stored>
Kept kept_id(Stored id) {
  return static_cast<Kept>(std::min<std::uint64_t>(id, std::numeric_limits<Kept>::max()));
}

// Fills `kept`, with elements of another unsigned type if need be. get(first, bytes) fills `bytes` with the stored elements
// from `first` on, a multiple of `block`; it is called for one block at a time, by many threads at once, and each then
// calls seen(begin, end) of what is in its caches.
template <class Stored, class Kept, class Get, class Seen>
void load_array(std::span<Kept> kept, std::uint64_t block, const Get& get, Seen&& seen, Crew& crew, Steps& steps) {
  crew.for_chunks(kept.size(), block, [&](std::uint64_t begin, std::uint64_t end) {
    const std::uint64_t size = end - begin;
    const std::span<Kept> place = kept.subspan(begin, size);
    if constexpr (std::is_same_v<Stored, Kept>) {
      get(begin, std::as_writable_bytes(place));
    } else {
      Array<Stored> stored(size, Contents::whatever);
      get(begin, std::as_writable_bytes(std::span(stored)));
      std::ranges::transform(stored, place.begin(), kept_id<Kept, Stored>);
    }
    seen(begin, end);
    steps.advance(size * sizeof(Stored));
  });
}
inline void seen_by_nobody(std::uint64_t, std::uint64_t) {}

// Whether the graph gets 64-bit ids. Throws Error(input) when 32 bits are asked for and too few.
bool wide_ids(const ReadOptions& options, std::uint64_t vertices, const std::string& path);

// Whether `options` leave the arcs of a file as they are, so that what it says of them besides stays true.
bool leaves_arcs(const ReadOptions& options);
inline bool keeps_inverse(const ReadOptions& options) { return options.inverse && leaves_arcs(options); }

// The graph as `options` want it: directed or not, without self-loops, merged.
Graph as_asked(Graph&& graph, const ReadOptions& options, Crew& crew, const Watch& watch);

}  // namespace Atoll
