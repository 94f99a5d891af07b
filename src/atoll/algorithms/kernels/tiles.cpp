// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/tiles.hpp"

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Arcs of a strip: many pieces of work, and each long enough for what a cache must read again for it.
std::uint64_t arcs_per_strip(std::uint64_t arcs) {
  return std::clamp<std::uint64_t>(arcs / 64, std::uint64_t{1} << 18, std::uint64_t{1} << 21);
}

constexpr std::uint64_t arcs_per_tile_min = 512;

std::uint32_t segments_of(const OnePart& graph) { return ((graph.vertices - 1) >> visit_slot_bits) + 1; }

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

bool Tiles::suit(const OnePart& graph, bool in_passing) {
  constexpr std::uint64_t sample = 1024;
  constexpr std::uint32_t segments_cached = 4;
  constexpr std::uint32_t near = 1u << 12;         // slots: a first-level cache
  constexpr std::uint64_t arcs_per_visit_min = 3;  // in passing
  const std::uint64_t segments = segments_of(graph);
  if (segments <= segments_cached || graph.arcs < segments * segments * arcs_per_tile_min) return false;
  const Random random(1);
  std::uint64_t far = 0;
  double visits = 0;
  for (std::uint64_t i = 0; i < sample; ++i) {
    const std::uint64_t arc = random.below(i, graph.arcs);
    const std::span offsets(graph.in.offsets, std::size_t{graph.vertices} + 1);
    const auto v = static_cast<std::uint32_t>(std::ranges::upper_bound(offsets, arc) - offsets.begin() - 1);
    const std::uint32_t u = graph.in.ends[arc];
    const auto visit = std::ranges::equal_range(graph.in[v], u >> visit_slot_bits, {},
                                                [](std::uint32_t w) { return w >> visit_slot_bits; });
    far += (u > v ? u - v : v - u) > near ? 1u : 0u;
    visits += 1 / static_cast<double>(visit.size());
  }
  return far * 2 >= sample && (!in_passing || visits * arcs_per_visit_min <= sample);
}

bool Tiles::pay_often(const OnePart& graph) {
  constexpr std::uint64_t arcs_min = 1u << 20;
  const std::uint64_t segments = segments_of(graph);
  return graph.arcs >= std::max(arcs_min, segments * segments * arcs_per_tile_min);
}

Tiles::Tiles(const OnePart& graph, Crew& crew) : strips_(strips_of(graph)) {
  const EvenSegments segments(graph);
  const auto rows_of = [&](const Strip& strip) {
    return [&graph, first = strip.first](std::uint32_t row) { return graph.in[first + row]; };
  };
  crew.for_chunks(strips_.size(), 1, [&](std::uint64_t i, std::uint64_t) {
    strips_[i].visits = count_visits(strips_[i].rows, rows_of(strips_[i]), segments);
  });
  std::uint64_t words = 0;
  for (Strip& strip : strips_) strip.words = std::exchange(words, words + words_of(strip.visits));
  words_ = Array<std::uint16_t>(words, Contents::whatever);
  crew.for_chunks(strips_.size(), 1, [&](std::uint64_t i, std::uint64_t) {
    const Strip& strip = strips_[i];
    write_visits(strip.rows, rows_of(strip), segments, strip.visits, graph.in.ends + graph.arcs,
                 words_.data() + strip.words);
  });
}

std::vector<Tiles::Strip> Tiles::strips_of(const OnePart& graph) {
  const std::uint64_t arcs = arcs_per_strip(graph.arcs);
  const std::span offsets(graph.in.offsets, std::size_t{graph.vertices} + 1);
  std::vector<Strip> strips;
  for (std::uint32_t first = 0; first < graph.vertices;) {
    const auto full = std::ranges::upper_bound(offsets, offsets[first] + arcs) - offsets.begin() - 1;
    const std::uint32_t last = std::clamp(static_cast<std::uint32_t>(full), first + 1,
                                          first + std::min(visit_slots_max, graph.vertices - first));
    strips.push_back({.first = first, .rows = last - first, .words = 0, .visits = {}});
    first = last;
  }
  return strips;
}

}  // namespace Atoll::kernels
