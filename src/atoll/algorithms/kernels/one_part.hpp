// SPDX-License-Identifier: Apache-2.0
// A layout of one part as the specialised kernels walk it: vertices by slot, rows of arcs out and in. Where the graph
// was put in an order of its own (hubs first), `users` names the user's vertex of each slot.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/graph/degree_order.hpp"
#include "atoll/partition/layout.hpp"

namespace Atoll::kernels {

struct Rows {
  const std::uint64_t* offsets = nullptr;  // [vertices + 1]
  const std::uint32_t* ends = nullptr;     // slots, ascending in each row
  ArcWeights weights = {};                 // as bits, or none

  std::uint64_t degree(std::uint32_t v) const { return offsets[v + 1] - offsets[v]; }
  std::span<const std::uint32_t> operator[](std::uint32_t v) const { return {ends + offsets[v], degree(v)}; }

  // What says where a row is, and how it begins, as far as 64 ends; what follows is read in a row. (Without the empty
  // instruction gcc takes these for functions that do nothing, and leaves them out.)
  void fetch_offsets(std::uint32_t v) const {
    asm volatile("");
    __builtin_prefetch(&offsets[v]);
  }
  void fetch(std::uint32_t v) const {
    constexpr std::size_t ahead = 64;
    constexpr std::size_t line = 16;
    asm volatile("");
    const std::span<const std::uint32_t> row = (*this)[v];
    for (std::size_t e = 0; e < std::min(row.size(), ahead); e += line) __builtin_prefetch(&row[e]);
  }
};

// How many vertices come before those at the end whose rows are empty. `offsets`: [vertices + 1].
inline std::uint32_t with_arcs(const std::uint64_t* offsets, std::uint32_t vertices) {
  const std::span all(offsets, std::size_t{vertices} + 1);
  return static_cast<std::uint32_t>(std::ranges::lower_bound(all, all.back()) - all.begin());
}

inline bool keeps_neighbours_near(const Rows& rows, std::uint64_t vertices) {
  return Atoll::keeps_neighbours_near({rows.offsets, vertices + 1}, [&](std::uint64_t arc) { return rows.ends[arc]; });
}

struct OnePart {
  std::uint32_t vertices = 0;
  std::uint64_t arcs = 0;
  Rows out;                        // without a push in the layout, only their lengths
  Rows in;                         // empty where it has no pull; the same as `out` where arcs go both ways
  const Chunks* chunks = nullptr;  // of rows, in or out
  const IdArray* users = nullptr;  // of slots
  const IdArray* slots = nullptr;  // of the user's vertices
  bool directed = true;            // not every arc has its counterpart, or nobody knows
  bool user_order = true;          // slot = user's vertex
  bool near_order = false;         // one in which a mesh has its neighbours near (transform::order_by_nearness)
};

// How many vertices come before those at the end that have no arc, out or in.
inline std::uint32_t with_arcs(const OnePart& graph) {
  return std::max(with_arcs(graph.out.offsets, graph.vertices), with_arcs(graph.in.offsets, graph.vertices));
}

// Kernels walk layouts of one part with 32-bit ids; others run the vertex program.
inline bool can_walk(int parts, bool wide, std::uint64_t vertices) { return parts == 1 && !wide && vertices > 0; }
inline bool can_walk(const Layout& layout) { return can_walk(layout.parts(), layout.wide, layout.vertices); }

// And they ship where nobody asked for a way to do it.
inline bool is_free(const RunChoice& choice) {
  return !choice.plain && !choice.counted && choice.direction == DirectionChoice::automatic &&
         choice.exchange.value_or(ExchangeKind::zero_box) == ExchangeKind::zero_box;
}
inline bool may_walk(const Layout& layout, const RunChoice& choice) { return is_free(choice) && can_walk(layout); }

inline Rows rows_of(const std::optional<View>& view) {
  if (!view) return {};
  const PartView& part = view->parts[0];
  return {part.blocks[0].offsets.whole(), part.ends.data(), part.weights};
}

inline OnePart one_part(const Layout& layout) {
  Rows out = rows_of(layout.push);
  if (!layout.push) out.offsets = layout.out_offsets[0].whole();
  return {.vertices = static_cast<std::uint32_t>(layout.vertices),
          .arcs = layout.arcs,
          .out = out,
          .in = rows_of(layout.pull),
          .chunks = (layout.pull ? *layout.pull : *layout.push).parts[0].blocks[0].chunks.get(),
          .users = &layout.partition.user_of,
          .slots = &layout.partition.internal_of,
          .directed = !layout.both_ways(),
          .user_order = layout.partition.user_of.is_counting(),
          .near_order = layout.partition.strategy == RowOrder::by_nearness};
}

}  // namespace Atoll::kernels
