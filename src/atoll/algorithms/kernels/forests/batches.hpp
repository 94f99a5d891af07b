// SPDX-License-Identifier: Apache-2.0
// The edges of a graph in batches from light to heavy, without those that lie inside a tree when their batch is made.
// A batch ends at a rank of the weight and a vertex, found in a sample of the arcs, so that also a graph of one weight
// falls into several. Invariant: the places of a batch ascend by the lesser, then by the greater vertex of the edge.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <mutex>
#include <vector>

#include "atoll/algorithms/kernels/forests/rooting.hpp"
#include "atoll/algorithms/kernels/forests/weight_order.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::kernels {

template <WeightType type>
class Batches {
 public:
  Batches(const SharedGraph& graph, Crew& crew, const Watch& watch)
      : graph_(graph), crew_(crew), watch_(watch), roots_(graph.slots()), sizes_(blocks()) {
    const std::uint64_t wanted = std::max(graph.vertices() * edges_per_vertex, graph.arcs() / batches_max);
    limit_ = std::min(wanted, std::uint64_t{1} << 31);
    if (graph.arcs() / 2 > limit_) draw_sample();
  }

  // Makes the next batch, trees being told by root(user's vertex). Whether there was one left.
  template <class Root>
  bool next(const Root& root) {
    if (from_ == end) return false;
    edges_ = {};
    graph_.for_users(crew_, watch_, [&](std::uint32_t slot, std::uint64_t v) { roots_[slot] = root(v); });
    until_ = choose_end();
    starts_ = Array<std::uint64_t>(blocks());
    each_block([&](std::uint64_t block, std::uint64_t begin, std::uint64_t last) {
      sizes_[block] = 0;
      for (std::uint64_t u = begin; u < last; ++u) for_live(u, [&](const Edge&) { ++sizes_[block]; });
      starts_[block] = sizes_[block];
    });
    const std::uint64_t total = prefix_sum(starts_, crew_);
    ATOLL_CHECK(total < std::numeric_limits<std::uint32_t>::max());
    edges_ = Array<Edge>(total);
    each_block([&](std::uint64_t block, std::uint64_t begin, std::uint64_t last) {
      Edge* next = edges_.data() + starts_[block];
      for (std::uint64_t u = begin; u < last; ++u) next = write(u, next);
    });
    from_ = until_;
    return true;
  }

  const Edge& operator[](std::uint32_t place) const { return edges_[place]; }

  // Keeps the edges for which keep(edge, its new place) is true, keep being what begin() returns for a block; after its
  // last edge, keep.end(). Returns how many.
  template <class Begin>
  std::uint64_t filter(const Begin& begin) {
    std::atomic<std::uint64_t> left{0};
    each_block([&](std::uint64_t block, std::uint64_t, std::uint64_t) {
      Edge* const first = edges_.data() + starts_[block];
      std::uint64_t kept = 0;
      auto keep = begin();
      for (std::uint64_t i = 0; i < sizes_[block]; ++i) {
        const Edge edge = first[i];
        first[kept] = edge;
        kept += keep(edge, starts_[block] + kept) ? 1u : 0u;
      }
      keep.end();
      sizes_[block] = kept;
      left.fetch_add(kept, std::memory_order_relaxed);
    });
    return left;
  }

 private:
  // An arc, either way, that leads from one tree to another one, as far as the last batch knew.
  struct Drawn {
    std::uint64_t key = 0;
    std::uint32_t v = 0;  // slots
    std::uint32_t w = 0;
  };

  static constexpr std::uint64_t edges_per_vertex = 3;  // in a batch, about
  static constexpr std::uint64_t batches_max = 32;      // about
  static constexpr std::uint64_t vertices_per_block = 1024;
  static constexpr std::uint64_t sample_size = std::uint64_t{1} << 16;
  static constexpr std::uint64_t end = std::numeric_limits<std::uint64_t>::max();

  // The order of the batches: by weight, then by the lesser vertex.
  static std::uint64_t key_of(std::uint32_t rank, std::uint64_t lesser) { return std::uint64_t{rank} << 32 | lesser; }
  // The least rank with which the edges of u are not before `key`.
  static std::uint64_t rank_from(std::uint64_t key, std::uint64_t u) {
    return (key >> 32) + (u < static_cast<std::uint32_t>(key) ? 1u : 0u);
  }

