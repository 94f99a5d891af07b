// SPDX-License-Identifier: Apache-2.0
// The two hot loops. Neither contains a question that could be asked before: activity, weights, the monoid, the sources
// and the port are types. Rows are those of one chunk of a block; a chunk begins at a multiple of 64 rows.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>

#include "atoll/engine/carrier.hpp"
#include "atoll/exchange/exchange.hpp"

namespace Atoll {

// The arcs of a part as a scan walks them.
template <Program P>
struct Arcs {
  using Weight = typename Traits<P>::Weight;
  RowOffsets offsets;  // of the block
  const std::uint32_t* ends = nullptr;
  ArcWeights weights;  // unused unless the program is weighted
  [[no_unique_address]] CounterOf<P> counter;

  std::uint64_t begin(std::uint64_t row) const {
    counter.read_bytes(Subject::graph, Order::sequential, offsets.at(row), offsets.bytes_each());
    return offsets[row];
  }
  std::uint64_t end(std::uint64_t row) const { return offsets[row + 1]; }
  std::uint32_t far_end(std::uint64_t e) const {
    counter.read(Subject::graph, Order::sequential, ends + e);
    return ends[e];
  }
  Weight weight([[maybe_unused]] std::uint64_t e) const {
    if constexpr (Traits<P>::weighted) {
      counter.read_bytes(Subject::graph, Order::sequential, weights.at(e), weights.bytes_each());
      return std::bit_cast<Weight>(weights[e]);
    } else {
      return {};
    }
  }
};

// Own vertices read where they live. A push that consumes the frontier scans a row woken ahead of it in this superstep;
// one behind it waits for the next.
template <Program P>
struct OwnSources {
  using T = Traits<P>;
  const P* program = nullptr;
  Own<P> own;
  Marks active;
  const typename T::Round* round = nullptr;
  bool consume = false;
  [[no_unique_address]] CounterOf<P> counter;

  bool is_quiet(std::uint64_t piece) const {
    if constexpr (T::every_vertex) return false;
    return Atoll::is_quiet(active, piece, counter);
  }
  std::uint64_t active_word(std::uint64_t word) const {
    if constexpr (T::every_vertex) return ~std::uint64_t{0};
    const std::uint64_t found = consume ? take_word(active.words[word]) : active.words[word];
    counter.update(Subject::frontier, Order::sequential, active.words + word, consume && found != 0);
    return found;
  }
  typename T::Message message(std::uint32_t slot) const {
    counter.read(Subject::state, Order::sequential, own.values + slot);
    if constexpr (T::in_place) {
      return T::signal(*program, own.vertex(slot), load_relaxed(own.values[slot]), *round);
    } else {
      return T::signal(*program, own.vertex(slot), own.values[slot], *round);
    }
  }
};

// Rows are sources: each active one sends its message along its arcs. Returns the arcs scanned.
template <Program P, class Sources, class Port>
[[gnu::always_inline]] inline std::uint64_t scan_push(const P& program, const typename Traits<P>::Round& round,
                                                      const Arcs<P>& arcs, std::uint32_t row_first, RowRange rows,
                                                      const Sources& sources, Port& port) {
  using T = Traits<P>;
  std::uint64_t scanned = 0;
  std::uint64_t base = rows.begin;
  while (base < rows.end) {
    const std::uint64_t slot = row_first + base;
    if constexpr (requires { sources.is_quiet(slot); }) {
      if (sources.is_quiet(slot / bits_per_piece)) {
        base += bits_per_piece - slot % bits_per_piece;
        continue;
      }
    }
    std::uint64_t word =
        sources.active_word(static_cast<std::uint32_t>(slot / bits_per_word)) & low_bits(rows.end - base);
    for (; word != 0; word &= word - 1) {  // what for_set_bits does, whose visitor a compiler may leave a function
      const std::uint64_t row = base + static_cast<std::uint64_t>(std::countr_zero(word));
      const std::uint64_t begin = arcs.begin(row);
      const std::uint64_t end = arcs.end(row);
      if (begin == end) continue;
      const auto m = sources.message(row_first + static_cast<std::uint32_t>(row));
      for (std::uint64_t e = begin; e < end; ++e)
        port.put(arcs.far_end(e), T::along(program, m, arcs.weight(e), round));
      scanned += end - begin;
    }
    base += bits_per_word;
  }
  return scanned;
}

// A pull in which everybody speaks and everybody listens. Four sums at a time: one would wait for itself, arc by arc.
// How they are taken depends on the row alone.
template <Program P, class Sources, class Settle>
[[gnu::always_inline]] inline std::uint64_t scan_pull_all(const P& program, const typename Traits<P>::Round& round,
                                                          const Arcs<P>& arcs, RowRange rows, const Sources& sources,
                                                          Settle settle) {
  using T = Traits<P>;
  using Combine = typename T::Combine;
  const auto said = [&](std::uint64_t e) {
    return T::along(program, sources.message(arcs.far_end(e)), arcs.weight(e), round);
  };
  for (std::uint32_t row = rows.begin; row < rows.end; ++row) {
    std::array<typename T::Message, 4> sums;
    sums.fill(Combine::identity());
    std::uint64_t e = arcs.begin(row);
    const std::uint64_t end = arcs.end(row);
    for (; e + sums.size() <= end; e += sums.size()) {
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = Combine::combine(sums[i], said(e + i));
    }
    for (; e < end; ++e) sums[0] = Combine::combine(sums[0], said(e));
    settle(row, Combine::combine(Combine::combine(sums[0], sums[1]), Combine::combine(sums[2], sums[3])));
  }
  return arcs.offsets[rows.end] - arcs.offsets[rows.begin];
}

// Of the rows of the word that begins at `base`, those that want to hear and may; their first arcs are on their way then:
// rows end early, so one that is only asked for when its turn has come is a miss. No branch: who wants is not foreseen.
template <Program P, class Wants>
[[gnu::always_inline]] inline std::uint64_t rows_that_want(const Arcs<P>& arcs, std::uint32_t base, RowRange rows,
                                                           Wants wants) {
  const std::uint32_t count = std::min(rows.end - base, bits_per_word);
  std::uint64_t word = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const bool has_arcs = arcs.begin(base + i) != arcs.end(base + i);
    const std::uint64_t may = Traits<P>::every_vertex || has_arcs ? 1 : 0;
    const std::uint64_t wishes = wants(base + i) ? 1 : 0;
    word |= (may & wishes) << i;
  }
  for_set_bits(word, base, [&](std::uint64_t row) { __builtin_prefetch(arcs.ends + arcs.offsets[row]); });
  return word;
}

