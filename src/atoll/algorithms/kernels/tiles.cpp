// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/tiles.hpp"

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// The arcs of a row into one segment.
struct Visit {
  std::uint32_t segment = 0;
  std::uint32_t begin = 0;  // in the row
};

// The visits of a row, whose ends ascend, and where the last one ends; `visits` has room for all. Rows of short visits
// without a question per arc, for its answer would be guessed wrong every other time.
std::uint32_t find_visits(std::span<const std::uint32_t> row, std::uint32_t segments, Visit* visits) {
  constexpr std::uint32_t leap = 32;
  constexpr std::uint32_t arcs_per_visit_short = 8;
  const auto size = static_cast<std::uint32_t>(row.size());
  std::uint32_t found = 0;
  if (size <= arcs_per_visit_short * segments) {
    std::uint32_t before = segments;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t segment = row[i] >> Tiles::slot_bits;
      visits[found] = {segment, i};
      found += segment != before ? 1u : 0u;
      before = segment;
    }
    visits[found] = {segments, size};
    return found;
  }
  for (std::uint32_t i = 0; i < size; ++found) {
    const std::uint32_t segment = row[i] >> Tiles::slot_bits;
    visits[found] = {segment, i};
    while (i + leap < size && row[i + leap] >> Tiles::slot_bits == segment) i += leap;
    while (i < size && row[i] >> Tiles::slot_bits == segment) ++i;
  }
  visits[found] = {segments, size};
  return found;
}

// Arcs of a strip: many pieces of work, and each long enough for what a cache must read again for it.
std::uint64_t arcs_per_strip(std::uint64_t arcs) {
  return std::clamp<std::uint64_t>(arcs / 64, std::uint64_t{1} << 18, std::uint64_t{1} << 21);
}

constexpr std::uint64_t arcs_per_tile_min = 512;

std::uint32_t segments_of(const OnePart& graph) { return ((graph.vertices - 1) >> Tiles::slot_bits) + 1; }

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
    const auto visit =
        std::ranges::equal_range(graph.in[v], u >> slot_bits, {}, [](std::uint32_t w) { return w >> slot_bits; });
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

// How many visits of each length, 0: a longer one, there are to each segment.
class Tiles::Tally {
 public:
  explicit Tally(std::uint32_t segments) : visits_(std::size_t{segments} * lengths), long_words_(segments) {}

  void add(std::uint32_t segment, std::size_t length) {
    if (length <= length_max) {
      ++visits_[std::size_t{segment} * lengths + length];
    } else {
      ++visits_[std::size_t{segment} * lengths];
      long_words_[segment] += static_cast<std::uint32_t>(length) + 3;
    }
  }

  Array<Run> runs() const {
    Array<Run> runs(visits_.size() - static_cast<std::size_t>(std::ranges::count(visits_, 0u)));
    Run* next = runs.begin();
    for (std::uint32_t i = 0; i < visits_.size(); ++i) {
      if (visits_[i] == 0) continue;
      const std::uint32_t segment = i / lengths;
      const std::uint32_t length = i % lengths;
      *next++ = {segment, length, visits_[i], length == 0 ? long_words_[segment] : visits_[i] * (length + 1)};
    }
    return runs;
  }

 private:
  std::vector<std::uint32_t> visits_;  // [segment][length]
  std::vector<std::uint32_t> long_words_;
};

Tiles::Tiles(const OnePart& graph, Crew& crew) : strips_(strips_of(graph)) {
  const std::uint32_t segments = segments_of(graph);
  crew.for_chunks(strips_.size(), 1,
                  [&](std::uint64_t i, std::uint64_t) { strips_[i].words = count(graph.in, strips_[i], segments); });
  std::uint64_t words = 0;
  for (Strip& strip : strips_) words += std::exchange(strip.words, words);
  words_ = Array<std::uint16_t>(words, Contents::whatever);
  crew.for_chunks(strips_.size(), 1, [&](std::uint64_t i, std::uint64_t) { fill(graph, strips_[i], segments); });
}

