// SPDX-License-Identifier: Apache-2.0
// Breadth-first search on one part, direction-optimising (Beamer et al., SC 2012): the specialised kernel beside the
// vertex program Bfs, its reference. The parent of a vertex is its least neighbour, by slot, in the level before: the
// same tree for any number of threads.
//
// Top-down levels walk a queue, the least parent of a new vertex wins. Bottom-up levels sweep the words of unvisited
// vertices. With aids each of those first tries its first end, 64 vertices at a time without a branch; and where the
// graph has an order of its own, the answer starts as a copy of the usual parents, so that only exceptions are written:
// in a bottom-up level most vertices have their first end as parent.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"
#include "atoll/engine/steering.hpp"

namespace Atoll::kernels {

// The answer, by the user's vertex. Arrays that are wanted are [vertices], others null; all bits set: unreached.
struct SearchAnswer {
  std::uint32_t* parent = nullptr;  // user's vertex
  std::uint32_t* level = nullptr;
  std::uint64_t reached = 0;
  std::uint64_t depth = 0;
  RunStatistics statistics;
};

// Searches one graph, again and again. The graph must outlive it.
class Search {
 public:
  // With aids: what many searches profit from is made first. No piece of an answer is.
  Search(const OnePart& graph, bool aids, Crew& crew);

  struct Options {
    std::uint32_t source = 0;  // slot
    double alpha = 15;         // as in Steering
    double beta = 18;
  };
  // Throws Error(cancelled | resource), and Error(usage) ever after.
  void operator()(const Options& options, SearchAnswer& answer, const Watch& watch);

 private:
  struct Found {
    std::uint32_t vertex;
    std::uint32_t parent;
  };
  // What one thread finds.
  struct alignas(64) Share {
    std::vector<std::uint32_t> queue;  // top-down, in this level
    std::vector<Found> exceptions;     // bottom-up, in all levels: parents that are not the usual ones
    std::uint64_t vertices = 0;
    std::uint64_t arcs = 0;  // outgoing, of the vertices
    std::uint64_t scanned = 0;
    std::uint64_t phase = 0;  // deals so far
    std::uint32_t level = 1;  // of the vertices that are being found
  };

  void make_aids();
  void begin();
  Array<std::uint32_t> filled(std::uint64_t size);
  void work(Worker& me);
  void fill_answer(Share& mine);
  template <class F>
  void deal(Share& mine, std::uint64_t count, std::uint64_t grain, F&& work);
  void expand(Share& mine);
  void reach(Share& mine, std::uint32_t v, std::uint32_t w);
  void sweep(Share& mine);
  std::uint64_t sweep_word(Share& mine, std::uint64_t w);
  std::uint64_t try_first(std::uint64_t w, std::uint64_t unvisited) const;
  void settle(Share& mine, std::uint32_t vertex, std::uint32_t parent);
  void conclude();
  void record(const Frontier& front, std::uint64_t scanned);
  void steer_from(const Frontier& before);
  void turn(Worker& me, Share& mine);
  void visit_queue(Share& mine);
  void put(std::uint32_t vertex);
  void answer_in_user_order(Share& mine);
  void answer_by_exceptions(Worker& me, Share& mine);
  void clear();
  std::uint64_t words() const { return words_for(rows_); }

  const OnePart graph_;
  Crew& crew_;
  std::uint32_t rows_ = 0;        // vertices from here on have no arc
  Array<std::uint32_t> first_;    // [rows]: the first end of the row in, or the vertex itself
  Array<std::uint32_t> usual_;    // [vertices], by user: the user's vertex of that end; all bits set without arcs
  Array<std::uint32_t> parents_;  // [vertices], by slot, where the answer cannot be written at once; none in between
  Array<std::uint32_t> levels_;   // the same
  Array<std::uint32_t> queue_;    // [vertices]
  Array<std::uint64_t> visited_;  // bitmaps over rows; clear between searches
  Array<std::uint64_t> front_;
  Array<std::uint64_t> next_;
  std::vector<Share> shares_;  // [thread]

  Options options_;
  std::uint32_t* parent_ = nullptr;  // [vertices], by slot: the least so far, or none
  std::uint32_t* depth_ = nullptr;   // [vertices], by slot: the level, if wanted
  SearchAnswer* answer_ = nullptr;
  const Watch* watch_ = nullptr;
  bool clean_ = true;           // everything is as a search wants to find it
  bool by_exceptions_ = false;  // the answer starts from usual_
  bool bottom_up_ = false;
  bool turning_ = false;  // the next level goes the other way
  bool swept_ = false;    // some level was found bottom-up
  bool stop_ = false;
  std::uint64_t level_ = 1;  // of the vertices that are being found
  std::uint64_t queue_begin_ = 0;
  std::uint64_t queue_end_ = 0;
  std::atomic<std::uint64_t> append_at_{0};
  std::atomic<std::uint64_t> cursors_[3];  // dealt from in turn; one is cleared while another is used
  std::uint64_t front_vertices_ = 0;
  std::uint64_t front_arcs_ = 0;
  std::uint64_t unexplored_arcs_ = 0;
  Stopwatch level_clock_;
};

}  // namespace Atoll::kernels
