// SPDX-License-Identifier: Apache-2.0
// Disjoint sets of vertices that all threads join at once: a greater root is hung below a smaller one, and paths are
// halved on the way (Anderson, Woll: Wait-free Parallel Algorithms for the Union-Find Problem, STOC 1991).
// Invariant: up[v] <= v, so the root of a set is its smallest vertex.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <utility>

#include "atoll/base/array.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

template <class Id>
class DisjointSets {
 public:
  // Every vertex by itself.
  DisjointSets(std::uint64_t vertices, Crew& crew) : own_(vertices, Contents::whatever), up_(own_) {
    crew.for_chunks(vertices, std::uint64_t{1} << 16, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) up_[v] = static_cast<Id>(v);
    });
  }

  // In memory of the caller's, who left a vertex by itself (up[v] = v) or put it into the set of a smaller one.
  explicit DisjointSets(std::span<Id> up) : up_(up) {}

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

  // The smallest vertex of v's set, when nobody joins any more. Who halves a path that another one halved further undoes
  // that, and no more: every vertex above is an ancestor still.
  Id root(std::uint64_t v) {
    for (;;) {
      const Id up = load_relaxed(up_[v]);
      const Id above = load_relaxed(up_[up]);
      if (up == above) return up;
      store_relaxed(up_[v], above);
      v = above;
    }
  }

  // The same, and leaves all paths as they are: for who writes down what it finds in the memory that the sets are kept in,
  // where one who halves a path might overwrite it with an ancestor that is no root.
  Id find(std::uint64_t v) const {
    Id up = load_relaxed(up_[v]);
    for (Id above; (above = load_relaxed(up_[up])) != up;) up = above;
    return up;
  }

 private:
  Array<Id> own_;
  std::span<Id> up_;
};

}  // namespace Atoll
