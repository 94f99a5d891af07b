// SPDX-License-Identifier: Apache-2.0
// Rows of arcs as words of 16 bits, by segments of ends: the arcs of a row into a segment are a visit, and those of a
// strip of rows a tile. What a segment says then stays in a second-level cache, so do the sums of a strip, and a place
// in either takes a word (cache blocking of sparse matrices: Nishtala, Vuduc, Demmel and Yelick, Applicable Algebra in
// Engineering, Communication and Computing 18, 2007). The visits of a tile come by length, so that no loop ends where a
// processor does not expect it; ends that follow one another, of which web graphs are full, are told by the first and
// the last of them (intervals.hpp). Made in two passes over the rows of a strip, first counted, then written.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/ranks/intervals.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/check.hpp"

namespace Atoll::kernels {

constexpr unsigned visit_slot_bits = 16;
constexpr std::uint32_t visit_slots_max = std::uint32_t{1} << visit_slot_bits;  // of a strip, and of a segment

// Of one tile and kind, which is their length. Each: the place of its row, then those of its ends. `longer`: its
// length, by two words, comes between. `interval`: of its ends the first and the last.
struct Visits {
  static constexpr std::uint32_t longer = 0;
  static constexpr std::uint32_t length_max = 32;
  static constexpr std::uint32_t interval = length_max + 1;
  static constexpr std::uint32_t kinds = interval + 1;
  static constexpr std::uint64_t words_of_interval = 3;

  std::uint32_t segment = 0;
  std::uint32_t kind = longer;
  std::uint32_t count = 0;
  std::uint64_t words = 0;
};

// The arcs of a row into one segment.
struct Visit {
  std::uint32_t segment = 0;
  std::uint32_t begin = 0;  // in the row
};

// The visits of a row, whose ends ascend, and where the last one ends; `visits` has room for all. Rows of short visits
// without a question per arc, for its answer would be guessed wrong every other time.
template <class Segments>
std::uint32_t find_visits(std::span<const std::uint32_t> row, const Segments& segments, Visit* visits) {
  constexpr std::uint32_t leap = 32;
  constexpr std::uint32_t arcs_per_visit_short = 8;
  const auto size = static_cast<std::uint32_t>(row.size());
  const std::uint32_t none = segments.count();
  std::uint32_t found = 0;
  if (size <= arcs_per_visit_short * none) {
    std::uint32_t before = none;
    for (std::uint32_t i = 0; i < size; ++i) {
      const std::uint32_t segment = segments.of(row[i]);
      visits[found] = {segment, i};
      found += segment != before ? 1u : 0u;
      before = segment;
    }
  } else {
    for (std::uint32_t i = 0; i < size; ++found) {
      const std::uint32_t segment = segments.of(row[i]);
      visits[found] = {segment, i};
      while (i + leap < size && segments.of(row[i + leap]) == segment) i += leap;
      while (i < size && segments.of(row[i]) == segment) ++i;
    }
  }
  visits[found] = {none, size};
  return found;
}

// How many visits of each kind there are to each segment.
class VisitTally {
 public:
  explicit VisitTally(std::uint32_t segments) : visits_(std::size_t{segments} * Visits::kinds), long_words_(segments) {}

  void add(std::uint32_t segment, std::size_t length) {
    const std::size_t first = std::size_t{segment} * Visits::kinds;
    if (length <= Visits::length_max) {
      ++visits_[first + length];
    } else {
      ++visits_[first + Visits::longer];
      long_words_[segment] += length + 3;
    }
  }
  void add_interval(std::uint32_t segment) { ++visits_[std::size_t{segment} * Visits::kinds + Visits::interval]; }

  // By segment, then by kind.
  Array<Visits> all() const;

 private:
  std::vector<std::uint32_t> visits_;  // [segment][kind]
  std::vector<std::uint64_t> long_words_;
};

// Where the next visit of each segment and kind goes. `row`: its place in the strip; its ends are slots of a segment
// that begins with `first`.
class VisitPlaces {
 public:
  VisitPlaces(std::span<const Visits> all, std::uint16_t* words, std::uint32_t segments);

  // `readable`: so many numbers can be read from the first end on.
  void add(std::uint32_t row, std::uint32_t segment, std::uint32_t first, std::span<const std::uint32_t> ends,
           std::uint64_t readable) {
    const auto length = static_cast<std::uint32_t>(ends.size());
    Place& place = place_of(segment, length <= Visits::length_max ? length : Visits::longer);
    std::uint16_t* word = place.next;
    *word++ = static_cast<std::uint16_t>(row);
    // Of a short one, always as many, without asking: what is too much is written over by the next one.
    if (length <= copied && readable >= copied && place.end - word >= copied) {
      for (std::ptrdiff_t i = 0; i < copied; ++i) word[i] = static_cast<std::uint16_t>(ends.data()[i] - first);
      place.next = word + length;
      return;
    }
    if (length > Visits::length_max) {
      *word++ = static_cast<std::uint16_t>(length);
      *word++ = static_cast<std::uint16_t>(length >> 16);
    }
    for (const std::uint32_t end : ends) *word++ = static_cast<std::uint16_t>(end - first);
    place.next = word;
  }
  void add_interval(std::uint32_t row, std::uint32_t segment, std::uint32_t first,
                    std::span<const std::uint32_t> interval) {
    Place& place = place_of(segment, Visits::interval);
    *place.next++ = static_cast<std::uint16_t>(row);
    *place.next++ = static_cast<std::uint16_t>(interval.front() - first);
    *place.next++ = static_cast<std::uint16_t>(interval.back() - first);
  }