  std::uint64_t blocks() const { return (graph_.vertices() + vertices_per_block - 1) / vertices_per_block; }

  template <class F>
  void each_block(F&& visit) const {
    crew_.for_chunks(graph_.vertices(), vertices_per_block, [&](std::uint64_t begin, std::uint64_t last) {
      watch_.poll();
      for (std::uint64_t first = begin; first < last; first += vertices_per_block)
        visit(first / vertices_per_block, first, std::min(first + vertices_per_block, last));
    });
  }

  std::uint32_t rank_at(const ArcWeights& weights, std::uint64_t e) const {
    return type == WeightType::none ? 0 : rank_of_weight<type>(weights[e]);
  }

  // visit(edge) for the edges from user's vertex u to greater ones that belong into this batch.
  template <class F>
  void for_live(std::uint64_t u, F&& visit) const {
    const std::uint64_t lightest = rank_from(from_, u);
    const std::uint64_t range = rank_from(until_, u) - lightest;
    if (range == 0) return;
    const std::uint32_t v = graph_.slot_of(u);
    const auto row = graph_[v];
    const auto weights = type == WeightType::none ? ArcWeights() : graph_.weights(v);
    for (std::uint64_t e = 0; e < row.size(); ++e) {
      const std::uint32_t rank = rank_at(weights, e);
      if (rank - lightest >= range) continue;
      const std::uint64_t other = graph_.user(row[e]);
      if (other <= u || (from_ != 0 && roots_[row[e]] == roots_[v])) continue;  // at first nothing is joined
      visit(Edge{static_cast<std::uint32_t>(u), static_cast<std::uint32_t>(other), rank});
    }
  }

  Edge* write(std::uint64_t u, Edge* next) const {
    Edge* const first = next;
    for_live(u, [&](const Edge& edge) { *next++ = edge; });
    if (graph_.layout().in_order) std::sort(first, next, [](const Edge& x, const Edge& y) { return x.b < y.b; });
    return next;
  }

  // Of each row every stride_-th arc, from a first one that is drawn.
  void draw_sample() {
    stride_ = std::max<std::uint64_t>(1, graph_.arcs() / sample_size);
    const Random random(1);
    std::mutex mutex;
    graph_.for_chunks(crew_, watch_, [&](std::uint32_t begin, std::uint32_t last) {
      std::vector<Drawn> mine;
      for (std::uint32_t v = begin; v < last; ++v) {
        const std::uint64_t degree = graph_.degree(v);
        if (degree == 0) continue;
        const std::uint64_t u = graph_.user(v);
        for (std::uint64_t e = random.below(u, stride_); e < degree; e += stride_) {
          const std::uint32_t w = graph_[v][e];
          const std::uint32_t rank = type == WeightType::none ? 0 : rank_of_weight<type>(graph_.weights(v)[e]);
          mine.push_back({key_of(rank, std::min(u, graph_.user(w))), v, w});
        }
      }
      const std::lock_guard lock(mutex);
      sample_.insert(sample_.end(), mine.begin(), mine.end());
    });
    std::ranges::sort(sample_, {}, &Drawn::key);
  }

  // Where a batch of about limit_ edges ends: among equal keys of the sample the order does not matter.
  std::uint64_t choose_end() {
    std::erase_if(sample_, [&](const Drawn& arc) { return arc.key < from_ || roots_[arc.v] == roots_[arc.w]; });
    const std::uint64_t left = sample_.size() * stride_ / 2;
    if (left <= limit_) return end;
    return std::max(from_ + 1, sample_[sample_.size() * limit_ / left].key);
  }

  const SharedGraph& graph_;
  Crew& crew_;
  const Watch& watch_;
  std::uint64_t limit_ = 0;  // edges in a batch, about
  std::uint64_t from_ = 0;   // keys of the batch
  std::uint64_t until_ = 0;
  std::uint64_t stride_ = 1;
  std::vector<Drawn> sample_;    // by key
  Array<std::uint32_t> roots_;   // [slots]: the tree, when the batch was made
  Array<std::uint64_t> starts_;  // [blocks]: places of a block of vertices, and how many of them are left
  Array<std::uint64_t> sizes_;
  Array<Edge> edges_;
};

}  // namespace Atoll::kernels
