// SPDX-License-Identifier: Apache-2.0
// Arcs into rows, without atomics: a stable counting sort by ranges of rows, then each range in cache
// (settle_range.hpp). The arcs come from a list, or from other rows turned, mapped or doubled.
// Invariant: the result depends on the order of the visit alone, never on the threads; parallel arcs keep that order.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "atoll/base/bits.hpp"
#include "atoll/graph/counting_sort.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/graph/row_of.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/graph/settle_range.hpp"

namespace Atoll {

// visit(begin, end, emit) calls emit(from, to, place, weight) for the arcs that stem from places [begin, end) of
// [0, size()); the weight is in bits, and nothing where there are none.
template <class Arcs>
concept ArcSource =
    requires(const Arcs& arcs, void (*emit)(std::uint64_t, std::uint64_t, std::uint64_t, std::uint32_t)) {
      { arcs.size() } -> std::convertible_to<std::uint64_t>;
      arcs.visit(std::uint64_t{}, std::uint64_t{}, emit);
    };

// The arcs of rows, each as emit(source, target, place).
template <class Id, class Emit>
void visit_rows(const Csr<Id>& rows, std::uint64_t begin, std::uint64_t end, Emit&& emit) {
  std::uint64_t u = row_of(rows.offsets, begin);
  for (std::uint64_t i = begin; i < end; ++i) {
    while (rows.offsets[u + 1] <= i) ++u;
    emit(u, std::uint64_t{rows.targets[i]}, i);
  }
}

namespace detail {

// Bits of an id below `vertices`.
inline int id_bits(std::uint64_t vertices) {
  return vertices == 0 ? 0 : static_cast<int>(std::bit_width(vertices - 1));
}

// Rows of a range, as bits of their ids: as few as leave 2^12 ranges, or 2^11 where an id has room for a row of those and a
// target. Counters and lines of so many ranges are in a cache while arcs are brought to them.
template <class Id>
int range_bits(std::uint64_t vertices) {
  const int bits = id_bits(vertices);
  return std::max(0, bits - (2 * bits - 11 <= static_cast<int>(8 * sizeof(Id)) ? 11 : 12));
}

// The arcs by ranges of 2^bits rows: targets and payload as in the rows that they become, and `low`, the row in its
// range, or Nothing, where that is above the target.
template <class Low, class Id, class Payload>
struct Ranges {
  int bits;
  std::vector<std::uint64_t> starts;  // [ranges + 1]
  Array<Low> low;
};

template <class Low, class Id, class Payload, ArcSource Arcs>
Ranges<Low, Id, Payload> into_ranges(std::uint64_t vertices, int bits, const Arcs& arcs, Csr<Id>& rows,
                                     Array<Payload>& payload, Crew& crew, Steps& steps) {
  const std::uint64_t ranges = vertices == 0 ? 0 : ((vertices - 1) >> bits) + 1;
  BlockCounts counts(arcs.size(), ranges, crew);
  crew.for_chunks(arcs.size(), counts.block(), [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t* const mine = counts.at(begin);
    arcs.visit(begin, end, [=](std::uint64_t from, auto...) { ++mine[from >> bits]; });
    steps.advance(end - begin);
  });
  Ranges<Low, Id, Payload> result{.bits = bits, .starts = counts.place(), .low = {}};
  const std::uint64_t total = result.starts.back();
  constexpr bool packed = std::is_same_v<Low, Nothing>;
  if constexpr (!packed) result.low = Array<Low>(total);
  rows.targets = Array<Id>(total);
  if constexpr (!std::is_same_v<Payload, Nothing>) payload = Array<Payload>(total);
  [[maybe_unused]] Low* const low = result.low.data();
  const std::uint64_t row_mask = (std::uint64_t{1} << bits) - 1;
  const int target_bits = packed ? id_bits(vertices) : 0;
  Id* const targets = rows.targets.data();
  [[maybe_unused]] Payload* const payloads = payload.data();
  crew.for_chunks(arcs.size(), counts.block(), [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t* const mine = counts.at(begin);
    arcs.visit(begin, end,
               [=](std::uint64_t from, std::uint64_t to, [[maybe_unused]] std::uint64_t place,
                   [[maybe_unused]] std::uint32_t weight) {
                 const std::uint64_t slot = mine[from >> bits]++;
                 if constexpr (packed) {
                   targets[slot] = static_cast<Id>((from & row_mask) << target_bits | to);
                 } else {
                   low[slot] = static_cast<Low>(from & row_mask);
                   targets[slot] = static_cast<Id>(to);
                 }
                 if constexpr (std::is_same_v<Payload, std::uint32_t>) payloads[slot] = weight;
                 if constexpr (std::is_same_v<Payload, std::uint64_t>) payloads[slot] = place;
               });
    steps.advance(end - begin);
  });
  return result;
}

// False if some rows are not sorted by target.
template <class Low, class Id, class Payload>
bool settle(std::uint64_t vertices, const Ranges<Low, Id, Payload>& ranges, Csr<Id>& rows, Array<Payload>& payload,
            Crew& crew, Steps& steps) {
  rows.offsets = Array<std::uint64_t>(vertices + 1);
  const std::span slots = std::span(rows.offsets).subspan(1);
  // The scratch of all threads together takes a byte or two per arc; nobody's leaves the cache by far.
  const std::uint64_t share = rows.targets.size() / (16 * static_cast<std::uint64_t>(crew.threads()));
  const std::uint64_t longest = std::clamp(share, std::uint64_t{1} << 10, std::uint64_t{1} << 18);
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> sorted{true};
  crew.run([&](Worker&) {
    RangeSettler<Low, Id, Payload> settler(longest);
    for (std::uint64_t r = next++; r + 1 < ranges.starts.size(); r = next++) {
      const std::uint64_t start = ranges.starts[r], row = r << ranges.bits;
      const Range<Low, Id, Payload> range{
          .low = place_in(ranges.low.data(), start),
          .targets = std::span(rows.targets).subspan(start, ranges.starts[r + 1] - start),
          .target_bits = id_bits(vertices),
          .payload = place_in(payload.data(), start),
          .start = start,
          .slots = slots.subspan(row, std::min(std::uint64_t{1} << ranges.bits, vertices - row))};
      if (!settler.settle(range, ranges.bits)) sorted.store(false, std::memory_order_relaxed);
      steps.advance(0);
    }
  });
  return sorted.load();
}

}  // namespace detail

// What an arc takes beside rows and payload while it is placed: its place among the rows of a range, where that does not
// fit beside the target.
template <class Id>
std::size_t bytes_aside(std::uint64_t vertices) {
  const int bits = detail::range_bits<Id>(vertices);
  if (detail::id_bits(vertices) + bits <= static_cast<int>(8 * sizeof(Id))) return 0;
  return bits <= 16 ? sizeof(std::uint16_t) : sizeof(std::uint32_t);
}

// Fills `rows` and their payload: weights, places, or Nothing. `release()` comes when the arcs are read. Returns whether
// all rows are sorted by target; if not, the arcs of a row stand in the order of the visit. Advances 2 * arcs.size()
// steps. Throws Error(cancelled | resource).
template <class Id, class Payload, ArcSource Arcs, class Release>
bool scatter(std::uint64_t vertices, const Arcs& arcs, const Release& release, Csr<Id>& rows, Array<Payload>& payload,
             Crew& crew, Steps& steps) {
  const int bits = detail::range_bits<Id>(vertices);
  const auto as = [&]<class Low>(Low) {
    const auto ranges = detail::into_ranges<Low>(vertices, bits, arcs, rows, payload, crew, steps);
    release();
    return detail::settle(vertices, ranges, rows, payload, crew, steps);
  };
  switch (bytes_aside<Id>(vertices)) {
    case 0: return as(Nothing{});
    case sizeof(std::uint16_t): return as(std::uint16_t{});
    default: return as(std::uint32_t{});
  }
}

}  // namespace Atoll
