// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paired_tiles.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "atoll/base/check.hpp"

namespace Atoll::kernels {
namespace {

constexpr unsigned block_bits = 6;  // of slots: segments begin with one
constexpr std::uint64_t arcs_of_hub = 1u << 11;

// Arcs of the rows of a segment: so few that many threads find tiles of segments that nobody else has, and so many that
// visits are long.
std::uint64_t arcs_per_segment(std::uint64_t arcs) { return std::max<std::uint64_t>(arcs / 16, 1u << 16); }

// Leads from one of so many to one that is far, and to all of them in the end: the golden section of them.
std::uint32_t far_step(std::uint32_t count) {
  auto step = std::max(1u, static_cast<std::uint32_t>(0.618 * count));
  while (std::gcd(step, count) != 1) ++step;
  return step;
}

// Of ends that ascend, those below v. Of a short row all are asked, for a search guesses wrong every other time.
std::span<const std::uint32_t> below(std::span<const std::uint32_t> row, std::uint32_t v) {
  constexpr std::size_t short_row = 128;
  if (row.size() > short_row)
    return row.first(static_cast<std::size_t>(std::ranges::lower_bound(row, v) - row.begin()));
  std::uint32_t count = 0;
  for (const std::uint32_t end : row) count += end < v ? 1u : 0u;
  return row.first(count);
}

template <class T>
Array<T> array_of(const std::vector<T>& list) {
  Array<T> array(list.size(), Contents::whatever);
  std::ranges::copy(list, array.begin());
  return array;
}

}  // namespace

// Which segment a slot lies in.
class PairedTiles::Bounds {
 public:
  explicit Bounds(std::span<const Segment> segments)
      : segments_(segments), of_block_((segments.back().first + segments.back().slots - 1) / block + 1) {
    ATOLL_CHECK(segments.size() <= std::numeric_limits<std::uint16_t>::max());
    for (std::uint32_t i = 0; i < segments.size(); ++i) {
      const auto begin = of_block_.begin() + segments[i].first / block;
      std::fill(begin, begin + (segments[i].slots + block - 1) / block, static_cast<std::uint16_t>(i));
    }
  }
  std::uint32_t count() const { return static_cast<std::uint32_t>(segments_.size()); }
  std::uint32_t of(std::uint32_t end) const { return of_block_[end >> block_bits]; }
  std::uint32_t first(std::uint32_t segment) const { return segments_[segment].first; }

