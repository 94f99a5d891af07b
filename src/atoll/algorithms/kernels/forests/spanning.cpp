// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/forests/spanning.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <limits>
#include <utility>

#include "atoll/algebra/monoid.hpp"
#include "atoll/algorithms/kernels/forests/batches.hpp"
#include "atoll/algorithms/kernels/forests/rooting.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/graph/disjoint_sets.hpp"
#include "atoll/topology/fill.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t none = std::numeric_limits<std::uint64_t>::max();

// Offers edges to the trees at their ends. Edges with the same lesser end come one after the other: its tree is asked
// for once, and gets the best of them.
struct Chooser {
  DisjointSets<std::uint32_t>& sets;
  Array<std::uint64_t>& best;
  std::uint32_t vertex = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t tree = 0;
  std::uint64_t offer = none;

  // Whether the edge joins two trees.
  bool operator()(const Edge& edge, std::uint64_t place) {
    if (edge.a != vertex) {
      end();
      vertex = edge.a;
      tree = sets.root(vertex);
    }
    const std::uint32_t other = sets.root(edge.b);
    if (other == tree) return false;
    const std::uint64_t rank = std::uint64_t{edge.rank} << 32 | place;
    offer = std::min(offer, rank);
    fold_shared<Min<std::uint64_t>>(best[other], rank);
    return true;
  }
  void end() {
    if (offer != none) fold_shared<Min<std::uint64_t>>(best[tree], offer);
    offer = none;
  }
};

template <WeightType type>
class Boruvka {
 public:
  Boruvka(const SharedGraph& graph, Crew& crew, const Watch& watch)
      : graph_(graph),
        crew_(crew),
        watch_(watch),
        steps_(watch),
        sets_(graph.vertices(), crew),
        rooting_(graph.vertices()),
        best_(graph.vertices()) {
    parallel_fill(best_, none, crew);
  }

  SpanningForest run(IdArray& parent, std::span<std::byte> weights) {
    {
      Batches<type> batches(graph_, crew_, watch_);
      while (batches.next([&](std::uint64_t v) { return sets_.root(v); })) {
        while (choose(batches) != 0) take(batches);
      }
    }
    const auto is_root = [&](std::uint64_t v) { return sets_.root(v) == v; };
    rooting_.hang(is_root, crew_, watch_);
    each_vertex([&](std::uint64_t v) {
      const auto [above, rank] = rooting_.above(v);
      parent.set(v, is_root(v) ? v : above);
      const std::uint32_t bits = is_root(v) ? 0 : weight_of_rank<type>(rank);
      std::memcpy(&weights[v * sizeof(bits)], &bits, sizeof(bits));
    });
    return {.trees = graph_.vertices() - edges_, .statistics = steps_.take()};
  }

 private:
  template <class F>
  void each_vertex(F&& visit) {
    crew_.for_chunks(graph_.vertices(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t v = begin; v < end; ++v) visit(v);
    });
  }

  // Drops the edges inside a tree; each tree learns of its first edge to another one. Returns the edges that are left.
  std::uint64_t choose(Batches<type>& batches) {
    const std::uint64_t left = batches.filter([&] { return Chooser{sets_, best_}; });
    if (left != 0) steps_.add({.vertices = graph_.vertices() - edges_, .scanned = left});
    return left;
  }

  // Joins trees along the edges they chose. Two may have chosen the same one: it joins them once.
  void take(const Batches<type>& batches) {
    std::atomic<std::uint64_t> taken{0};
    crew_.for_chunks(graph_.vertices(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      std::uint64_t mine = 0;
      for (std::uint64_t v = begin; v < end; ++v) {
        const std::uint64_t rank = std::exchange(best_[v], none);
        if (rank == none) continue;
        const Edge& edge = batches[static_cast<std::uint32_t>(rank)];
        if (!sets_.join(edge.a, edge.b)) continue;
        rooting_.add(edge);
        ++mine;
      }
      taken.fetch_add(mine, std::memory_order_relaxed);
    });
    edges_ += taken;
  }

  const SharedGraph& graph_;
  Crew& crew_;
  const Watch& watch_;
  Steps steps_;
  DisjointSets<std::uint32_t> sets_;  // trees
  Rooting rooting_;
  Array<std::uint64_t> best_;  // [vertices], of a tree at its least vertex: rank of the weight and place of an edge
  std::uint64_t edges_ = 0;
};

}  // namespace

SpanningForest spanning_forest(const SharedGraph& graph, IdArray& parent, std::span<std::byte> weights, Crew& crew,
                               const Watch& watch) {
  const WeightType type = graph.weighted() ? graph.layout().weight_type : WeightType::none;
  return with_weight_type(type,
                          [&]<WeightType type_>() { return Boruvka<type_>(graph, crew, watch).run(parent, weights); });
}

}  // namespace Atoll::kernels
