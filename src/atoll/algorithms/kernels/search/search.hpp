// SPDX-License-Identifier: Apache-2.0
// Breadth-first search on one part, direction-optimising (Beamer et al., SC 2012): the specialised kernel beside the
// vertex program Bfs, its reference. The parent of a vertex is its least neighbour, by slot, in the level before: the
// same tree for any number of threads.
//
// Top-down levels walk a queue, the least parent of a new vertex wins. One thread walks the small ones alone. In others
// all keep the arcs to new vertices by who owns these (ArcRanges), and then bring those into what is theirs, so that
// nothing is locked; where the level before had several for each vertex, they join those first (JoinedArcs). A heavy
// one, with many arcs, keeps them by ranges that stay in a near cache. Where a level is a few long rows, threads cut
// these between them: a heavy one by stretches of the vertices, each thread's its own. Bottom-up levels sweep the words
// of unvisited vertices, and may try some ends of all rows of a word together. What they do not find at once is listed,
// so that rows are fetched ahead.
//
// With aids each of those first tries its first ends, 64 vertices at a time without a branch, from columns (FirstEnds),
// and nobody looks for a parent whom no arc leads to. Where the graph has an order of its own, the answer starts as a copy
// of the usual parents, so that only exceptions are written: in a bottom-up level most vertices have their first end as
// parent. The heaviest top-down levels first sweep for those too, and push to the rest. Leaves at the end of that order
// are never searched: their only neighbour reaches them.
//
// All threads go through the same levels, and each works out by itself which way the next one goes; of levels that one
// went through alone it tells the others.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/search/adoption.hpp"
#include "atoll/algorithms/kernels/search/arc_ranges.hpp"
#include "atoll/algorithms/kernels/search/bit_tests.hpp"
#include "atoll/algorithms/kernels/search/chosen_lengths.hpp"
#include "atoll/algorithms/kernels/search/first_ends.hpp"
#include "atoll/algorithms/kernels/search/joined_arcs.hpp"
#include "atoll/algorithms/kernels/search/new_arcs.hpp"
#include "atoll/algorithms/kernels/search/row_search.hpp"
#include "atoll/algorithms/kernels/search/search_answer.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/algorithms/kernels/use.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/engine/steering.hpp"

namespace Atoll::kernels {

// Searches one graph, again and again. The graph must outlive it.
class Search {
 public:
  // Often: with aids. They are made from the arcs alone: they know no source, so no answer.
  Search(const OnePart& graph, Use use, Crew& crew);

  struct Options {
    std::uint32_t source = 0;  // slot
    double alpha = 15;         // above 0; as in Steering, which divides arcs by it
    double beta = 18;          // above 0; and vertices by this
  };
  // Throws Error(cancelled | resource).
  void operator()(const Options& options, SearchAnswer& answer, const Watch& watch);

  // About what it takes beside the answer: how many arcs threads keep at a time is known by and large.
  static std::uint64_t bytes_max(const OnePart& graph, Use use, int threads);

 private:
  // Of the arcs that threads keep in levels that are not heavy, by and large.
  static std::uint64_t kept_bytes(std::uint64_t vertices);
  // And what they have room for, however few they keep, at most.
  static std::uint64_t room_bytes(std::uint64_t vertices, int threads);

  struct Level {
    std::uint32_t number = 1;  // of the vertices that are being found
    bool bottom_up = false;
    DirectionReason reason = {};  // for that
    bool alone = false;           // top-down, and one thread walks it
    bool heavy = false;           // top-down, and so many arcs that they are pushed by ranges
    bool joins = false;           // by owners: arcs to the same vertex are joined before they are brought
    bool joined_in_vain = false;  // in one before
    bool assisted = false;        // heavy, and first ends are tried before: has a queue and a front
    bool swept = false;           // in this one or one before, first ends were tried or arcs pushed by ranges
    bool may_be_empty = false;    // rows that are open: no sweep has met them yet
    int front = 0;  // which of the fronts is this level's, if bottom-up or assisted; it is empty otherwise
    Frontier frontier;
    std::uint64_t scanned = 0;  // when the frontier was found
    std::uint64_t unexplored_arcs = 0;
    std::uint64_t queue_begin = 0;  // the frontier, if top-down
    std::uint64_t queue_end = 1;    // all that was queued
    std::uint64_t reached = 1;
    std::uint64_t open = 0;  // of the rows that are searched: not visited, and not known to be empty