 private:
  static constexpr std::uint32_t block = 1u << block_bits;
  std::span<const Segment> segments_;
  Array<std::uint16_t> of_block_;
};

PairedTiles::PairedTiles(const OnePart& graph, Crew& crew) : segments_(segments_of(graph)) {
  const Bounds bounds(segments_);
  crew.for_chunks(segments_.size(), 1, [&](std::uint64_t i, std::uint64_t) { count(graph, bounds, segments_[i]); });
  std::uint64_t words = 0;
  for (Segment& segment : segments_) {
    segment.words = std::exchange(words, words + words_of(segment.visits));
    segment.hubs_before = std::exchange(hubs_, hubs_ + segment.hubs.size());
  }
  words_ = Array<std::uint16_t>(words, Contents::whatever);
  crew.for_chunks(segments_.size(), 1, [&](std::uint64_t i, std::uint64_t) {
    const Segment& segment = segments_[i];
    const auto row_of = [&](std::uint32_t row) { return below(graph.in[segment.first + row], segment.first + row); };
    write_visits(segment.slots, row_of, bounds, segment.visits, graph.in.ends + graph.arcs,
                 words_.data() + segment.words);
  });
  find_tiles();
  order_tiles();
}

bool PairedTiles::suit(const OnePart& graph, int processors) {
  constexpr int processors_max = 4;  // by eight threads tiles of arcs are faster, by two slower (docs/kernels.md)
  constexpr std::uint64_t arcs_per_vertex_min = 8;
  constexpr std::uint64_t arcs_per_tile_min = 512;
  constexpr std::uint64_t share_max = 6;  // of the arcs, one in so many
  if (processors > processors_max || graph.directed || graph.arcs < arcs_per_vertex_min * graph.vertices) return false;
  const std::vector<Segment> segments = segments_of(graph);
  const std::uint64_t* const offsets = graph.in.offsets;
  return graph.arcs >= arcs_per_tile_min * segments.size() * segments.size() &&
         std::ranges::all_of(segments,
                             [&](const Segment& segment) {
                               return offsets[segment.first + segment.slots] - offsets[segment.first] <=
                                      graph.arcs / share_max;
                             }) &&
         move_little(graph, segments);
}

// Between a last-level cache and a thread's own, tiles may move what they want. Beyond it each moves either segment there
// and back, or a line for every arc, if these lead anywhere.
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

std::vector<PairedTiles::Segment> PairedTiles::segments_of(const OnePart& graph) {
  constexpr std::uint32_t block = 1u << block_bits;
  const std::uint64_t arcs = arcs_per_segment(graph.arcs);
  const std::span offsets(graph.in.offsets, std::size_t{graph.vertices} + 1);
  std::vector<Segment> segments;
  for (std::uint32_t first = 0; first < graph.vertices;) {
    const auto full = std::ranges::upper_bound(offsets, offsets[first] + arcs) - offsets.begin() - 1;
    const auto slots = std::clamp(static_cast<std::uint32_t>(full) - first, block, slots_max) / block * block;
    segments.emplace_back().first = first;
    segments.back().slots = std::min(slots, graph.vertices - first);
    first += segments.back().slots;
  }
  return segments;
}

void PairedTiles::count(const OnePart& graph, const Bounds& bounds, Segment& segment) {
  std::vector<Loop> loops;
  std::vector<std::uint32_t> hubs;
  const auto row_of = [&](std::uint32_t place) {
    const std::uint32_t v = segment.first + place;
    const std::span<const std::uint32_t> row = graph.in[v];
    const std::span<const std::uint32_t> lower = below(row, v);
    if (row.size() >= arcs_of_hub) hubs.push_back(v);
    const auto own = std::ranges::find_if(row.subspan(lower.size()), [&](std::uint32_t end) { return end != v; });
    if (const auto times = own - lower.end(); times > 0) loops.push_back({v, static_cast<std::uint32_t>(times)});
    return lower;
  };
  segment.visits = count_visits(segment.slots, row_of, bounds);
  segment.hubs = array_of(hubs);
  segment.loops = array_of(loops);
}

void PairedTiles::find_tiles() {
  tiles_ = Array<Tile>(tile_of(segments_.size(), 0));
  for (std::uint32_t rows = 0; rows < segments(); ++rows) {
    std::uint64_t words = segments_[rows].words;
    const std::span<const Visits> all = segments_[rows].visits;
    for (std::uint32_t ends = 0; ends <= rows; ++ends) {
      const auto own = std::ranges::equal_range(all, ends, {}, &Visits::segment);
      const std::span<const Visits> visits(own.begin(), own.end());
      tiles_[tile_of(rows, ends)] = {.rows = rows, .ends = ends, .visits = visits, .words = words};
      words += words_of(visits);
    }
  }
}

// The segments that have edges with others. Those that are beside each other are alike, and sit apart.
std::vector<std::uint32_t> PairedTiles::players() const {
  std::vector<bool> plays(segments());
  for (const Tile& tile : tiles_) {
    if (!tile.is_last() && !tile.visits.empty()) plays[tile.rows] = plays[tile.ends] = true;
  }
  std::vector<std::uint32_t> alike;
  for (std::uint32_t segment = 0; segment < segments(); ++segment) {
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
void PairedTiles::order_tiles() {
  const std::vector<std::uint32_t> seats = players();
  const auto count = static_cast<std::uint32_t>(seats.size());
  const std::uint32_t movers = count + count % 2 - std::min(count, 1u);
  tables_ = std::max(1u, (count + 1) / 2);
  std::vector<std::uint32_t> before(segments());      // tiles of each
  std::vector<std::uint32_t> last_table(segments());  // where each was last
  std::vector<std::uint64_t> order;
  const auto give = [&](Tile* tile) {
    order.push_back(tile == nullptr ? none : static_cast<std::uint64_t>(tile - tiles_.begin()));
    if (tile == nullptr) return;
    tile->tiles_before_of_rows = before[tile->rows]++;
    tile->tiles_before_of_ends = tile->is_last() ? tile->tiles_before_of_rows : before[tile->ends]++;
  };
  for (std::uint32_t turn = 0; turn < movers; ++turn) {
    for (std::uint32_t table = 0; table < tables_; ++table) {
      const std::uint32_t one = table == 0 ? movers : (turn + table) % movers;
      const std::uint32_t other = (turn + movers - table) % movers;
      last_table[seats[other]] = table;
      if (one >= count) {  // of an odd number one has nobody to meet
        give(nullptr);
        continue;
      }
      last_table[seats[one]] = table;
      const auto [ends, rows] = std::minmax(seats[one], seats[other]);
      Tile& tile = tiles_[tile_of(rows, ends)];
      give(tile.visits.empty() ? nullptr : &tile);
    }
  }
  std::vector<std::vector<std::uint32_t>> left(tables_);
  for (std::uint32_t segment = 0; segment < segments(); ++segment) {
    const bool played = before[segment] > 0;
    left[played ? last_table[segment] : segment % tables_].push_back(segment);
  }
  for (std::size_t round = 0; std::ranges::any_of(left, [&](const auto& all) { return round < all.size(); }); ++round) {
    for (const auto& all : left) give(round < all.size() ? &tiles_[tile_of(all[round], all[round])] : nullptr);
  }
  turns_ = static_cast<std::uint32_t>(order.size() / tables_);
  order_ = array_of(order);
}

}  // namespace Atoll::kernels
