// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/triangles.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/algorithms/kernels/triangles/common_bits.hpp"
#include "atoll/algorithms/kernels/triangles/hub_rows.hpp"
#include "atoll/algorithms/kernels/triangles/marked_ends.hpp"
#include "atoll/algorithms/kernels/triangles/oriented.hpp"
#include "atoll/algorithms/kernels/triangles/triangles_in_place.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {
namespace {

// Triangles of an oriented graph: each is found at its vertex of the highest rank, whose row is marked in a bitmap; then
// the rows beside it are looked up there. Rows of hubs are bitmaps too, compared by words, and ids of hubs are short (after
// LOTUS: Koohi Esfahani, Kilpatrick and Vandierendonck, PPoPP 2022).

// Triangles by rank: hubs are in very many, so each thread has counters of its own for them.
class Tally {
 public:
  explicit Tally(std::uint32_t ranks) : ranks_(ranks), shared_(ranks) {}

  class Mine {
   public:
    void bind(Tally& tally) {
      if (!hubs_.empty()) return;
      hubs_ = Array<std::uint64_t>(std::min(tally.ranks_, hubs_max));
      shared_ = tally.shared_.data();
    }
    void add(std::uint32_t rank, std::uint64_t count) {
      if (rank < hubs_max) {
        hubs_[rank] += count;
      } else {
        std::atomic_ref(shared_[rank]).fetch_add(count, std::memory_order_relaxed);
      }
    }
    std::uint64_t of_hub(std::uint32_t rank) const { return rank < hubs_.size() ? hubs_[rank] : 0; }

   private:
    Array<std::uint64_t> hubs_;
    std::uint64_t* shared_ = nullptr;
  };

  std::uint64_t of_rest(std::uint32_t rank) const { return shared_[rank]; }

  static constexpr std::uint32_t hubs_max = 1u << 14;

 private:
  std::uint32_t ranks_;
  Array<std::uint64_t> shared_;
};

// The row of a rank, dealt into hubs and others; what it will look into is on its way to the cache.
struct Gathered {
  explicit Gathered(std::uint64_t row_max) : ends(row_max + 1), hub_rows(row_max + 1), others(row_max + 1) {}

  void gather(const OrientedRow& row, const Oriented& oriented, const HubRows& rows) {
    size = hubs = 0;
    if (row.size() < 2) return;
    row.for_each([&](std::uint32_t v) {
      const BitRow bits = rows[v];
      ends[size] = v;
      hub_rows[hubs] = bits;
      others[size - hubs] = v;
      ++size;
      hubs += bits.bits != nullptr ? 1 : 0;
    });
    for (std::uint64_t i = 0; i < size - hubs; ++i) oriented.prefetch_ends(others[i]);
  }

  Array<std::uint32_t> ends;
  Array<BitRow> hub_rows;
  Array<std::uint32_t> others;
  std::uint64_t size = 0;  // of ends
  std::uint64_t hubs = 0;  // of hub_rows; others are the rest
};

template <bool by_vertex>
class Counter {
 public:
  Counter(const SharedGraph& graph, const Oriented& oriented, const HubRows& hubs, Crew& crew)
      : graph_(graph),
        oriented_(oriented),
        hubs_(hubs),
        tally_(by_vertex ? oriented.ranks() : 0),
        threads_(static_cast<std::size_t>(crew.threads())) {}

  std::uint64_t count(Crew& crew, const Watch& watch) {
    std::atomic<std::uint64_t> total{0};
    graph_.for_chunks(crew, watch, [&](Worker& me, std::uint32_t begin, std::uint32_t end) {
      Thread& mine = threads_[static_cast<std::size_t>(me.index)];
      if (mine.marks.empty()) begin_thread(mine);
      std::uint64_t found = 0;
      gather(begin, mine.next);
      for (std::uint32_t slot = begin; slot < end; ++slot) {  // one row is under way while the one before is counted
        watch.poll();
        std::swap(mine.now, mine.next);
        if (slot + 1 < end) gather(slot + 1, mine.next);
        if (mine.now.size >= 2) found += count_at(oriented_.rank(slot), mine);
      }
      total.fetch_add(found, std::memory_order_relaxed);
    });
    return total;
  }

  std::uint64_t of_slot(std::uint32_t slot) const {
    const std::uint32_t rank = oriented_.rank(slot);
    std::uint64_t sum = tally_.of_rest(rank);
    for (const Thread& thread : threads_) sum += thread.counts.of_hub(rank);
    return sum;
  }

 private:
  struct Thread {
    Array<std::uint64_t> marks;  // a bit per rank, all clear between rows
    Gathered now{0};
    Gathered next{0};
    Tally::Mine counts;
  };

  void begin_thread(Thread& mine) {
    mine.marks = Array<std::uint64_t>(HubRows::words_of(oriented_.ranks()));
    mine.now = Gathered(oriented_.row_max());
    mine.next = Gathered(oriented_.row_max());
    if constexpr (by_vertex) mine.counts.bind(tally_);
  }

