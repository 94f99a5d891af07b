// SPDX-License-Identifier: Apache-2.0
// Greedy colouring: vertex by vertex in one order, each takes the least colour that none of its neighbours has. The
// order is largest log-degree first (Hasenplaugh, Kaler, Schardl and Leiserson, SPAA 2014), then by a hash of the
// user's vertex, in runs of 64 vertices in a row, which often are neighbours in memory too. So the colours depend on
// the graph alone, and any thread that waits, as in Jones and Plassmann (SIAM J. Sci. Comput. 1993), waits for few.
//
// Threads take the vertices in that order. Invariant: who has a colour while v chooses comes before v, for those after
// v wait for v; and the first without a colour waits for nobody, so somebody always gets on.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// The arcs go both ways; self-loops make no difference. Throws Error(cancelled | resource).
class Colouring {
 public:
  Colouring(const SharedGraph& graph, Crew& crew, const Watch& watch);

  // From 0, by slot.
  std::uint32_t operator[](std::uint32_t slot) const { return state_[slot]; }
  // How many: at most one more than the most neighbours that a vertex has.
  std::uint32_t colours() const { return colours_; }
  RunStatistics take_statistics() { return std::move(statistics_); }

 private:
  // A state is a colour, or uncoloured + the place in the order.
  static constexpr std::uint32_t uncoloured = SharedGraph::slots_max;

  struct Piece {
    std::uint64_t begin;
    std::uint64_t end;
  };

  class Palette;

  std::uint64_t degree_class(std::uint64_t user) const;
  void put_in_order(Crew& crew, const Watch& watch);
  Piece take_piece();
  void work(Worker& me, const Watch& watch);
  std::uint64_t low_colours(std::span<const std::uint32_t> row, std::uint32_t mine) const;
  std::uint32_t choose(std::uint32_t v, std::uint32_t mine, Palette& palette, Worker& me, const Watch& watch) const;
  std::uint32_t wait_for(std::uint32_t v, Worker& me, const Watch& watch) const;

  const SharedGraph& graph_;
  Array<std::uint32_t> order_;         // [vertices]: slots
  Array<std::uint32_t> state_;         // [slot]
  std::vector<std::uint64_t> starts_;  // [class of degrees + 1], in order_
  std::uint32_t colours_ = 0;
  alignas(64) std::atomic<std::uint64_t> next_{0};  // in order_; in a line that has nothing else
  RunStatistics statistics_;
};

}  // namespace Atoll::kernels
