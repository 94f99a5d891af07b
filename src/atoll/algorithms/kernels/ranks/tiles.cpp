// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/tiles.hpp"

#include "atoll/algorithms/kernels/drawn_arcs.hpp"
#include "atoll/algorithms/kernels/ranks/edge_tiles.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::kernels {
namespace {

// Arcs of a strip: many pieces of work, and each long enough for what a cache must read again for it.
std::uint64_t arcs_per_strip(std::uint64_t arcs) {
  return std::clamp<std::uint64_t>(arcs / 64, std::uint64_t{1} << 18, std::uint64_t{1} << 21);
}

constexpr std::uint64_t arcs_per_tile_min = 512;
constexpr std::uint64_t arcs_drawn = 1024;

std::uint32_t segments_of(const OnePart& graph) { return ((graph.vertices - 1) >> visit_slot_bits) + 1; }

// take(v, u): an end u of the row v.
template <class Take>
void draw_ends(const OnePart& graph, const Take& take) {
  draw_arcs(graph.in.offsets, graph.vertices, arcs_drawn,
            [&](std::uint32_t v, std::uint64_t arc) { take(v, graph.in.ends[arc]); });
}

// Whether visits count the arcs of all rows, in 32 bits. A longer row has an arc whose number is a multiple of that.
bool rows_are_counted(const OnePart& graph) {
  constexpr std::uint64_t row_max = std::uint64_t{1} << 31;
  const std::span offsets(graph.in.offsets, std::size_t{graph.vertices} + 1);
  for (std::uint64_t arc = row_max; arc < graph.arcs; arc += row_max)
    if (graph.in.degree(static_cast<std::uint32_t>(row_of(offsets, arc))) > row_max) return false;
  return true;
}

// Of the arcs, to numbers further away than so many.
double share_beyond(const OnePart& graph, std::uint32_t slots) {
  std::uint64_t beyond = 0;
  draw_ends(graph, [&](std::uint32_t v, std::uint32_t u) { beyond += (u > v ? u - v : v - u) > slots ? 1u : 0u; });
  return static_cast<double>(beyond) / arcs_drawn;
}

// Of as many slots each.
class EvenSegments {
 public:
  explicit EvenSegments(const OnePart& graph) : count_(segments_of(graph)) {}
  std::uint32_t count() const { return count_; }
  std::uint32_t of(std::uint32_t end) const { return end >> visit_slot_bits; }
  std::uint32_t first(std::uint32_t segment) const { return segment << visit_slot_bits; }

 private:
  std::uint32_t count_;
};

}  // namespace

bool Tiles::suit(const OnePart& graph, Use use, int processors) {
  constexpr std::uint32_t segments_cached = 4;
  constexpr std::uint32_t near = 1u << 12;         // slots: a first-level cache
  constexpr std::uint64_t arcs_per_visit_min = 3;  // for one run
  if (segments_of(graph) <= segments_cached || !are_full(graph, processors) || share_beyond(graph, near) < 0.5)
    return false;
  if (use == Use::often) return true;
  double visits = 0;
  draw_ends(graph, [&](std::uint32_t v, std::uint32_t u) {
    const auto visit = std::ranges::equal_range(graph.in[v], u >> visit_slot_bits, {},
                                                [](std::uint32_t w) { return w >> visit_slot_bits; });
    visits += 1 / static_cast<double>(visit.size());
  });
  return visits * arcs_per_visit_min <= arcs_drawn;
}

bool Tiles::pay_often(const OnePart& graph, int processors) {
  constexpr std::uint64_t arcs_min = 1u << 20;
  return graph.arcs >= arcs_min && are_full(graph, processors);
}

// What a last-level cache holds may be read again for every strip. Of what it does not, a strip reads segments, or a
// line for each arc that leads beyond its own, as rows do. (Measured with floats; of doubles a line has half as many.)
bool Tiles::are_full(const OnePart& graph, int processors) {
  constexpr std::uint32_t vertices_cached = 1u << 22;
  constexpr double line = 64;
  constexpr double segment = visit_slots_max * sizeof(float);
  const std::uint64_t segments = segments_of(graph);
  if (graph.arcs < segments * segments * arcs_per_tile_min || !rows_are_counted(graph)) return false;
  if (graph.vertices <= vertices_cached) return true;
  // The larger one of tiles of edges, of which up to sixteen segments are added up for one reading of the others.
  const double moved_per_arc_max = EdgeTiles::suit(graph, processors) ? 40 : 12;
  const auto arcs_of = [&](const Rows& rows, std::uint64_t first, std::uint64_t last) {
    return static_cast<double>(rows.offsets[std::min<std::uint64_t>(last, graph.vertices)] - rows.offsets[first]);
  };
  const auto arcs = static_cast<double>(graph.arcs);
  const double beyond = share_beyond(graph, visit_slots_max);
  std::vector<double> shares;  // of the arcs, by segment
  for (std::uint64_t first = 0; first < graph.vertices; first += visit_slots_max)
    shares.push_back(arcs_of(graph.out, first, first + visit_slots_max) / arcs);
  double bytes = 0;
  for (const Strip& strip : strips_of(graph)) {
    const double of_strip = beyond * arcs_of(graph.in, strip.first, strip.first + std::uint64_t{strip.rows});
    for (const double share : shares) bytes += std::min(segment, line * of_strip * share);
    if (bytes > moved_per_arc_max * arcs) return false;
  }
  return true;
}

Tiles::Tiles(const OnePart& graph, Crew& crew) : strips_(strips_of(graph)) {
  has_intervals(graph) ? make<Intervals::told>(graph, crew) : make<Intervals::written_out>(graph, crew);
}

template <Intervals intervals>
void Tiles::make(const OnePart& graph, Crew& crew) {
  const EvenSegments segments(graph);
  const auto rows_of = [&](const Strip& strip) {
    return [&graph, first = strip.first](std::uint32_t row) { return graph.in[first + row]; };
  };
  crew.for_chunks(strips_.size(), 1, [&](std::uint64_t i, std::uint64_t) {
    strips_[i].visits = count_visits<intervals>(strips_[i].rows, rows_of(strips_[i]), segments);
  });
  std::uint64_t words = 0;
  for (Strip& strip : strips_) strip.words = std::exchange(words, words + words_of(strip.visits));
  words_ = Array<std::uint16_t>(words, Contents::whatever);
  crew.for_chunks(strips_.size(), 1, [&](std::uint64_t i, std::uint64_t) {
    const Strip& strip = strips_[i];
    write_visits<intervals>(strip.rows, rows_of(strip), segments, strip.visits, graph.in.ends + graph.arcs,
                            words_.data() + strip.words);
  });
}

std::vector<Tiles::Strip> Tiles::strips_of(const OnePart& graph) {
  const std::uint64_t arcs = arcs_per_strip(graph.arcs);
  const std::span offsets(graph.in.offsets, std::size_t{graph.vertices} + 1);
  std::vector<Strip> strips;
  for (std::uint32_t first = 0; first < graph.vertices;) {
    const std::uint64_t rows_max = std::min(visit_slots_max, graph.vertices - first);
    const auto rows =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(rows_within(offsets, first, arcs), 1, rows_max));
    strips.push_back({.first = first, .rows = rows, .words = 0, .visits = {}});
    first += rows;
  }
  return strips;
}

}  // namespace Atoll::kernels