    Level nothing_found() const {
      Level next = *this;
      next.frontier = {};
      next.scanned = 0;
      return next;
    }
    bool has_front() const { return bottom_up || assisted; }
    bool finds_words() const { return bottom_up || heavy; }  // what it finds is in the next front, visited and counted
  };
  // Where one thread has come that looks for parts of a frontier.
  struct Walk {
    std::uint64_t row = 0;  // of the frontier
    std::uint64_t arcs_before = 0;
  };
  // What one thread did in a level.
  struct Done {
    Frontier found;
    std::uint64_t queued = 0;
    std::uint64_t scanned = 0;
    std::uint64_t fresh = 0;    // arcs that were pushed, to ends that were not visited before this level
    std::uint64_t brought = 0;  // of these, where they were joined: those that had to be
    std::uint64_t emptied = 0;  // rows that turned out to be empty
  };
  // Where one thread puts what it finds, for now; in pages that wait for the next search. It begins as it is: to clear it
  // takes longer than a small search.
  struct alignas(64) Desk {
    std::array<std::uint32_t, 1024> waiting;       // to be queued
    std::array<PushedArc, ArcRanges::slack> open;  // to ends that were not visited before this level
    std::array<RowPiece, 512> rows;                // in which no parent was found yet
  };
  // What one thread does.
  struct alignas(64) Share {
    Desk* desk = nullptr;
    std::size_t waiting_count = 0;
    std::size_t row_count = 0;
    std::int64_t leaves = 0;   // reached, beyond what is known without looking
    bool beside_leaf = false;  // something of the last level is
    ArcRanges owned;           // arcs to ends that were not visited before this level, by the owners of these
    JoinedArcs joined;         // on their way there
    ArcRanges kept;            // arcs of a heavy level, for now
    bool is_full = false;      // before all were kept
    FrontierPart part;         // to be kept next
    Walk walk;
    Done done;                 // in this level
    std::array<Done, 2> told;  // [level % 2], until others have read it
    std::uint64_t phase = 0;   // deals so far
    // Of my stretch of a deal, in turn; one is cleared while another is used.
    alignas(64) std::array<std::atomic<std::uint64_t>, 3> cursors{};
  };

  void make_aids();
  void mark_rows();
  void make_pages();
  void forget(const Worker& me, Share& mine);
  void begin(const Level& first);
  void work(Worker& me);
  Level first_level() const;
  void start(Share& mine, const Level& level);
  void choose_push(Level& level, const Frontier& before) const;
  void go_alone(Share& mine, Level& level, Level& next);
  void go_together(Worker& me, Share& mine, const Level& level, Level& next);
  Level after(const Level& level, std::span<const Share> shares) const;
  Steered steered(const Level& level, const Frontier& before) const;
  bool may_look_long(const Level& level) const;
  std::uint64_t expected_looks(const Level& level, std::uint64_t of_row) const;
  void turn(Level& level, const Frontier& before) const;
  static bool is_small(const Level& level);
  void choose_joining(Level& next, const Level& level, std::uint64_t fresh, std::uint64_t brought) const;
  bool is_heavy(const Level& level, const Frontier& before) const;
  bool is_assisted(const Level& level, const Frontier& before) const;
  void record(const Level& level, const Level& next);

  template <class F>
  void deal(Share& mine, std::uint64_t count, std::uint64_t grain, F&& work);
  void assist(Share& mine, const Level& level);
  void expand_alone(Share& mine, const Level& level);
  void expand_by_owners(Worker& me, Share& mine, const Level& level);
  bool has_few_long_rows(const Level& level) const;
  bool has_long_cuts(const Level& level) const;
  void expand_by_stretches(const Worker& me, Share& mine, const Level& level);
  FrontierPart part_of(Walk& walk, const Level& level, std::uint64_t from, std::uint64_t to) const;
  NewEnds new_ends() const { return {.rows = graph_.out, .limit = rows_, .visited = visited_.data()}; }
  template <class Take>
  void open(Share& mine, FrontierPart part, const Take& take);
  void reach(Share& mine, const Level& level, std::span<const PushedArc> arcs);
  void queue(Share& mine, const Level& level, std::uint32_t v);
  void flush(Share& mine, const Level& level);
  void expand_by_ranges(Worker& me, Share& mine, const Level& level);
  void make_room(Share& mine) const;
  bool keep_arcs(Share& mine, const Level& level);
  bool take_part(Share& mine, const Level& level);
  void take_found(Share& mine, const Level& level);
  std::uint64_t fresh_of_word(std::uint64_t w) const;

  void sweep(Share& mine, const Level& level);
  std::uint64_t try_first_ends(Share& mine, const Level& level, std::uint64_t w, std::uint32_t column,
                               std::uint64_t& open);
  std::uint64_t try_ends(const Level& level, const std::uint32_t* ends, std::uint64_t open, std::uint32_t* parents);
  std::uint64_t try_rows(Share& mine, const Level& level, std::uint64_t w, std::uint64_t& open, std::uint64_t& tried);
  std::uint64_t drop_empty(Share& mine, std::uint64_t w, std::uint64_t open);
  void fetch_rows(std::uint64_t w) const;
  void list_rows(Share& mine, std::uint64_t w, std::uint64_t open, std::uint64_t tried);
  void search_listed(Share& mine, const Level& level, std::uint64_t* found);
  void settle(Share& mine, const Level& level, std::uint64_t w, std::uint64_t found, std::uint64_t noted);

