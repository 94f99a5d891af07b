// SPDX-License-Identifier: Apache-2.0
// One figure: some threads of the crew begin together and repeat a block of work until their time is over. The first
// sample warms caches, pages and the clock of the processor up, and is not counted.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "atoll/base/timer.hpp"
#include "atoll/model/probe.hpp"
#include "atoll/model/probe_plan.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::probing {

// What the compiler must believe to be read by somebody, and memory that anybody may have read or written.
template <class T>
void consume(const T& value) {
  asm volatile("" : : "r,m"(value) : "memory");
}

struct Threads {
  int first = 0;  // index in the crew
  int count = 1;
};

// The first `count` threads of a team.
inline Threads of_team(const Crew& crew, int team, int count) {
  int first = 0;
  for (int before = 0; before < team; ++before) first += crew.team_size(before);
  return {.first = first, .count = count};
}

inline Spread spread_of(std::vector<double> samples) {
  std::ranges::sort(samples);
  const std::size_t half = samples.size() / 2;
  const double median = samples.size() % 2 == 1 ? samples[half] : (samples[half - 1] + samples[half]) / 2;
  return {
      .median = median, .least = samples.front(), .most = samples.back(), .repeats = static_cast<int>(samples.size())};
}

inline Spread inverse(const Spread& spread) {
  return {.median = 1 / spread.median, .least = 1 / spread.most, .most = 1 / spread.least, .repeats = spread.repeats};
}

// `take(window)` gives a sample.
template <class Take>
Spread repeat(int repeats, Clock& clock, const Take& take) {
  std::vector<double> samples;
  take(clock.window());
  for (int i = 0; i < repeats; ++i) samples.push_back(take(clock.window()));
  return spread_of(std::move(samples));
}

struct Attempt {
  double rate = 0;     // units per second, from the first beginning to the last end
  double overlap = 0;  // the share of that time in which all threads were at work
};

template <class Block>
Attempt attempt(Crew& crew, Threads threads, double window, const Block& block) {
  struct alignas(64) Done {
    std::uint64_t units = 0;
    double begin = 0;
    double end = 0;
  };
  std::vector<Done> done(static_cast<std::size_t>(threads.count));
  double end = 0;
  crew.run([&](Worker& me) {
    if (me.index == 0) end = wall_seconds() + window;
    me.meet();
    const int rank = me.index - threads.first;
    if (rank < 0 || rank >= threads.count) return;
    Done mine{.begin = wall_seconds()};
    do {
      mine.units += block(rank);
      mine.end = wall_seconds();
    } while (mine.end < end);
    done[static_cast<std::size_t>(rank)] = mine;
  });
  std::uint64_t units = 0;
  for (const Done& mine : done) units += mine.units;
  const auto [first, last_begun] = std::ranges::minmax(done, {}, &Done::begin);
  const auto [first_ended, last] = std::ranges::minmax(done, {}, &Done::end);
  const double seconds = last.end - first.begin;
  return {.rate = static_cast<double>(units) / seconds, .overlap = (first_ended.end - last_begun.begin) / seconds};
}

// block(rank) does some work and says how many units it was. Units per second, of all threads together. A thread that
// the system let wait spoils a sample, so that is taken again, twice at most.
template <class Block>
double rate(Crew& crew, Threads threads, double window, const Block& block) {
  Attempt best;
  for (int i = 0; i < 3 && best.overlap < 0.75; ++i) {
    const Attempt next = attempt(crew, threads, window, block);
    if (i == 0 || next.overlap > best.overlap) best = next;
  }
  return best.rate;
}

}  // namespace Atoll::probing
