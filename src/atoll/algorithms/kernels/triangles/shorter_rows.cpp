// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles/shorter_rows.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/drawn_arcs.hpp"
#include "atoll/algorithms/kernels/triangles/marked_ends.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/topology/dealer.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t arcs_to_count_max = ~std::uint32_t{0};  // so that the length of a row has 32 bits
constexpr std::size_t together = 16;                            // rows, looked at in a call
constexpr std::size_t offsets_ahead = 32;                       // of the rows to be looked at
constexpr std::size_t rows_ahead = 16;
constexpr std::size_t piece_max = 2048;                       // neighbours that are asked in a row
constexpr std::uint64_t shared_row = std::uint64_t{1} << 16;  // arcs: all threads share what is beside its vertex

std::uint32_t lower_size(const Rows& rows, std::uint32_t v) {
  const std::span<const std::uint32_t> row = rows[v];
  return static_cast<std::uint32_t>(std::ranges::lower_bound(row, v) - row.begin());
}

// What an edge costs, beside each other: to look at a row, without its ends; to ask an end whether its side is the shorter
// one; to place an edge in another order. (About nanoseconds of a thread on a Zen 5, and fitted there.)
constexpr double a_row = 10, asked = 4, beside = 3, placed = 36;
double of_ends(std::uint32_t ends) {
  constexpr std::uint32_t vector = 16;
  constexpr double a_vector = 8, an_end = 1;
  if (marked_below() == marked_below_one_by_one) return an_end * ends;
  const std::uint32_t vectors = (ends + vector - 1) / vector;
  return a_vector * vectors;
}

struct Effort {
  double by_lower = 0;
  double by_shorter = 0;
  std::uint64_t edges = 0;

  // Between vertices with so many lower neighbours. Below both there is a third vertex, or nothing is looked at.
  void add(std::uint32_t of_lower, std::uint32_t of_higher) {
    const std::uint32_t ends = std::min(of_lower, of_higher);
    ++edges;
    if (of_higher < 2) return;
    by_lower += a_row + of_ends(std::max(of_lower, 1u));
    by_shorter += asked + (ends == 0 ? 0 : a_row + beside + of_ends(ends));
  }
};

Effort sampled(const SharedGraph& graph) {
  constexpr std::uint64_t sample = 256, arcs_for_one = 512;
  const Rows& rows = graph.only_rows();
  Effort effort;
  const std::uint64_t drawn = std::min(sample, graph.arcs() / arcs_for_one);
  draw_arcs(rows.offsets, graph.slots(), drawn, [&](std::uint32_t from, std::uint64_t arc) {
    const std::uint32_t to = rows.ends[arc];
    if (from != to) effort.add(lower_size(rows, std::min(from, to)), lower_size(rows, std::max(from, to)));
  });
  return effort;
}

// Whose rows are looked at beside some vertices: known ahead, so that they can be fetched.
class Looks {
 public:
  struct Beside {
    std::uint32_t vertex = 0;  // whose lower neighbours are to be marked
    std::uint32_t end = 0;     // in all(), of the rows beside it
  };

  bool has_room() const { return size_ + piece_max <= all_.size() && groups_ < beside_.size(); }
  std::span<const std::uint32_t> all() const { return {all_.data(), size_}; }
  std::span<const Beside> beside() const { return {beside_.data(), groups_}; }
  void clear() { size_ = groups_ = 0; }

  // Of a piece of the row of u, which follows on `before`, those with the shorter side, each once. A third vertex is below
  // both, so the higher of them has two lower neighbours. Without a branch, for none would be guessed.
  void put(const Array<std::uint32_t>& sizes, std::uint32_t u, std::uint32_t before,
           std::span<const std::uint32_t> piece) {
    const std::uint32_t own = sizes[u];
    std::size_t size = size_;
    for (const std::uint32_t v : piece) {
      const std::uint32_t lower = sizes[v];
      const bool is_shorter = (lower < own) | ((lower == own) & (v < u));
      const bool has_third = lower > (v > u ? 1u : 0u);
      all_[size] = v;
      const bool is_another = v != before;
      size += (is_shorter & has_third & is_another) ? 1 : 0;
      before = v;
    }
    if (size > size_) beside_[groups_++] = {u, static_cast<std::uint32_t>(size)};
    size_ = size;
  }

 private:
  std::array<std::uint32_t, 4 * piece_max> all_;
  std::array<Beside, 256> beside_;
  std::size_t size_ = 0;
  std::size_t groups_ = 0;
};

class EdgeCounter {
 public:
  EdgeCounter(const SharedGraph& graph, Crew& crew, const Watch& watch)
      : rows_(graph.only_rows()),
        near_(keeps_neighbours_near(rows_, graph.vertices())),
        sizes_(graph.slots(), Contents::whatever),
        threads_(static_cast<std::size_t>(crew.threads())),
        watch_(watch) {
    graph.for_vertices(crew, watch, [&](std::uint32_t v) { sizes_[v] = lower_size(rows_, v); });
  }

