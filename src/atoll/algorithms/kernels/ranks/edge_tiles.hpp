// SPDX-License-Identifier: Apache-2.0
// The rows of a graph whose arcs go both ways, by tiles (visits.hpp), each edge once: the copy of the arcs is half as
// large. Segments of slots are those of rows and of ends; a tile has the edges between two of them, or within one,
// whose rows are the higher ends. Whoever adds up a segment reads all its tiles: those of its rows, which hear their
// ends, and those where it has the ends, which their rows tell. So a tile is read twice, once for each segment, and
// nobody waits for another. (Both ends of an edge at once, where segments stay near: paired_tiles.hpp.)
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/ranks/visit_sums.hpp"
#include "atoll/algorithms/kernels/ranks/visits.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class EdgeTiles {
 public:
  static constexpr std::uint64_t bytes_per_arc_max = 2;  // an edge that is a visit of its own: its row and its end

  struct Segment {
    std::uint32_t first = 0;
    std::uint32_t slots = 0;
  };
  // Of a segment: its slots at most, and the arcs of their rows, unless a few have more.
  struct Bound {
    std::uint32_t slots = visit_slots_max;
    std::uint64_t arcs = 0;
  };
  struct Tile {
    std::uint32_t rows = 0;  // a segment
    std::uint32_t ends = 0;  // the same or one before
    std::span<const Visits> visits;
    std::uint64_t words = 0;  // where theirs begin

    bool is_within() const { return rows == ends; }
  };
  // An arc from a vertex to itself is in no tile.
  struct Loop {
    std::uint32_t vertex = 0;
    std::uint32_t times = 0;
  };

  // Of tiles that pay: whether arcs go both ways and make up for what segments take for each vertex, and no 64 vertices
  // beside each other have a sixth of them, or a processor's share: almost every visit would tell the same ones, each
  // addition waiting for the one before, and their segment would be most of the work of one thread.
  static bool suit(const OnePart& graph, int processors);
  static std::vector<Segment> segments_of(const OnePart& graph, const Bound& bound);
  // So that as many threads find work, and a cache reads little again for each.
  static Bound bound_of(const OnePart& graph, int processors);

  EdgeTiles() = default;
  EdgeTiles(const OnePart& graph, const Bound& bound, Crew& crew);

  bool empty() const { return segments_.empty(); }
  std::uint32_t segments() const { return static_cast<std::uint32_t>(segments_.size()); }
  std::uint32_t first(std::size_t segment) const { return segments_[segment].first; }
  std::uint32_t slots(std::size_t segment) const { return segments_[segment].slots; }
  // Its vertices with so many arcs that a single sum over them would lose what each says, and how many there are
  // before. The first of them have so many that even a sum over a tile would.
  std::span<const std::uint32_t> hubs(std::size_t segment) const { return rows_[segment].hubs; }
  std::span<const std::uint32_t> large_hubs(std::size_t segment) const {
    return hubs(segment).first(rows_[segment].large_hubs);
  }
  std::uint64_t hubs_before(std::size_t segment) const { return rows_[segment].hubs_before; }
  std::uint64_t hubs() const { return hubs_; }
  std::span<const Loop> loops(std::size_t segment) const { return rows_[segment].loops; }

  std::span<const Tile> tiles() const { return tiles_; }
  // The edges between the rows of a segment and ends in one that is not behind it.
  const Tile& tile(std::uint64_t rows, std::uint64_t ends) const { return tiles_[rows * (rows + 1) / 2 + ends]; }

  // The most slots of so many segments that follow each other.
  std::uint64_t slots_together(std::size_t count) const;

  template <class Walk>
  void walk(const Tile& tile, const Walk& way) const {
    const std::uint16_t* at = words_.data() + tile.words;
    for (const Visits& visits : tile.visits) at = VisitWalk<Walk>::walk(way, visits.count, visits.kind, at);
  }
  // put_aside(): sums of the large hubs among the ends, so often that none of them is long, unless most arcs of a hub
  // are parallel ones.
  template <class Walk, class PutAside>
  void walk(const Tile& tile, const Walk& way, const PutAside& put_aside) const {
    const auto hubs = static_cast<std::uint32_t>(large_hubs(tile.ends).size());
    if (hubs == 0) return walk(tile, way);
    const std::uint32_t count_max = std::max(visits_per_sum, visits_per_hub * hubs);
    const std::uint16_t* at = words_.data() + tile.words;
    std::uint32_t since = 0;  // visits, since sums were put aside
    for (const Visits& visits : tile.visits) {
      for (std::uint32_t left = visits.count; left > 0;) {
        const std::uint32_t count = std::min(left, count_max - since);
        at = VisitWalk<Walk>::walk(way, count, visits.kind, at);
        left -= count;
        since += count;
        if (since < count_max) continue;
        put_aside();
        since = 0;
      }
    }
  }

  // sums[v - first(begin)], for all slots of the segments [begin, end). said [vertices]. What a segment says is read
  // once for all of these, and each adds up in the same order whichever others are among them: all that its rows hear
  // comes before what its ends are told.
  template <class Real>
  void add_up(std::size_t begin, std::size_t end, const Real* said, std::span<Real> sums) const {
    std::ranges::fill(sums, Real{0});
    std::vector<double> aside(hubs_before(end - 1) + hubs(end - 1).size() - hubs_before(begin));
    const auto each_of = [&](std::size_t segment, std::span<const std::uint32_t> hubs, const auto& take) {
      double* own = aside.data() + (hubs_before(segment) - hubs_before(begin));
      for (const std::uint32_t v : hubs) take(sums[v - first(begin)], *own++);
    };
    const auto put_aside = [&](std::size_t segment, std::span<const std::uint32_t> hubs) {
      each_of(segment, hubs, [](Real& sum, double& own) { own += static_cast<double>(std::exchange(sum, Real{0})); });
    };
    for (std::size_t other = 0; other < segments_.size(); ++other) {
      for (std::size_t segment = begin; segment < end; ++segment) {
        Real* const own = sums.data() + (first(segment) - first(begin));
        if (other <= segment) walk(tile(segment, other), Hear<Real>{said + first(other), own});
        if (other >= segment) {
          if (other == segment) put_aside(segment, hubs(segment));
          walk(tile(other, segment), Tell<Real>{said + first(other), own},
               [&] { put_aside(segment, large_hubs(segment)); });
        }
        put_aside(segment, hubs(segment));
      }
    }
    for (std::size_t segment = begin; segment < end; ++segment) {
      each_of(segment, hubs(segment), [](Real& sum, double own) { sum = static_cast<Real>(own); });
      for (const auto& [vertex, times] : loops(segment))
        sums[vertex - first(begin)] += static_cast<Real>(times) * said[vertex];
    }
  }

 private:
  // Of a segment.
  struct SegmentRows {
    std::uint64_t words = 0;  // where theirs begin
    Array<Visits> visits;     // by the segments of ends
    std::uint64_t hubs_before = 0;
    std::uint32_t large_hubs = 0;
    Array<std::uint32_t> hubs;  // the large ones first
    Array<Loop> loops;
  };
  class SegmentOf;
  static constexpr std::uint32_t visits_per_sum = 1u << 6;
  static constexpr std::uint32_t visits_per_hub = 4;  // at least, so that to put sums aside is little beside them

  SegmentRows count(const OnePart& graph, const SegmentOf& segments, const Segment& segment) const;
  void find_tiles();

  std::vector<Segment> segments_;
  std::vector<SegmentRows> rows_;  // [segment]
  std::uint64_t hubs_ = 0;
  Array<Tile> tiles_;
  Array<std::uint16_t> words_;
};

}  // namespace Atoll::kernels
