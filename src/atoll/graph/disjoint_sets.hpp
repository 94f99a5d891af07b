// SPDX-License-Identifier: Apache-2.0
// Disjoint sets of vertices that all threads join at once: a greater root is hung below a smaller one, and paths are
// halved on the way (Anderson, Woll: Wait-free Parallel Algorithms for the Union-Find Problem, STOC 1991).
// Invariant: up[v] <= v, so the root of a set is its smallest vertex.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "atoll/base/array.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

template <class Id>
class DisjointSets {
 public:
  DisjointSets(std::uint64_t vertices, Crew& crew) : up_(vertices) {
    crew.for_chunks(vertices, std::uint64_t{1} << 16, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) up_[v] = static_cast<Id>(v);
    });
  }

  // Whether they were apart.
  bool join(std::uint64_t u, std::uint64_t v) {
    for (;;) {
      u = root(u);
      v = root(v);
      if (u == v) return false;
      if (u < v) std::swap(u, v);
      auto expected = static_cast<Id>(u);
      if (std::atomic_ref(up_[u]).compare_exchange_strong(expected, static_cast<Id>(v), std::memory_order_relaxed))
        return true;
    }
  }

  // The smallest vertex of v's set, when nobody joins any more.
  Id root(std::uint64_t v) {
    for (;;) {
      Id up = load_relaxed(up_[v]);
      const Id above = load_relaxed(up_[up]);
      if (up == above) return up;
      std::atomic_ref(up_[v]).compare_exchange_weak(up, above, std::memory_order_relaxed);
      v = above;
    }
  }

 private:
  Array<Id> up_;
};

}  // namespace Atoll