std::vector<Tiles::Strip> Tiles::strips_of(const OnePart& graph) {
  const std::uint64_t arcs = arcs_per_strip(graph.arcs);
  const std::span offsets(graph.in.offsets, std::size_t{graph.vertices} + 1);
  std::vector<Strip> strips;
  for (std::uint32_t first = 0; first < graph.vertices;) {
    const auto full = std::ranges::upper_bound(offsets, offsets[first] + arcs) - offsets.begin() - 1;
    const std::uint32_t last =
        std::clamp(static_cast<std::uint32_t>(full), first + 1, first + std::min(rows_max, graph.vertices - first));
    strips.push_back({.first = first, .rows = last - first, .words = 0, .runs = {}});
    first = last;
  }
  return strips;
}

// Returns how many words the strip takes.
std::uint64_t Tiles::count(const Rows& rows, Strip& strip, std::uint32_t segments) {
  Tally tally(segments);
  std::vector<Visit> visits(segments + 2);
  for (std::uint32_t row = 0; row < strip.rows; ++row) {
    const std::uint32_t found = find_visits(rows[strip.first + row], segments, visits.data());
    for (std::uint32_t k = 0; k < found; ++k) tally.add(visits[k].segment, visits[k + 1].begin - visits[k].begin);
  }
  strip.runs = tally.runs();
  std::uint64_t words = 0;
  for (const Run& run : strip.runs) words += run.words;
  return words;
}

// Where the next visit of each segment and length goes.
class Tiles::Places {
 public:
  Places(const Strip& strip, std::uint16_t* words, std::uint32_t segments) : places_(std::size_t{segments} * lengths) {
    for (const Run& run : strip.runs) {
      places_[std::size_t{run.segment} * lengths + run.length] = {words, words + run.words};
      words += run.words;
    }
  }

  // `readable`: how many ends there are from the first on, in this row and those after it.
  void add(std::uint32_t row, std::uint32_t segment, std::span<const std::uint32_t> ends, std::uint64_t readable) {
    const auto length = static_cast<std::uint32_t>(ends.size());
    Place& place = places_[std::size_t{segment} * lengths + (length <= length_max ? length : 0)];
    std::uint16_t* word = place.next;
    *word++ = static_cast<std::uint16_t>(row);
    // Of a short one, always as many, without asking: what is too much is written over by the next one.
    if (length <= copied && readable >= copied && place.end - word >= copied) {
      for (std::ptrdiff_t i = 0; i < copied; ++i) word[i] = static_cast<std::uint16_t>(ends.data()[i]);
      place.next = word + length;
      return;
    }
    if (length > length_max) {
      *word++ = static_cast<std::uint16_t>(length);
      *word++ = static_cast<std::uint16_t>(length >> 16);
    }
    for (const std::uint32_t end : ends) *word++ = static_cast<std::uint16_t>(end);
    place.next = word;
  }

 private:
  static constexpr std::ptrdiff_t copied = 8;  // ends at a time
  struct Place {
    std::uint16_t* next = nullptr;
    std::uint16_t* end = nullptr;
  };
  std::vector<Place> places_;  // [segment][length]
};

void Tiles::fill(const OnePart& graph, const Strip& strip, std::uint32_t segments) {
  Places places(strip, words_.data() + strip.words, segments);
  std::vector<Visit> visits(segments + 2);
  for (std::uint32_t row = 0; row < strip.rows; ++row) {
    const auto ends = graph.in[strip.first + row];
    const std::uint64_t readable = graph.arcs - graph.in.offsets[strip.first + row];
    const std::uint32_t found = find_visits(ends, segments, visits.data());
    for (std::uint32_t k = 0; k < found; ++k) {
      const std::uint32_t begin = visits[k].begin;
      places.add(row, visits[k].segment, ends.subspan(begin, visits[k + 1].begin - begin), readable - begin);
    }
  }
}

}  // namespace Atoll::kernels
