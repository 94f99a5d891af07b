// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of an undirected graph of few arcs, like a road network, on one part: thousands of levels of some
// hundred vertices. Arcs go both ways, so a vertex finds its parent, the least neighbour by slot in the level before, at
// its own turn to be expanded, and nobody competes for it: all that is shared is one byte per vertex that says whether
// it was met. Threads meet once per level; levels of few vertices are left to one of them. Same tree as Search.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/search_answer.hpp"
#include "atoll/algorithms/kernels/steps.hpp"

namespace Atoll::kernels {

// Searches one graph, again and again. The graph must outlive it.
class Wavefront {
 public:
  // Arcs out are walked, and must be those in. With aids, rows of up to four ends get records of their own.
  Wavefront(const OnePart& graph, bool aids, Crew& crew);

  // Whether it is the right search for a graph: undirected, and of few arcs.
  static bool suits(const Layout& layout) { return !layout.directed && layout.arcs <= 4 * layout.vertices; }

  // Throws Error(cancelled | resource).
  void operator()(std::uint32_t source, SearchAnswer& answer, const Watch& watch);

 private:
  static constexpr std::size_t record_ends = 4;

  // The queue from here to there is a level; `number` counts from 0, the source.
  struct Level {
    std::uint64_t begin = 0;
    std::uint64_t end = 1;
    std::uint32_t number = 0;
    std::uint32_t phase = 0;  // how many were expanded together
    std::uint64_t size() const { return end - begin; }
    std::uint8_t mark() const { return mark_of(number); }
    std::uint8_t mark_before() const { return mark_of(number + 2); }
    std::uint8_t mark_next() const { return mark_of(number + 1); }

   private:
    // Neighbours are at most one level apart, so three marks tell them from each other; 0: not met.
    static std::uint8_t mark_of(std::uint32_t level) { return static_cast<std::uint8_t>(1 + level % 3); }
  };

  // What one thread has.
  struct alignas(64) Share {
    std::array<std::uint32_t, 1024> met;  // for the next level, not in the queue yet
    std::size_t count = 0;
    std::array<std::uint64_t, 2> scanned{};  // arcs, in even and odd levels
  };

  void make_records();
  void work(Worker& me);
  void forget(const Worker& me);
  void go_alone(Share& mine, Level& level);
  void go_together(Worker& me, Share& mine, Level& level);
  template <bool alone>
  void expand(Share& mine, const Level& level, std::atomic<std::uint64_t>& met, std::uint64_t from, std::uint64_t to);
  template <bool alone>
  bool claim(std::uint32_t vertex, std::uint8_t mark);
  void flush(Share& mine, const Level& level, std::atomic<std::uint64_t>& met);
  void record(const Level& level);
  std::span<const std::uint32_t> ends_of(std::uint32_t v) const;
  void prefetch_ends(std::uint32_t v) const;
  std::uint32_t user(std::uint32_t slot) const { return static_cast<std::uint32_t>((*graph_.users)[slot]); }

  const OnePart graph_;
  Crew& crew_;
  Array<std::uint32_t> records_;  // [vertices][4]: the ends, and the vertex itself after the last; see ends_of
  Array<std::uint32_t> queue_;    // [vertices], as met
  Array<std::uint8_t> marks_;     // [vertices]
  std::vector<Share> shares_;     // [thread]

  SearchAnswer* answer_ = nullptr;
  const Watch* watch_ = nullptr;
  Steps* steps_ = nullptr;
  Level shared_;  // where the one thread has come, for the others
  // Of the levels that are expanded together.
  struct Counters {
    std::atomic<std::uint64_t> taken{0};
    std::atomic<std::uint64_t> met{0};
  };
  std::array<Counters, 3> counters_;  // [phase % 3]; while one is used another is cleared, and the third still read
};

}  // namespace Atoll::kernels
