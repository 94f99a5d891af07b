// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of a graph without hubs and of many small levels, on one part: a road network has thousands of
// some hundred vertices, a mesh hundreds of some thousand. A vertex finds its parent, the least by slot in the level
// before from which an arc leads to it, at its own turn to be expanded, and nobody competes for it: all that is shared
// is one byte per vertex that says whether it was met, and by whom. It is written without an atomic exchange: where
// two threads meet a vertex at the same moment, both list it, the byte keeps one of them, and the other's entry is
// passed over in the next level. Rows of up to four ends, nearly all of a road, are expanded without a branch. Threads
// meet once per level; levels of few vertices are left to one of them, as are, for a while, those in which all write
// the same few lines: these would go from one to the other. Same tree as Search. With aids, the ends of short rows lie
// in records (LeaflessRows), and leaves count as met: they get their places at last.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/search/leafless_rows.hpp"
#include "atoll/algorithms/kernels/search/search_answer.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/algorithms/kernels/use.hpp"

namespace Atoll::kernels {

// Searches one graph, again and again. The graph must outlive it.
class Wavefront {
 public:
  // Often: of an undirected graph, with aids.
  Wavefront(const OnePart& graph, Use use, Crew& crew);

  // Whether it is the right search for a graph: no long rows, and levels that grow slowly, as in a mesh, or, where arcs
  // are few, levels of which nothing is known; those that grow fast had better be swept. Where arcs have a direction, a
  // vertex looks along those in too: there arcs must be few.
  static bool suits(const OnePart& graph);

  // About what it takes beside the answer: threads may list a vertex that they meet at once, and lists have room to grow.
  static std::uint64_t bytes_max(const OnePart& graph, Use use);

  // Throws Error(cancelled | resource).
  void operator()(std::uint32_t source, SearchAnswer& answer, const Watch& watch);

 private:
  static constexpr std::size_t short_row = LeaflessRows::room;
  static constexpr int threads_max = 64;  // that search; more cannot be told apart by a mark, and wait

  struct Level {
    std::uint32_t number = 0;  // of the source
    std::uint32_t phase = 0;   // how many were expanded together
    std::uint64_t entries = 1;
    std::uint64_t vertices_before = 0;
    bool is_dense = false;         // its vertices lie in a few lines of marks
    std::uint32_t alone_left = 0;  // levels that are left to one thread while they are dense
    std::uint32_t patience = 8;    // so many will be, once all have met vertices in the same lines again

    // Three marks, and 0 for what was not met. While a level is expanded nothing beyond the next is met, and no arc leads
    // to it from before the last, so of what leads to it they tell that apart.
    std::uint8_t mark_before() const { return mark_of(number + 2); }
    std::uint8_t mark_next() const { return mark_of(number + 1); }
    std::uint8_t mark() const { return mark_of(number); }
    std::size_t parity() const { return number % 2; }

   private:
    static std::uint8_t mark_of(std::uint32_t level) { return static_cast<std::uint8_t>(1 + level % 3); }
  };
  // Above the level's mark is the thread that met the vertex.
  static constexpr int level_bits = 2;
  static constexpr std::uint8_t level_mask = (1 << level_bits) - 1;
  static constexpr std::uint8_t leaf_mark = 1 << level_bits;  // no level's
  static std::uint8_t signature(int thread) { return static_cast<std::uint8_t>(thread << level_bits); }

  // The vertices that one thread met, for one level.
  struct List {
    Array<std::uint32_t> vertices;
    std::size_t count = 0;
    // Where they lie, by and large; of none, and before somebody asks, nowhere.
    std::uint32_t first = ~std::uint32_t{0};
    std::uint32_t last = 0;

    void clear() {
      count = 0;
      first = ~std::uint32_t{0};
      last = 0;
    }
    void find_where();
  };
  // What one thread has; twice, for even and odd levels.
  struct alignas(64) Share {
    std::array<List, 2> met;
    std::array<std::uint64_t, 2> scanned{};   // arcs
    std::array<std::uint64_t, 2> expanded{};  // vertices
    std::uint64_t leaves = 0;                 // reached

    void begin(const Level& level) {
      met[1 - level.parity()].clear();
      scanned[level.parity()] = expanded[level.parity()] = 0;
    }
  };

  void work(Worker& me);
  void answer_in_user_order();
  void forget(const Worker& me);
  void reach_leaves(const Worker& me);
  void lead_from_leaf();
  bool ends_in_leaf(const Level& last) const;
  static bool goes_alone(const Level& level);
  void go_alone(Level& level);
  void go_together(Worker& me, Level& level);
  Level after(const Level& level) const;
  void expand_some(int thread, const Level& level, std::uint64_t from, std::uint64_t to);
  enum class Looks : std::uint8_t { along_records, along_rows, both_ways };  // the last where arcs have a direction
  template <Looks looks>
  void expand(int thread, const Level& level, std::span<const std::uint32_t> entries, std::uint8_t signed_by);
  template <Looks looks>
  void fetch_offsets(std::uint32_t v) const;
  template <Looks looks>
  void fetch_row(std::uint32_t v) const;
  template <Looks looks>
  void fetch_marks(std::uint32_t v) const;
  template <Looks looks>
  void fetch_first(std::span<const std::uint32_t> entries) const;
  template <Looks looks>
  void fetch_ahead(std::span<const std::uint32_t> entries, std::size_t i) const;
  template <Looks looks, class Look, class Consider>
  void look_from(std::uint32_t v, const LeaflessRows::Record& record, bool recorded, const Look& look_at,
                 const Consider& consider) const;
  template <class Look>
  void look_along(const Rows& rows, std::uint32_t v, const Look& look) const;
  // A byte behind the marks, for each thread in a line of its own, that is written instead of a mark that stays.
  std::uint64_t place_for_none(int thread) const {
    return graph_.vertices + 64 * (static_cast<std::uint64_t>(thread) + 1);
  }
  void make_room(List& list, std::size_t more) const;
  void record(const Level& level);

  const OnePart graph_;
  std::optional<const LeaflessRows> leafless_;
  Crew& crew_;
  std::uint64_t rows_to_overread_;  // that begin before have so many ends behind their beginning, their own or others'
  int searchers_;                   // threads that search
  Array<std::uint8_t> marks_;       // [vertices], and see place_for_none
  std::vector<Share> shares_;       // [searchers]
  // [vertices], made where slots are not the user's vertices.
  Array<std::uint32_t> parents_by_slot_;
  Array<std::uint32_t> levels_by_slot_;

  std::uint32_t source_ = 0;
  std::uint32_t start_ = 0;  // the source, or the neighbour of a leaf
  SearchAnswer* answer_ = nullptr;
  std::uint32_t* parents_ = nullptr;  // [vertices], by slot; what is not wanted is null
  std::uint32_t* levels_ = nullptr;
  const Watch* watch_ = nullptr;
  Steps* steps_ = nullptr;
  Level shared_;  // where the one thread has come, for the others
  // Entries dealt beyond everybody's first piece [phase % 3]; while one is used another is cleared. In a line that has
  // nothing else.
  alignas(64) std::array<std::atomic<std::uint64_t>, 3> dealt_;
};

}  // namespace Atoll::kernels