  // Of the edges whose longer side is in [begin, end), but those at rows for all.
  std::uint64_t count(const Worker& me, std::uint32_t begin, std::uint32_t end) {
    Thread& mine = mine_of(me);
    std::uint64_t found = 0;
    for (std::uint32_t u = begin; u < end; ++u)
      if (sizes_[u] >= 2 && !is_for_all(u)) found += put(mine, u, 0, rows_.degree(u));
    return found + look(mine);
  }

  bool is_for_all(std::uint32_t u) const { return rows_.degree(u) >= shared_row; }
  // Of the edges between u and the ends [begin, end) of its row.
  std::uint64_t count_beside(const Worker& me, std::uint32_t u, std::uint64_t begin, std::uint64_t end) {
    Thread& mine = mine_of(me);
    const std::uint64_t found = sizes_[u] >= 2 ? put(mine, u, begin, end) : 0;
    return found + look(mine);
  }

 private:
  struct Thread {
    Array<std::uint64_t> marks;  // a bit per slot
    std::uint32_t marked = 0;    // whose lower neighbours these are; nobody is below the first
    Looks looks;
  };
  struct Fetched {
    std::size_t offsets = 0;
    std::size_t rows = 0;
  };

  Thread& mine_of(const Worker& me) {
    Thread& mine = threads_[static_cast<std::size_t>(me.index)];
    if (mine.marks.empty()) mine.marks = Array<std::uint64_t>(words_for(sizes_.size()));
    return mine;
  }

  // Looks where there is no room for more.
  std::uint64_t put(Thread& mine, std::uint32_t u, std::uint64_t begin, std::uint64_t end) {
    const std::span<const std::uint32_t> row = rows_[u];
    std::uint64_t found = 0;
    for (std::uint64_t at = begin; at < end; at += piece_max) {
      if (!mine.looks.has_room()) found += look(mine);
      mine.looks.put(sizes_, u, at == 0 ? u : row[at - 1], row.subspan(at, std::min(piece_max, end - at)));
    }
    return found;
  }

  std::uint64_t look(Thread& mine) {
    watch_.poll();
    const std::span<const std::uint32_t> all = mine.looks.all();
    std::uint64_t found = 0;
    Fetched fetched;
    std::size_t at = 0;
    for (const auto& [u, end] : mine.looks.beside()) {
      mark(mine, u);
      while (at < end) {
        const std::span some = all.subspan(at, std::min(together, end - at));
        at += some.size();
        if (!near_) fetch(all, at, fetched);
        found += below_(rows_, some, mine.marks.data());
      }
    }
    mine.looks.clear();
    return found;
  }

  void mark(Thread& mine, std::uint32_t u) const {
    if (mine.marked == u) return;
    for (const std::uint32_t v : lower(mine.marked)) mine.marks[v / bits_per_word] = 0;
    for (const std::uint32_t v : lower(u)) set_bit(mine.marks.data(), v);
    mine.marked = u;
  }
  std::span<const std::uint32_t> lower(std::uint32_t v) const { return rows_[v].first(sizes_[v]); }

  void fetch(std::span<const std::uint32_t> all, std::size_t at, Fetched& fetched) const {
    for (; fetched.offsets < std::min(at + offsets_ahead, all.size()); ++fetched.offsets)
      rows_.fetch_offsets(all[fetched.offsets]);
    for (; fetched.rows < std::min(at + rows_ahead, all.size()); ++fetched.rows) rows_.fetch(all[fetched.rows]);
  }

  const Rows rows_;
  const bool near_;
  Array<std::uint32_t> sizes_;  // [slots]: lower neighbours
  std::vector<Thread> threads_;
  const Watch& watch_;
  MarkedBelow below_ = marked_below();
};

}  // namespace

bool shorter_rows_pay(const SharedGraph& graph, bool elsewhere) {
  constexpr std::uint64_t edges_min = 16;
  constexpr double clearly = 0.9;
  if (graph.parts() != 1 || graph.arcs() > arcs_to_count_max) return false;
  const Effort effort = sampled(graph);
  const double otherwise = elsewhere ? placed * static_cast<double>(effort.edges) : clearly * effort.by_lower;
  return effort.edges >= edges_min && effort.by_shorter < otherwise;
}

std::uint64_t count_by_shorter_rows(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  EdgeCounter counter(graph, crew, watch);
  std::atomic<std::uint64_t> total{0};
  std::mutex mutex;
  std::vector<std::uint32_t> for_all;
  graph.for_chunks(crew, watch, [&](Worker& me, std::uint32_t begin, std::uint32_t end) {
    total.fetch_add(counter.count(me, begin, end), std::memory_order_relaxed);
    for (std::uint32_t u = begin; u < end; ++u) {
      if (!counter.is_for_all(u)) continue;
      const std::lock_guard lock(mutex);
      for_all.push_back(u);
    }
  });
  for (const std::uint32_t u : for_all) {
    Dealer dealer(1);
    crew.run([&](Worker& me) {
      dealer.deal(0, 0, graph.degree(u), 4 * piece_max, [&](std::uint64_t begin, std::uint64_t end) {
        total.fetch_add(counter.count_beside(me, u, begin, end), std::memory_order_relaxed);
      });
    });
  }
  return total;
}

}  // namespace Atoll::kernels