// Rows are targets: each one that wants to hear gathers from its active sources; settle(row, sum) if there was any (or
// always, where every vertex speaks). Stops early where nothing can change the sum. Returns the arcs scanned.
template <Program P, class Sources, class Wants, class Settle>
[[gnu::always_inline]] inline std::uint64_t scan_pull(const P& program, const typename Traits<P>::Round& round,
                                                      const Arcs<P>& arcs, RowRange rows, bool by_id,
                                                      const Sources& sources, Wants wants, Settle settle) {
  using T = Traits<P>;
  using Combine = typename T::Combine;
  // Arcs that ascend by their source's id (by_id) have ascending messages: the first is the least.
  constexpr bool first_is_least = T::signals_id && !T::has_along && std::is_same_v<Combine, Min<typename T::Message>>;
  if constexpr (T::every_vertex && !T::has_wants) return scan_pull_all(program, round, arcs, rows, sources, settle);
  std::uint64_t scanned = 0;
  const auto hear = [&](std::uint64_t row) {
    auto sum = Combine::identity();
    bool heard = T::every_vertex;
    std::uint64_t e = arcs.offsets[row];
    const std::uint64_t end = arcs.end(row);
    const std::uint64_t begin = e;
    while (e < end) {
      const std::uint32_t source = arcs.far_end(e);
      ++e;
      if (!sources.active(source)) continue;
      sum = Combine::combine(sum, T::along(program, sources.message(source), arcs.weight(e - 1), round));
      heard = true;
      if (first_is_least && by_id) break;
      if (Combine::saturated(sum)) break;
    }
    scanned += e - begin;
    if (heard) settle(static_cast<std::uint32_t>(row), sum);
  };
  std::uint64_t next = rows_that_want(arcs, rows.begin, rows, wants);
  for (std::uint32_t base = rows.begin; base < rows.end; base += std::min(bits_per_word, rows.end - base)) {
    const bool is_last = rows.end - base <= bits_per_word;
    const std::uint64_t word =
        std::exchange(next, is_last ? 0 : rows_that_want(arcs, base + bits_per_word, rows, wants));
    for_set_bits(word, base, hear);
  }
  return scanned;
}

}  // namespace Atoll