 private:
  static constexpr std::ptrdiff_t copied = 8;  // ends at a time
  struct Place {
    std::uint16_t* next = nullptr;
    std::uint16_t* end = nullptr;
  };
  Place& place_of(std::uint32_t segment, std::uint32_t kind) {
    return places_[std::size_t{segment} * Visits::kinds + kind];
  }

  std::vector<Place> places_;  // [segment][kind]
};

// Of `rows` rows, row_of(place in the strip), whose ends ascend: take(place, segment, ends in it).
template <class RowOf, class Segments, class Take>
void each_visit(std::uint32_t rows, const RowOf& row_of, const Segments& segments, const Take& take) {
  std::vector<Visit> visits(segments.count() + 2);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::span<const std::uint32_t> ends = row_of(row);
    const std::uint32_t found = find_visits(ends, segments, visits.data());
    for (std::uint32_t k = 0; k < found; ++k) {
      const auto [segment, begin] = visits[k];
      take(row, segment, ends.subspan(begin, visits[k + 1].begin - begin));
    }
  }
}

// Of the ends of a visit: told by the first and the last, or each by itself. Chosen when it is compiled, for where they
// are written out nobody is to look for them.
enum class Intervals : std::uint8_t { told, written_out };

template <Intervals intervals, class RowOf, class Segments>
Array<Visits> count_visits(std::uint32_t rows, const RowOf& row_of, const Segments& segments) {
  VisitTally tally(segments.count());
  std::vector<std::uint32_t> others;
  each_visit(rows, row_of, segments, [&](std::uint32_t, std::uint32_t segment, std::span<const std::uint32_t> ends) {
    if constexpr (intervals == Intervals::told)
      ends = take_intervals(ends, others, [&](std::span<const std::uint32_t>) { tally.add_interval(segment); });
    if (!ends.empty()) tally.add(segment, ends.size());
  });
  return tally.all();
}

// As counted. `last`: behind all ends that can be read.
template <Intervals intervals, class RowOf, class Segments>
void write_visits(std::uint32_t rows, const RowOf& row_of, const Segments& segments, std::span<const Visits> all,
                  const std::uint32_t* last, std::uint16_t* words) {
  VisitPlaces places(all, words, segments.count());
  std::vector<std::uint32_t> others;
  const auto write = [&](std::uint32_t row, std::uint32_t segment, std::span<const std::uint32_t> ends) {
    const std::uint32_t first = segments.first(segment);
    auto readable = static_cast<std::uint64_t>(last - ends.data());
    if constexpr (intervals == Intervals::told) {
      const auto take = [&](std::span<const std::uint32_t> some) { places.add_interval(row, segment, first, some); };
      ends = take_intervals(ends, others, take);
      if (ends.data() == others.data()) readable = ends.size();
    }
    if (!ends.empty()) places.add(row, segment, first, ends, readable);
  };
  each_visit(rows, row_of, segments, write);
}

// Walks visits of one kind, and returns what follows the words of the last one. Of few ends each:
// walk.few<length>(row, ends), whose loop is unrolled; of more walk.many(row, ends); of an interval
// walk.interval(row, its first end, how many), without which a walk is sent none. All by their places.
template <class Walk>
class VisitWalk {
 public:
  static const std::uint16_t* walk(Walk walk, std::uint32_t count, std::uint32_t kind, const std::uint16_t* at) {
    if constexpr (requires { &Walk::interval; }) {
      if (kind == Visits::interval) return walk_intervals(walk, count, at);
    } else {
      ATOLL_CHECK(kind != Visits::interval);
    }
    const auto way = kind < ways.size() ? ways[kind] : walk_many;
    return way(walk, count, kind, at);
  }

 private:
  using Way = const std::uint16_t* (*)(Walk, std::uint32_t, std::uint32_t, const std::uint16_t*);
  static constexpr std::uint32_t few = 8;

  template <std::uint32_t length>
  static const std::uint16_t* walk_few(Walk walk, std::uint32_t count, std::uint32_t, const std::uint16_t* at) {
#pragma GCC unroll 4
    for (; count > 0; --count, at += length + 1) walk.template few<length>(at[0], at + 1);
    return at;
  }
  static const std::uint16_t* walk_many(Walk walk, std::uint32_t count, std::uint32_t length, const std::uint16_t* at) {
    for (; count > 0; --count, at += length + 1) walk.many(at[0], std::span(at + 1, length));
    return at;
  }
  static const std::uint16_t* walk_long(Walk walk, std::uint32_t count, std::uint32_t, const std::uint16_t* at) {
    for (; count > 0; --count) {
      const std::uint32_t length = at[1] | std::uint32_t{at[2]} << 16;
      walk.many(at[0], std::span(at + 3, length));
      at += length + 3;
    }
    return at;
  }
  static const std::uint16_t* walk_intervals(Walk walk, std::uint32_t count, const std::uint16_t* at) {
    for (; count > 0; --count, at += Visits::words_of_interval)
      walk.interval(at[0], at[1], std::size_t{at[2]} - at[1] + 1);
    return at;
  }
  static constexpr auto ways = []<std::uint32_t... shorter>(std::integer_sequence<std::uint32_t, shorter...>) {
    return std::array<Way, few + 1>{walk_long, walk_few<shorter + 1>...};
  }(std::make_integer_sequence<std::uint32_t, few>());
};

inline std::uint64_t words_of(std::span<const Visits> all) {
  std::uint64_t words = 0;
  for (const Visits& visits : all) words += visits.words;
  return words;
}

}  // namespace Atoll::kernels
