// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/triangles.hpp"

#include <algorithm>
#include <atomic>
#include <vector>

#include "atoll/algorithms/kernels/common_bits.hpp"
#include "atoll/algorithms/kernels/hub_rows.hpp"
#include "atoll/algorithms/kernels/oriented.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {
namespace {

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
    std::uint64_t of_hub(std::uint32_t rank) const { return hubs_.empty() ? 0 : hubs_[rank]; }

   private:
    Array<std::uint64_t> hubs_;
    std::uint64_t* shared_ = nullptr;
  };

  std::uint64_t sum(std::uint32_t rank, const std::vector<Mine>& all) const {
    std::uint64_t total = shared_[rank];
    for (const Mine& mine : all) total += rank < hubs_max ? mine.of_hub(rank) : 0;
    return total;
  }

 private:
  static constexpr std::uint32_t hubs_max = 1u << 14;
  std::uint32_t ranks_;
  Array<std::uint64_t> shared_;
};

template <bool by_vertex>
class Counter {
 public:
  Counter(const SharedGraph& graph, const Oriented& oriented, const HubRows& hubs, Crew& crew)
      : graph_(graph),
        oriented_(oriented),
        hubs_(hubs),
        tally_(by_vertex ? oriented.ranks() : 0),
        marks_(static_cast<std::size_t>(crew.threads())),
        counts_(static_cast<std::size_t>(crew.threads())) {}

  std::uint64_t count(Crew& crew, const Watch& watch) {
    std::atomic<std::uint64_t> total{0};
    graph_.for_chunks(crew, watch, [&](Worker& me, std::uint32_t begin, std::uint32_t end) {
      const auto index = static_cast<std::size_t>(me.index);
      if (marks_[index].empty()) marks_[index] = Array<std::uint64_t>(HubRows::words_of(oriented_.ranks()));
      if constexpr (by_vertex) counts_[index].bind(tally_);
      std::uint64_t mine = 0;
      for (std::uint32_t slot = begin; slot < end; ++slot) {
        watch.poll();
        prefetch(slot, end);
        mine += count_at(oriented_.rank(slot), marks_[index].data(), counts_[index]);
      }
      total.fetch_add(mine, std::memory_order_relaxed);
    });
    return total;
  }

  std::uint64_t of_slot(std::uint32_t slot) const { return tally_.sum(oriented_.rank(slot), counts_); }

 private:
  // The rows that the next two slots will look into.
  void prefetch(std::uint32_t slot, std::uint32_t end) const {
    if (slot + 2 < end)
      oriented_[oriented_.rank(slot + 2)].for_each([&](std::uint32_t v) { oriented_.prefetch_row(v); });
    if (slot + 1 >= end) return;
    oriented_[oriented_.rank(slot + 1)].for_each([&](std::uint32_t v) {
      if (const std::uint64_t* bits = hubs_[v]) {
        hubs_.prefetch(bits);
      } else {
        oriented_.prefetch_ends(v);
      }
    });
  }

  // Triangles whose highest rank is `u`. Leaves the marks empty.
  std::uint64_t count_at(std::uint32_t u, std::uint64_t* marks, Tally::Mine& counts) const {
    const OrientedRow row = oriented_[u];
    if (row.size() < 2) return 0;
    row.for_each([&](std::uint32_t v) { set_bit(marks, v); });
    std::uint64_t found = 0;
    row.for_each([&](std::uint32_t v) {
      const std::uint64_t* const bits = hubs_[v];
      const std::uint64_t here = bits != nullptr ? of_hub(v, bits, marks, counts) : of_row(v, marks, counts);
      if constexpr (by_vertex) counts.add(v, here);
      found += here;
    });
    row.for_each([&](std::uint32_t v) { marks[v / bits_per_word] = 0; });
    if constexpr (by_vertex) counts.add(u, found);
    return found;
  }

  std::uint64_t of_hub(std::uint32_t v, const std::uint64_t* bits, const std::uint64_t* marks,
                       Tally::Mine& counts) const {
    if constexpr (by_vertex) {
      for (std::uint64_t word = 0; word < words_for(v); ++word)
        for_set_bits(bits[word] & marks[word], word * bits_per_word,
                     [&](std::uint64_t w) { counts.add(static_cast<std::uint32_t>(w), 1); });
    }
    return common_(bits, marks, HubRows::words_of(v));
  }

  std::uint64_t of_row(std::uint32_t v, const std::uint64_t* marks, Tally::Mine& counts) const {
    std::uint64_t found = 0;
    oriented_[v].for_each([&](std::uint32_t w) {
      const std::uint64_t hit = marks[w / bits_per_word] >> (w % bits_per_word) & 1u;
      if constexpr (by_vertex) {
        if (hit != 0) counts.add(w, 1);
      }
      found += hit;
    });
    return found;
  }

  const SharedGraph& graph_;
  const Oriented& oriented_;
  const HubRows& hubs_;
  CommonBits common_ = common_bits();
  Tally tally_;
  std::vector<Array<std::uint64_t>> marks_;  // [thread], a bit per rank
  std::vector<Tally::Mine> counts_;          // [thread]
};

// Whether short, even rows in ascending slots are better looked at where they lie, as those of a road network.
bool count_in_place(const SharedGraph& graph, const DegreeShape& shape) {
  constexpr std::uint64_t mean_max = 8;
  constexpr std::uint64_t longest_max = 32;
  return graph.layout().parts() == 1 && shape.even && shape.longest <= longest_max &&
         graph.arcs() <= mean_max * graph.vertices();
}

// Pairs of lower neighbours of `u` that are neighbours. Parallel arcs lie side by side.
std::uint64_t count_pairs(const Rows& rows, std::uint32_t u) {
  const auto row = rows[u];
  std::uint64_t found = 0;
  for (std::size_t i = 1; i < row.size() && row[i] < u; ++i) {
    if (row[i] == row[i - 1]) continue;
    const auto beside = rows[row[i]];
    for (std::size_t j = 0; j < i; ++j) {
      if (j > 0 && row[j] == row[j - 1]) continue;
      bool is_beside = false;
      for (const std::uint32_t w : beside) is_beside |= w == row[j];
      found += is_beside ? 1 : 0;
    }
  }
  return found;
}

std::uint64_t count_by_pairs(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  const Rows rows = one_part(graph.layout()).out;
  std::atomic<std::uint64_t> total{0};
  graph.for_chunks(crew, watch, [&](std::uint32_t begin, std::uint32_t end) {
    std::uint64_t mine = 0;
    for (std::uint32_t u = begin; u < end; ++u) mine += count_pairs(rows, u);
    total.fetch_add(mine, std::memory_order_relaxed);
  });
  return total;
}

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

TriangleCounts count_triangles(const SharedGraph& graph, bool by_vertex, Crew& crew, const Watch& watch) {
  TriangleCounts counts;
  if (graph.vertices() == 0) return counts;
  Steps steps(watch, by_vertex ? 2 : 0);
  const DegreeShape shape = degree_shape(graph, crew, watch);
  if (by_vertex) {
    count_oriented<true>(graph, shape, crew, watch, steps, counts);
  } else if (count_in_place(graph, shape)) {
    counts.triangles = count_by_pairs(graph, crew, watch);
    steps.add({.vertices = graph.vertices(), .scanned = graph.arcs()});
  } else {
    count_oriented<false>(graph, shape, crew, watch, steps, counts);
  }
  counts.statistics = steps.take();
  return counts;
}

}  // namespace Atoll::kernels
