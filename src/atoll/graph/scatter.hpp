// SPDX-License-Identifier: Apache-2.0
// Arcs into rows: count, prefix, scatter. The arcs come from a list, or from other rows turned, mapped or doubled.
// Invariant: within a row the order is that of the threads' race; only sort_rows makes it the same for all.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <span>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/graph/sort_rows.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll {

// visit(begin, end, emit) calls emit(from, to, place) for the arcs that stem from places [begin, end) of [0, size()).
template <class Arcs>
concept ArcSource = requires(const Arcs& arcs, void (*emit)(std::uint64_t, std::uint64_t, std::uint64_t)) {
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

template <bool shared>
std::uint64_t bump(std::uint64_t& slot) {
  if constexpr (shared) {
    return std::atomic_ref(slot).fetch_add(1, std::memory_order_relaxed);
  } else {
    return slot++;
  }
}

// Slot v + 1 counts row v, then is its start, and after the scatter its end: the offsets, without a second array.
template <bool shared, class Id, class Payload, ArcSource Arcs>
void scatter(std::uint64_t vertices, const Arcs& arcs, std::span<const std::uint32_t> weights, Csr<Id>& rows,
             Array<Payload>& payload, Crew& crew, Steps& steps) {
  rows.offsets = Array<std::uint64_t>(vertices + 1);
  std::uint64_t* const slots = rows.offsets.data() + 1;
  crew.for_chunks(arcs.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    arcs.visit(begin, end, [&](std::uint64_t from, std::uint64_t, std::uint64_t) { bump<shared>(slots[from]); });
    steps.advance(end - begin);
  });
  const std::uint64_t total = prefix_sum({slots, vertices}, crew);
  rows.targets = Array<Id>(total);
  if constexpr (!std::is_same_v<Payload, Nothing>) payload = Array<Payload>(total);
  Id* const targets = rows.targets.data();
  [[maybe_unused]] Payload* const payloads = payload.data();
  crew.for_chunks(arcs.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    arcs.visit(begin, end, [&](std::uint64_t from, std::uint64_t to, [[maybe_unused]] std::uint64_t place) {
      const std::uint64_t slot = bump<shared>(slots[from]);
      targets[slot] = static_cast<Id>(to);
      if constexpr (std::is_same_v<Payload, std::uint32_t>) payloads[slot] = weights[place];
      if constexpr (std::is_same_v<Payload, std::uint64_t>) payloads[slot] = place;
    });
    steps.advance(end - begin);
  });
}

}  // namespace detail

// Fills `rows` (unsorted) and their payload: weights[place], the place, or Nothing. Advances 2 * arcs.size() steps.
template <class Id, class Payload, ArcSource Arcs>
void scatter(std::uint64_t vertices, const Arcs& arcs, std::span<const std::uint32_t> weights, Csr<Id>& rows,
             Array<Payload>& payload, Crew& crew, Steps& steps) {
  if (crew.threads() == 1) {
    detail::scatter<false>(vertices, arcs, weights, rows, payload, crew, steps);
  } else {
    detail::scatter<true>(vertices, arcs, weights, rows, payload, crew, steps);
  }
}

}  // namespace Atoll
