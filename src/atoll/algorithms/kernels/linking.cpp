// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/linking.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t rounds = 2;  // arcs of each vertex that are linked before the sample
constexpr std::uint64_t vertices_per_grain = 4096;
constexpr std::uint64_t ahead = 16;  // vertices

// Trees of slots: a root is its own parent, a parent is never greater than its child.
class Forest {
 public:
  Forest(const OnePart& graph, Crew& crew, const Watch& watch)
      : graph_(graph), crew_(crew), watch_(watch), parent_(graph.vertices, Contents::whatever) {
    each([&](std::uint32_t v) { parent_[v] = v; });
  }

  // Links every vertex with arc `round` of its row, if there is one. Returns the arcs linked.
  std::uint64_t link_round(std::uint64_t round) {
    return sum([&](std::uint32_t v, std::uint64_t end) -> std::uint64_t {
      if (graph_.out.degree(v) <= round) return 0;
      if (v + ahead < end) __builtin_prefetch(graph_.out.ends + graph_.out.offsets[v + ahead]);
      link(v, graph_.out.ends[graph_.out.offsets[v] + round]);
      return 1;
    });
  }

  // Links the other arcs of all vertices that are not in the tree of `root`. Returns how many.
  std::uint64_t link_rest(std::uint32_t root) {
    return sum([&](std::uint32_t v, std::uint64_t) -> std::uint64_t {
      const auto row = graph_.out[v];
      if (row.size() <= rounds || load_relaxed(parent_[v]) == root) return 0;
      for (const std::uint32_t w : row.subspan(rounds)) link(v, w);
      return row.size() - rounds;
    });
  }

  // Every vertex becomes a child of its root.
  void flatten() {
    each([&](std::uint32_t v) {
      std::uint32_t up = load_relaxed(parent_[v]);
      for (std::uint32_t higher; (higher = load_relaxed(parent_[up])) != up;) up = higher;
      store_relaxed(parent_[v], up);
    });
  }

  // The root that most of a sample have, once flat.
  std::uint32_t commonest_root() const {
    std::array<std::uint32_t, 1024> sample{};
    const Random random(1);
    for (std::size_t i = 0; i < sample.size(); ++i) sample[i] = parent_[random.below(i, graph_.vertices)];
    std::ranges::sort(sample);
    std::uint32_t best = sample[0];
    std::ptrdiff_t most = 0;
    for (auto run = sample.begin(); run != sample.end();) {
      const auto last = std::upper_bound(run, sample.end(), *run);
      if (last - run > most) best = *run, most = last - run;
      run = last;
    }
    return best;
  }

  const Array<std::uint32_t>& roots() const { return parent_; }

 private:
  template <class F>
  void each(F&& visit) {
    crew_.for_chunks(graph_.vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) visit(static_cast<std::uint32_t>(v));
    });
  }

  // Adds up visit(v, end of its chunk) over all vertices.
  template <class F>
  std::uint64_t sum(F&& visit) {
    std::atomic<std::uint64_t> total{0};
    crew_.for_chunks(graph_.vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      std::uint64_t mine = 0;
      for (std::uint64_t v = begin; v < end; ++v) mine += visit(static_cast<std::uint32_t>(v), end);
      total.fetch_add(mine, std::memory_order_relaxed);
    });
    return total;
  }

  // The greater root of the two becomes a child of the lesser one.
  void link(std::uint32_t u, std::uint32_t v) {
    std::uint32_t a = load_relaxed(parent_[u]);
    std::uint32_t b = load_relaxed(parent_[v]);
    while (a != b) {
      const std::uint32_t high = std::max(a, b);
      const std::uint32_t low = std::min(a, b);
      std::uint32_t above = load_relaxed(parent_[high]);
      if (above == low) return;
      if (above == high) {
        const std::atomic_ref<std::uint32_t> root(parent_[high]);
        if (root.compare_exchange_strong(above, low, std::memory_order_relaxed)) return;
      }
      a = load_relaxed(parent_[above]);
      b = load_relaxed(parent_[low]);
    }
  }

  const OnePart& graph_;
  Crew& crew_;
  const Watch& watch_;
  Array<std::uint32_t> parent_;  // [slot]
};

// The least user's vertex of each root, for a graph in an order of its own.
Array<std::uint32_t> least_users(const OnePart& graph, const Array<std::uint32_t>& roots, Crew& crew) {
  Array<std::uint32_t> least(graph.vertices, Contents::whatever);
  crew.for_chunks(graph.vertices, vertices_per_grain,
                  [&](std::uint64_t begin, std::uint64_t end) { std::fill(&least[begin], &least[0] + end, ~0u); });
  crew.for_chunks(graph.vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const auto user = static_cast<std::uint32_t>((*graph.users)[v]);
      const std::atomic_ref<std::uint32_t> slot(least[roots[v]]);
      std::uint32_t seen = slot.load(std::memory_order_relaxed);
      while (user < seen && !slot.compare_exchange_weak(seen, user, std::memory_order_relaxed)) {
      }
    }
  });
  return least;
}

}  // namespace

RunStatistics link(const OnePart& graph, std::uint32_t* component, Crew& crew, const Watch& watch) {
  Steps steps(watch, rounds + 1);
  Forest forest(graph, crew, watch);
  for (std::uint64_t round = 0; round < rounds; ++round) {
    const std::uint64_t arcs = forest.link_round(round);
    forest.flatten();
    steps.add({.vertices = graph.vertices, .scanned = arcs});
  }
  const std::uint64_t rest = forest.link_rest(forest.commonest_root());
  forest.flatten();
  steps.add({.vertices = graph.vertices, .scanned = rest});
  const Array<std::uint32_t>& roots = forest.roots();
  const Array<std::uint32_t> least = graph.user_order ? Array<std::uint32_t>() : least_users(graph, roots, crew);
  crew.for_chunks(graph.vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v)
      component[(*graph.users)[v]] = graph.user_order ? roots[v] : least[roots[v]];
  });
  return steps.take();
}

}  // namespace Atoll::kernels
