// SPDX-License-Identifier: Apache-2.0
// The edges of a forest, in any order, become parents below given roots. No edge is kept: a vertex has the number of
// its edges and the exclusive or of their other ends and ranks. What has one edge left besides the root's knows it, and
// is taken off its parent. Invariant: linear work, no recursion and no barrier, whatever the depth of the trees.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/graph/id_array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

struct Edge {
  std::uint32_t a = 0;  // user's vertices, a < b
  std::uint32_t b = 0;
  std::uint32_t rank = 0;  // of its weight
};

class Rooting {
 public:
  explicit Rooting(std::uint64_t vertices) : knot_(vertices), degree_(vertices) {}

  // By any thread.
  void add(const Edge& edge) {
    tie(edge.a, edge.b, edge.rank);
    tie(edge.b, edge.a, edge.rank);
  }

  // After the last edge: is_root(v) is true for one vertex of each tree.
  template <class IsRoot>
  void hang(const IsRoot& is_root, Crew& crew, const Watch& watch) {
    crew.for_chunks(degree_.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      std::uint64_t steps = 0;  // a path may be climbed to its end from one vertex
      for (std::uint64_t v = begin; v < end; ++v) {
        // A vertex waits for this loop to pass it and for its children: as many as it has edges.
        for (std::uint64_t at = v; !is_root(at) && count_down(at);) {
          if (steps++ % vertices_per_chunk == 0) watch.poll();
          const auto [parent, rank] = above(at);
          toggle(parent, at, rank);
          at = parent;
        }
      }
    });
  }

  // After hang: parent and rank of the edge to it, of a vertex that is no root.
  std::pair<std::uint32_t, std::uint32_t> above(std::uint64_t v) const {
    return {static_cast<std::uint32_t>(knot_[v] >> 32), static_cast<std::uint32_t>(knot_[v])};
  }

 private:
  void toggle(std::uint64_t v, std::uint64_t other, std::uint32_t rank) {
    std::atomic_ref(knot_[v]).fetch_xor(other << 32 | rank, std::memory_order_relaxed);
  }
  void tie(std::uint64_t v, std::uint64_t other, std::uint32_t rank) {
    toggle(v, other, rank);
    std::atomic_ref(degree_[v]).fetch_add(1, std::memory_order_relaxed);
  }
  // Whether this was the last. Who counts down to it sees what the others toggled before.
  bool count_down(std::uint64_t v) { return std::atomic_ref(degree_[v]).fetch_sub(1, std::memory_order_acq_rel) == 1; }

  Array<std::uint64_t> knot_;
  Array<std::uint32_t> degree_;
};

}  // namespace Atoll::kernels
