// SPDX-License-Identifier: Apache-2.0
// Tiles that have each edge once (edge_tiles.hpp), in an order in which both its ends can hear each other at once, so
// that a line of a cache that is fetched for an end serves two arcs. Who has a tile has both segments. They meet as in
// a round-robin tournament, turn by turn at tables, and each takes part in its tiles in that order, so that sums are
// the same for any number of threads. From turn to turn a segment goes to the table beside its own: who has some that
// are beside each other keeps in its caches what comes back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/ranks/edge_tiles.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class PairedTiles {
 public:
  // Of a segment: with what it hears, it takes as much of a cache as another one does without.
  static constexpr std::uint32_t slots_max = visit_slots_max / 2;

  struct Game {
    const EdgeTiles::Tile* tile = nullptr;   // null: nothing is to be done
    std::uint32_t tiles_before_of_rows = 0;  // that these segments take part in
    std::uint32_t tiles_before_of_ends = 0;

    bool is_last() const { return tile->is_within(); }  // of the segment
  };

  // Where tiles of edges suit: whether these have edges enough for the segments that are moved and for what slots take
  // of a vertex, and the machine so few processors that threads seldom wait for one another.
  static bool suit(const OnePart& graph, int processors);

  PairedTiles() = default;
  PairedTiles(const OnePart& graph, Crew& crew);

  bool empty() const { return edges_.empty(); }
  const EdgeTiles& edges() const { return edges_; }
  std::uint32_t turns() const { return turns_; }
  std::uint32_t tables() const { return tables_; }
  const Game& game(std::uint32_t turn, std::uint32_t table) const {
    return games_[std::uint64_t{turn} * tables() + table];
  }

 private:
  using Segment = EdgeTiles::Segment;

  static bool move_little(const OnePart& graph, std::span<const Segment> segments);
  std::vector<std::uint32_t> players() const;
  void order_games();

  EdgeTiles edges_;
  std::uint32_t turns_ = 0;
  std::uint32_t tables_ = 0;
  std::vector<Game> games_;  // [turn][table]
};

}  // namespace Atoll::kernels
