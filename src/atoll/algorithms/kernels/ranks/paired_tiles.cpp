// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/paired_tiles.hpp"

#include <algorithm>
#include <numeric>

namespace Atoll::kernels {
namespace {

// Arcs of the rows of a segment: so few that many threads find tiles of segments that nobody else has, and so many that
// visits are long.
EdgeTiles::Bound bound_of(const OnePart& graph) {
  return {.slots = PairedTiles::slots_max, .arcs = std::max<std::uint64_t>(graph.arcs / 16, 1u << 16)};
}

// Leads from one of so many to one that is far, and to all of them in the end: the golden section of them.
std::uint32_t far_step(std::uint32_t count) {
  auto step = std::max(1u, static_cast<std::uint32_t>(0.618 * count));
  while (std::gcd(step, count) != 1) ++step;
  return step;
}

}  // namespace

PairedTiles::PairedTiles(const OnePart& graph, Crew& crew) : edges_(graph, bound_of(graph), crew) { order_games(); }

bool PairedTiles::suit(const OnePart& graph, int processors) {
  constexpr int processors_max = 4;  // tiles of arcs were faster by eight threads and slower by two (docs/kernels.md)
  constexpr std::uint64_t arcs_per_vertex_min = 8;
  constexpr std::uint64_t arcs_per_tile_min = 512;
  if (processors > processors_max || graph.arcs < arcs_per_vertex_min * graph.vertices) return false;
  const std::vector<Segment> segments = EdgeTiles::segments_of(graph, bound_of(graph));
  return graph.arcs >= arcs_per_tile_min * segments.size() * segments.size() && move_little(graph, segments);
}

// Between a last-level cache and a thread's own, tiles may move what they want. Beyond it each moves either segment
// there and back, or a line for every arc, if these lead anywhere.
bool PairedTiles::move_little(const OnePart& graph, std::span<const Segment> segments) {
  constexpr std::uint32_t vertices_cached = 1u << 20;
  constexpr double moved_per_arc_max = 40;
  constexpr double line = 64;
  constexpr double slot = 2 * sizeof(float);
  if (graph.vertices <= vertices_cached) return true;
  const auto arcs = static_cast<double>(graph.arcs);
  const auto arcs_of = [&](const Segment& s) {
    return static_cast<double>(graph.in.offsets[s.first + s.slots] - graph.in.offsets[s.first]);
  };
  double bytes = 0;
  for (std::size_t rows = 0; rows < segments.size(); ++rows) {
    const double share = arcs_of(segments[rows]) / arcs;
    for (std::size_t ends = 0; ends <= rows; ++ends) {
      const double lines = line * share * arcs_of(segments[ends]);
      bytes += 2 * (std::min(slot * segments[rows].slots, lines) + std::min(slot * segments[ends].slots, lines));
    }
  }
  return bytes <= moved_per_arc_max * arcs;
}

// The segments that have edges with others. Those that are beside each other are alike, and sit apart.
std::vector<std::uint32_t> PairedTiles::players() const {
  std::vector<bool> plays(edges_.segments());
  for (const EdgeTiles::Tile& tile : edges_.tiles()) {
    if (!tile.is_within() && !tile.visits.empty()) plays[tile.rows] = plays[tile.ends] = true;
  }
  std::vector<std::uint32_t> alike;
  for (std::uint32_t segment = 0; segment < edges_.segments(); ++segment) {
    if (plays[segment]) alike.push_back(segment);
  }
  const auto count = static_cast<std::uint32_t>(alike.size());
  std::vector<std::uint32_t> seats(count);
  const std::uint64_t step = far_step(count);
  for (std::uint64_t i = 0, at = 0; i < count; ++i, at = (at + step) % count) seats[i] = alike[at];
  return seats;
}

// Of an even number of players one stays at the first table, the others move on around it. Then every segment has its
// last tile, where it was last.
void PairedTiles::order_games() {
  const std::vector<std::uint32_t> seats = players();
  const auto count = static_cast<std::uint32_t>(seats.size());
  const std::uint32_t segments = edges_.segments();
  const std::uint32_t movers = count + count % 2 - std::min(count, 1u);
  tables_ = std::max(1u, (count + 1) / 2);
  std::vector<std::uint32_t> before(segments);      // tiles of each
  std::vector<std::uint32_t> last_table(segments);  // where each was last
  const auto play = [&](const EdgeTiles::Tile& tile) {
    Game& game = games_.emplace_back();
    game = {.tile = &tile, .tiles_before_of_rows = before[tile.rows]++};
    game.tiles_before_of_ends = tile.is_within() ? game.tiles_before_of_rows : before[tile.ends]++;
  };
  for (std::uint32_t turn = 0; turn < movers; ++turn) {
    for (std::uint32_t table = 0; table < tables_; ++table) {
      const std::uint32_t one = table == 0 ? movers : (turn + table) % movers;
      const std::uint32_t other = (turn + movers - table) % movers;
      last_table[seats[other]] = table;
      if (one >= count) {  // of an odd number one has nobody to meet
        games_.emplace_back();
        continue;
      }
      last_table[seats[one]] = table;
      const auto [ends, rows] = std::minmax(seats[one], seats[other]);
      const EdgeTiles::Tile& tile = edges_.tile(rows, ends);
      if (tile.visits.empty())
        games_.emplace_back();
      else
        play(tile);
    }
  }
  std::vector<std::vector<std::uint32_t>> left(tables_);
  for (std::uint32_t segment = 0; segment < segments; ++segment) {
    const bool played = before[segment] > 0;
    left[played ? last_table[segment] : segment % tables_].push_back(segment);
  }
  for (std::size_t round = 0; std::ranges::any_of(left, [&](const auto& all) { return round < all.size(); }); ++round) {
    for (const auto& all : left) {
      if (round < all.size())
        play(edges_.tile(all[round], all[round]));
      else
        games_.emplace_back();
    }
  }
  turns_ = static_cast<std::uint32_t>(games_.size() / tables_);
}

}  // namespace Atoll::kernels