  void gather(std::uint32_t slot, Gathered& into) const {
    into.gather(oriented_[oriented_.rank(slot)], oriented_, hubs_);
  }

  // Triangles whose highest rank is `u`, whose row is gathered.
  std::uint64_t count_at(std::uint32_t u, Thread& mine) const {
    const Gathered& row = mine.now;
    std::uint64_t* const marks = mine.marks.data();
    for (std::uint64_t i = 0; i < row.size; ++i) set_bit(marks, row.ends[i]);
    std::uint64_t found = 0;
    if constexpr (by_vertex) {
      for (std::uint64_t i = 0; i < row.size; ++i) found += count_beside(row.ends[i], mine);
      mine.counts.add(u, found);
    } else {
      found = common_({row.hub_rows.data(), row.hubs}, marks);
      found += marked_(oriented_, {row.others.data(), row.size - row.hubs}, marks);
    }
    for (std::uint64_t i = 0; i < row.size; ++i) marks[row.ends[i] / bits_per_word] = 0;
    return found;
  }

  // Triangles of the marked row with `v` in the middle, told to `v` and to their lowest ranks.
  std::uint64_t count_beside(std::uint32_t v, Thread& mine) const {
    const std::uint64_t* const marks = mine.marks.data();
    std::uint64_t found = 0;
    const auto tell = [&](std::uint64_t w) {
      mine.counts.add(static_cast<std::uint32_t>(w), 1);
      ++found;
    };
    const BitRow hub = hubs_[v];
    if (hub.bits != nullptr) {
      for (std::size_t i = 0; i < hub.words; ++i) for_set_bits(hub.bits[i] & marks[i], i * bits_per_word, tell);
    } else {
      oriented_[v].for_each([&](std::uint32_t w) {
        if (test_bit(marks, w)) tell(w);
      });
    }
    mine.counts.add(v, found);
    return found;
  }

  const SharedGraph& graph_;
  const Oriented& oriented_;
  const HubRows& hubs_;
  CommonBits common_ = common_bits();
  MarkedEnds marked_ = marked_ends();
  Tally tally_;
  std::vector<Thread> threads_;
};

template <bool by_vertex>
void count_oriented(const SharedGraph& graph, const DegreeShape& shape, Crew& crew, const Watch& watch, Steps& steps,
                    TriangleCounts& counts) {
  const Oriented oriented(graph, shape, by_vertex, crew, watch);
  const HubRows hubs(oriented, crew, watch);
  steps.add({.vertices = graph.vertices(), .scanned = graph.arcs()});
  Counter<by_vertex> counter(graph, oriented, hubs, crew);
  counts.triangles = counter.count(crew, watch);
  if constexpr (by_vertex) {
    counts.of_vertex = Array<std::uint64_t>(graph.vertices());
    counts.degrees = Array<std::uint32_t>(graph.vertices());
    graph.for_vertices(crew, watch, [&](std::uint32_t slot) {
      const std::uint64_t user = graph.user(slot);
      counts.of_vertex[user] = counter.of_slot(slot);
      counts.degrees[user] = oriented.degrees()[slot];
    });
  }
  steps.add({.vertices = graph.vertices(), .scanned = graph.arcs() / 2});
}

}  // namespace

// Marks, two rows that are gathered, and counters of hubs; each begins a page. No row has more ends than the root of all
// arcs or, where degrees are even and keep their order (DegreeShape), than their squares allow a single one.
std::uint64_t triangle_bytes_of_thread(std::uint64_t vertices, std::uint64_t arcs, bool by_vertex) {
  constexpr std::uint64_t pages = 8 * 4096;
  const std::uint64_t root = std::uint64_t{1} << (std::bit_width(arcs) / 2 + 1);
  const double of_even = std::sqrt(2 / std::max(1.0, static_cast<double>(vertices))) * static_cast<double>(arcs);
  const std::uint64_t row_max = std::min(vertices, std::max(root, static_cast<std::uint64_t>(of_even) + 1));
  const std::uint64_t hubs = by_vertex ? std::min<std::uint64_t>(vertices, Tally::hubs_max) : 0;
  return vertices / 8 + 2 * row_max * (4 + sizeof(BitRow) + 4) + hubs * 8 + pages;
}

TriangleCounts count_triangles(const SharedGraph& graph, bool by_vertex, Crew& crew, const Watch& watch) {
  TriangleCounts counts;
  if (graph.vertices() == 0) return counts;
  Steps steps(watch, by_vertex ? 2 : 0);
  const DegreeShape shape = degree_shape(graph, crew, watch);
  if (by_vertex) {
    count_oriented<true>(graph, shape, crew, watch, steps, counts);
  } else if (const auto found = count_triangles_in_place(graph, shape, crew, watch)) {
    counts.triangles = *found;
    steps.add({.vertices = graph.vertices(), .scanned = graph.arcs()});
  } else {
    count_oriented<false>(graph, shape, crew, watch, steps, counts);
  }
  counts.statistics = steps.take();
  return counts;
}

}  // namespace Atoll::kernels
