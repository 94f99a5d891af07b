// SPDX-License-Identifier: Apache-2.0
// The rows of a graph whose arcs go both ways, by tiles (visits.hpp), each edge once: in its tile either end hears the
// other, so a line of a cache that is fetched for an end serves two arcs, and the copy of the arcs is half as large.
// Segments of slots are those of rows and of ends; a tile has the edges between two of them, or within one, whose rows are
// the higher ends. Who has a tile has both segments. They meet as in a round-robin tournament, turn by turn at tables, and
// each takes part in its tiles in that order, so that sums are the same for any number of threads. From turn to turn a
// segment goes to the table beside its own: who has some that are beside each other keeps in its caches what comes back.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/visits.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class PairedTiles {
 public:
  static constexpr std::uint64_t bytes_per_arc_max = 2;  // an edge that is a visit of its own: its row and its end
  static constexpr std::uint32_t slots_max = visit_slots_max / 2;  // of a segment: with what it hears it takes as much

  struct Tile {
    std::uint32_t rows = 0;                  // a segment
    std::uint32_t ends = 0;                  // the same or one before
    std::uint32_t tiles_before_of_rows = 0;  // that these segments take part in
    std::uint32_t tiles_before_of_ends = 0;
    std::span<const Visits> visits;
    std::uint64_t words = 0;  // where theirs begin

    bool is_last() const { return rows == ends; }  // of the segment
  };
  // An arc from a vertex to itself is in no tile.
  struct Loop {
    std::uint32_t vertex = 0;
    std::uint32_t times = 0;
  };

  // Of tiles that pay: whether these make up for what they take for each vertex, have edges enough for the segments that
  // are moved, no segment has so many that its tiles, which come one after the other, are most of the work, and the machine
  // has so few processors that threads seldom wait for one another.
  static bool suit(const OnePart& graph, int processors);

  PairedTiles() = default;
  PairedTiles(const OnePart& graph, Crew& crew);

  bool empty() const { return segments_.empty(); }
  std::uint32_t turns() const { return turns_; }
  std::uint32_t tables() const { return tables_; }
  // Null: nothing is to be done at this table.
  const Tile* tile(std::uint32_t turn, std::uint32_t table) const {
    const std::uint64_t found = order_[std::uint64_t{turn} * tables() + table];
    return found == none ? nullptr : &tiles_[found];
  }
  const std::uint16_t* words(const Tile& tile) const { return words_.data() + tile.words; }
  std::uint64_t words() const { return words_.size(); }

  std::uint32_t segments() const { return static_cast<std::uint32_t>(segments_.size()); }
  std::uint32_t first(std::uint32_t segment) const { return segments_[segment].first; }
  std::uint32_t slots(std::uint32_t segment) const { return segments_[segment].slots; }
  // Its vertices with so many arcs that a single sum over them would lose what each says; and how many there are before.
  std::span<const std::uint32_t> hubs(std::uint32_t segment) const { return segments_[segment].hubs; }
  std::uint64_t hubs_before(std::uint32_t segment) const { return segments_[segment].hubs_before; }
  std::uint64_t hubs() const { return hubs_; }
  std::span<const Loop> loops(std::uint32_t segment) const { return segments_[segment].loops; }

 private:
  struct Segment {
    std::uint32_t first = 0;
    std::uint32_t slots = 0;
    std::uint64_t words = 0;  // where those of its rows begin
    Array<Visits> visits;     // of its rows, by the segments of ends
    std::uint64_t hubs_before = 0;
    Array<std::uint32_t> hubs;
    Array<Loop> loops;
  };
  class Bounds;
  static constexpr std::uint64_t none = ~std::uint64_t{0};

  static std::vector<Segment> segments_of(const OnePart& graph);
  static bool move_little(const OnePart& graph, std::span<const Segment> segments);
  static void count(const OnePart& graph, const Bounds& bounds, Segment& segment);
  void find_tiles();
  std::vector<std::uint32_t> players() const;
  void order_tiles();
  std::uint64_t tile_of(std::uint64_t rows, std::uint64_t ends) const { return rows * (rows + 1) / 2 + ends; }

  std::vector<Segment> segments_;
  std::uint64_t hubs_ = 0;
  std::uint32_t turns_ = 0;
  std::uint32_t tables_ = 0;
  Array<Tile> tiles_;           // [tile_of(rows, ends)]
  Array<std::uint64_t> order_;  // [turn][table]: one of them, or none
  Array<std::uint16_t> words_;
};

}  // namespace Atoll::kernels
