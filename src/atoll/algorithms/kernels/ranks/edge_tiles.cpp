// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/edge_tiles.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::kernels {
namespace {

constexpr unsigned block_bits = 6;  // of slots: segments begin with one
constexpr std::uint64_t arcs_of_hub = 1u << 9;
constexpr std::uint64_t arcs_of_large_hub = 1u << 13;

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
class EdgeTiles::SegmentOf {
 public:
  explicit SegmentOf(std::span<const Segment> segments)
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

EdgeTiles::EdgeTiles(const OnePart& graph, const Bound& bound, Crew& crew)
    : segments_(segments_of(graph, bound)), rows_(segments_.size()) {
  const SegmentOf segments(segments_);
  crew.for_chunks(segments_.size(), 1,
                  [&](std::uint64_t i, std::uint64_t) { rows_[i] = count(graph, segments, segments_[i]); });
  std::uint64_t words = 0;
  for (SegmentRows& rows : rows_) {
    rows.words = std::exchange(words, words + words_of(rows.visits));
    rows.hubs_before = std::exchange(hubs_, hubs_ + rows.hubs.size());
  }
  words_ = Array<std::uint16_t>(words, Contents::whatever);
  crew.for_chunks(segments_.size(), 1, [&](std::uint64_t i, std::uint64_t) {
    const Segment& segment = segments_[i];
    const auto row_of = [&](std::uint32_t row) { return below(graph.in[segment.first + row], segment.first + row); };
    write_visits<Intervals::written_out>(segment.slots, row_of, segments, rows_[i].visits, graph.in.ends + graph.arcs,
                                         words_.data() + rows_[i].words);
  });
  find_tiles();
}

bool EdgeTiles::suit(const OnePart& graph, int processors) {
  constexpr std::uint64_t arcs_per_vertex_min = 4;
  const std::uint64_t share = std::max<std::uint64_t>(6, static_cast<std::uint64_t>(processors));
  const std::uint64_t arcs_max = graph.arcs / share;
  if (graph.directed || graph.arcs < arcs_per_vertex_min * graph.vertices) return false;
  const std::uint64_t* const offsets = graph.in.offsets;
  return std::ranges::all_of(segments_of(graph, {.arcs = arcs_max}), [&](const Segment& segment) {
    return offsets[segment.first + segment.slots] - offsets[segment.first] <= arcs_max;
  });
}

EdgeTiles::Bound EdgeTiles::bound_of(const OnePart& graph, int processors) {
  constexpr std::uint64_t segments_min = 32;
  constexpr std::uint64_t segments_max = 1u << 14;
  constexpr std::uint64_t segments_per_processor = 4;
  constexpr std::uint64_t arcs_min = 1u << 18;
  constexpr std::uint64_t arcs_max = 1u << 22;
  const std::uint64_t segments =
      std::max(segments_min, segments_per_processor * static_cast<std::uint64_t>(processors));
  const std::uint64_t arcs = std::clamp(graph.arcs / segments, arcs_min, arcs_max);
  return {.arcs = std::max(arcs, graph.arcs / segments_max)};
}

std::vector<EdgeTiles::Segment> EdgeTiles::segments_of(const OnePart& graph, const Bound& bound) {
  constexpr std::uint32_t block = 1u << block_bits;
  const std::span offsets(graph.in.offsets, std::size_t{graph.vertices} + 1);
  std::vector<Segment> segments;
  for (std::uint32_t first = 0; first < graph.vertices;) {
    const auto rows = static_cast<std::uint32_t>(rows_within(offsets, first, bound.arcs));
    const std::uint32_t slots = std::clamp(rows, block, bound.slots) / block * block;
    segments.push_back({.first = first, .slots = std::min(slots, graph.vertices - first)});
    first += segments.back().slots;
  }
  return segments;
}

std::uint64_t EdgeTiles::slots_together(std::size_t count) const {
  std::uint64_t most = 0;
  for (std::size_t begin = 0; begin < segments_.size(); ++begin) {
    const std::size_t last = std::min(begin + count, segments_.size()) - 1;
    most = std::max(most, std::uint64_t{first(last)} + slots(last) - first(begin));
  }
  return most;
}

EdgeTiles::SegmentRows EdgeTiles::count(const OnePart& graph, const SegmentOf& segments, const Segment& segment) const {
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
  SegmentRows rows;
  rows.visits = count_visits<Intervals::written_out>(segment.slots, row_of, segments);
  const auto small =
      std::ranges::partition(hubs, [&](std::uint32_t v) { return graph.in.degree(v) >= arcs_of_large_hub; });
  rows.large_hubs = static_cast<std::uint32_t>(small.begin() - hubs.begin());
  rows.hubs = array_of(hubs);
  rows.loops = array_of(loops);
  return rows;
}

void EdgeTiles::find_tiles() {
  tiles_ = Array<Tile>(segments_.size() * (segments_.size() + 1) / 2);
  Tile* next = tiles_.begin();
  for (std::uint32_t rows = 0; rows < segments(); ++rows) {
    std::uint64_t words = rows_[rows].words;
    const std::span<const Visits> all = rows_[rows].visits;
    for (std::uint32_t ends = 0; ends <= rows; ++ends) {
      const auto own = std::ranges::equal_range(all, ends, {}, &Visits::segment);
      const std::span<const Visits> visits(own.begin(), own.end());
      *next++ = {.rows = rows, .ends = ends, .visits = visits, .words = words};
      words += words_of(visits);
    }
  }
}

}  // namespace Atoll::kernels
