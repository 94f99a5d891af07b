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

// Arcs of the rows of a segment: few, so that many threads find tiles of segments that nobody else has, and visits long;
// and so few that a tile is never too large to count.
std::uint64_t arcs_per_segment(std::uint64_t arcs) { return std::clamp<std::uint64_t>(arcs / 16, 1u << 16, 1u << 28); }

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

// Of an even number of players one stays at the first table, the others move on around it. Segments that are beside each
// other are alike, and sit apart.
void PairedTiles::order_tiles() {
  const std::uint32_t movers = 2 * tables() - 1;
  const std::uint32_t step = far_step(movers);
  const auto mover = [&](std::uint64_t seat) { return static_cast<std::uint32_t>(seat * step % movers); };
  std::vector<std::uint32_t> before(segments());      // tiles of each
  std::vector<std::uint32_t> last_table(segments());  // where each was last
  turns_ = movers + 2;
  order_ = Array<std::uint64_t>(std::uint64_t{turns_} * tables(), Contents::whatever);
  std::ranges::fill(order_, none);
  const auto seat = [&](std::uint32_t turn, std::uint32_t table, std::uint32_t rows, std::uint32_t ends) {
    Tile& tile = tiles_[tile_of(rows, ends)];
    if (tile.visits.empty() && !tile.is_last()) return;
    tile.tiles_before_of_rows = before[rows]++;
    tile.tiles_before_of_ends = tile.is_last() ? tile.tiles_before_of_rows : before[ends]++;
    order_[std::uint64_t{turn} * tables() + table] = tile_of(rows, ends);
  };
  for (std::uint32_t turn = 0; turn < movers; ++turn) {
    for (std::uint32_t table = 0; table < tables(); ++table) {
      const std::uint32_t one = table == 0 ? movers : mover(turn + table);
      const std::uint32_t other = mover(turn + movers - table);
      last_table[other] = table;
      if (one == segments()) continue;  // of an odd number one has nobody to meet
      last_table[one] = table;
      seat(turn, table, std::max(one, other), std::min(one, other));
    }
  }
  for (std::uint32_t segment = 0; segment < segments(); ++segment) {
    const std::uint32_t table = last_table[segment];
    const bool taken = order_[std::uint64_t{movers} * tables() + table] != none;
    seat(taken ? movers + 1 : movers, table, segment, segment);
  }
}

}  // namespace Atoll::kernels
