// SPDX-License-Identifier: Apache-2.0
// The order in which the vertices of an undirected graph are settled in place, by any number of threads, as if by one:
// pieces of vertices are walked at the same time, and those with an arc to an earlier piece wait for a later turn. No
// arc joins two pieces in one turn, so whoever is settled knows for each of its neighbours whether that one is settled
// before. Made for short rows of near numbers, as of roads, where few wait: then a row is four steps of 16 bits.
// Invariant: the order follows from the graph alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/blocks.hpp"
#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class RelaxedOrder {
 public:
  static constexpr std::size_t ends_max = 4;  // of a row that is kept as steps
  // The last turn is walked by one thread, for whoever found no other.
  static constexpr std::uint32_t turns_max = 32;

  static bool suits(const OnePart& graph) { return !graph.directed && graph.arcs <= ends_max * graph.vertices; }

  RelaxedOrder() = default;
  // Of a graph with rows in; pieces have at least so many vertices. Throws Error(resource | cancelled).
  RelaxedOrder(const OnePart& graph, Crew& crew, std::uint64_t piece_size_min = 1u << 15);

  std::uint32_t turns() const { return turns_; }
  std::uint64_t pieces() const { return pieces_.size(); }
  std::uint32_t first(std::uint64_t piece) const { return static_cast<std::uint32_t>(piece * piece_size_); }
  std::uint32_t last(std::uint64_t piece) const {
    return static_cast<std::uint32_t>(std::min(std::uint64_t{vertices_}, (piece + 1) * piece_size_));
  }

  // To each end of a row from its vertex, [ends_max], 0 beyond them. The end that was settled last, before the vertex,
  // comes last, since it is waited for.
  const std::int16_t* steps(std::uint32_t v) const { return &steps_[ends_max * v]; }
  std::uint32_t ends(std::uint32_t v) const { return counts_[v] & 15u; }
  std::uint32_t settled_before(std::uint32_t v) const { return counts_[v] >> 4; }  // of the ends

  // Vertices of a piece that steps do not tell of, ascending.
  struct Apart {
    std::uint32_t vertex;
    bool waits;  // for a later turn, or for ever: it has no arc
  };
  const Blocks<Apart>& apart(std::uint64_t piece) const { return pieces_[piece].apart; }
  // Those of a piece that are settled in a turn from 1 on.
  std::span<const std::uint32_t> waiting(std::uint32_t turn, std::uint64_t piece) const {
    const std::uint64_t list = turn * pieces() + piece;
    return {waiting_.begin() + waiting_first_[list], waiting_first_[list + 1] - waiting_first_[list]};
  }

 private:
  struct Piece {
    Blocks<std::uint32_t> bordering;  // with an arc to an earlier piece
    Blocks<Apart> apart;
  };

  void find_turns(const OnePart& graph, Crew& crew);
  void list_waiting(const Crew& crew);
  void write_steps(const OnePart& graph, std::uint64_t piece, const Crew& crew);
  bool is_before(std::uint32_t u, std::uint32_t v) const { return turn_[u] != turn_[v] ? turn_[u] < turn_[v] : u < v; }

  std::uint32_t vertices_ = 0;
  std::uint64_t piece_size_ = 1;
  std::uint32_t turns_ = 1;
  std::vector<Piece> pieces_;
  Array<std::uint8_t> turn_;    // [vertices], until all is written
  Array<std::int16_t> steps_;   // [vertices][ends_max]
  Array<std::uint8_t> counts_;  // [vertices]: ends, and in the upper half those that are settled before
  Array<std::uint32_t> waiting_;
  std::vector<std::uint64_t> waiting_first_;  // [turn][piece]
};

}  // namespace Atoll::kernels