  bool make_frontier(Share& mine, const Level& level, const Level& next);
  void mark_queued(const Level& next, std::uint64_t from, std::uint64_t to);
  void queue_words(Share& mine, const Level& level, const Level& next);

  void give_answer(Worker& me, Share& mine, const Level& last);
  void answer_in_user_order(Worker& me, Share& mine);
  void reach_leaves(Share& mine);
  void answer_by_exceptions(Worker& me, Share& mine, const Level& last);
  void take_back_unreached(Share& mine);
  void put_queued(Share& mine, const Level& last);
  void put_together(Share& mine, const Level& last, std::span<const std::uint32_t> some);
  void look_for_leaves(Share& mine, const Level& last);

  std::uint64_t words() const { return words_for(rows_); }
  bool is_closed(std::uint32_t v) const { return !closed_.empty() && test_bit(closed_.data(), v); }
  std::uint64_t unvisited(std::uint64_t w) const { return ~visited_[w] & low_bits(rows_ - w * 64); }
  // The ends of a row that are not searched.
  std::span<const std::uint32_t> leaves_of(std::uint32_t v) const {
    const std::span<const std::uint32_t> row = graph_.out[v];
    return row.subspan(searched_of(row));
  }
  std::size_t searched_of(std::span<const std::uint32_t> row) const {
    if (row.empty() || row.back() < rows_) return row.size();
    return static_cast<std::size_t>(std::ranges::lower_bound(row, rows_) - row.begin());
  }
  std::uint64_t* front(const Level& level) { return fronts_[static_cast<std::size_t>(level.front)].data(); }
  std::uint64_t* next_front(const Level& level) { return fronts_[static_cast<std::size_t>(1 - level.front)].data(); }

  const OnePart graph_;
  Crew& crew_;
  const BitTests test_bits_ = bit_tests();
  const NewArcs new_arcs_ = new_arcs();
  const Adoption adopt_ = adoption();
  const RowAdoption adopt_rows_ = row_adoption();
  const std::uint64_t row_ends_that_pay_ = row_ends_that_pay();
  const WithEnds with_ends_ = with_ends();
  const RowSearch search_rows_ = row_search();
  const ChosenLengths lengths_of_ = chosen_lengths();
  std::uint32_t rows_ = 0;        // vertices from here on have no arc, or are leaves
  std::uint32_t leaves_end_ = 0;  // vertices from rows on to here have one neighbour, and none goes through them
  std::uint64_t leaves_ = 0;      // of these, whose neighbour has a row that is searched
  bool has_hubs_ = false;         // with aids: some rows in are far longer than others
  FirstEnds first_;               // of rows in, and leaves
  Array<std::uint64_t> longer_;   // bitmap of rows in that have more ends than these; empty without aids
  Array<std::uint64_t> closed_;   // bitmap of vertices that no arc leads to, if there are some: nothing finds them
  std::uint32_t closed_count_ = 0;
  Array<std::uint32_t> usual_;    // [vertices], by user: the user's vertex of that end; all bits set without arcs
  Array<std::uint32_t> parents_;  // [vertices], by slot, where the answer cannot be written at once
  Array<std::uint32_t> levels_;   // the same
  // Found top-down, in their order; and bottom-up those whose parent is not the usual one, which may come again as a
  // frontier: [vertices], or [2 * vertices] where there are such.
  Array<std::uint32_t> queue_;
  Array<std::uint64_t> visited_;  // bitmaps over rows, closed ones from the start, and, never set, leaves
  std::array<Array<std::uint64_t>, 2> fronts_;
  Array<Desk> desks_;          // [thread]
  std::vector<Share> shares_;  // [thread]
  // Parents by slot that a search finds set and leaves set: of so many in the queue. All bits set: nobody knows.
  std::uint64_t parents_from_ = ~std::uint64_t{0};
  std::uint64_t parents_to_ = ~std::uint64_t{0};
  std::uint64_t queue_size_ = 0;

  Options options_;
  std::array<Level, 2> gone_;        // by the thread that went alone: the last level, and what it found
  std::uint32_t* parent_ = nullptr;  // [vertices], by slot: the least so far, or none
  std::uint32_t* depth_ = nullptr;   // [vertices], by slot: the level, if wanted
  SearchAnswer* answer_ = nullptr;
  const Watch* watch_ = nullptr;
  Steps* steps_ = nullptr;
  bool by_exceptions_ = false;  // the answer starts from usual_
  // Written by all threads, in a line that has nothing else.
  alignas(64) std::array<std::atomic<std::uint64_t>, 3> queued_;  // [level % 3], beyond the end of the queue
  // [level % 2], of the frontier of a heavy one: vertices, or arcs where rows are cut.
  std::array<std::atomic<std::uint64_t>, 2> pushed_;
};

}  // namespace Atoll::kernels
