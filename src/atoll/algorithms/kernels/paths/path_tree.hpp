// SPDX-License-Identifier: Apache-2.0
// The tree of shortest paths, from the distances: the parent of a vertex is the first in its row, which may be sorted by
// weight, that is strictly nearer and whose arc is tight; without rows of arcs in, the least such slot. Where weights
// are zero, or vanish in a sum, whole plateaus have one distance; the tree enters them breadth-first from the vertices
// that have a parent.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>

#include "atoll/algorithms/kernels/paths/weighted_rows.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

template <class Lengths, class ArcRows>
class PathTree {
 public:
  using Key = typename Lengths::Key;
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // `parent` [slots], all none.
  PathTree(const ArcRows& out, const std::optional<ArcRows>& in, const Array<Key>& distance,
           Array<std::uint32_t>& parent, Crew& crew, const Watch& watch)
      : out_(out), in_(in), distance_(distance), parent_(parent), crew_(crew), watch_(watch) {}

  void grow(std::uint32_t source) {
    parent_[source] = source;
    each([&](std::uint32_t v) { in_ ? take_parent(v, source) : offer_children(v, source); });
    if (has_orphans()) enter_plateaus();
  }

 private:
  static constexpr std::uint64_t vertices_per_grain = 1024;

  template <class F>
  void each(F&& visit) {
    crew_.for_chunks(distance_.size(), vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t v = begin; v < end; ++v) {
        if (distance_[v] != Lengths::none) visit(static_cast<std::uint32_t>(v));
      }
    });
  }

  // Arcs that are heavier than the way to their end are not tight.
  static std::uint32_t limit_of(Key distance) {
    const std::uint32_t limit = Lengths::limit(distance, 0);
    return limit == any_weight ? limit : limit + 1;
  }

  void take_parent(std::uint32_t v, std::uint32_t source) {
    const Key distance = distance_[v];
    std::uint32_t limit = v == source ? 0 : limit_of(distance);
    in_->for_lighter(
        v, [&] { return limit; },
        [&](std::uint32_t u, std::uint32_t weight) {
          const Key near = distance_[u];
          if (near == Lengths::none || limit == 0 || Lengths::add(near, weight) != distance) return;
          if (near == distance && u != source) return;
          parent_[v] = u;
          limit = 0;
        });
  }

  void offer_children(std::uint32_t u, std::uint32_t source) {
    const Key near = distance_[u];
    out_.for_range(u, 0, any_weight, [&](std::uint32_t v, std::uint32_t weight) {
      const Key distance = distance_[v];
      if (Lengths::add(near, weight) == distance && (near != distance || u == source) && v != source) offer(v, u);
    });
  }

  // Returns whether it was the first offer.
  bool offer(std::uint32_t v, std::uint32_t parent) { return lower_shared(parent_[v], parent) == none; }

  bool has_orphans() {
    std::atomic<bool> found{false};
    each([&](std::uint32_t v) {
      if (parent_[v] == none && !found.load(std::memory_order_relaxed)) found.store(true, std::memory_order_relaxed);
    });
    return found;
  }

  // In rounds: who got a parent in a round offers itself in the next.
  void enter_plateaus() {
    queue_ = Array<std::uint32_t>(distance_.size(), Contents::whatever);
    in_tree_ = Array<std::uint64_t>(words_for(distance_.size()));
    each([&](std::uint32_t v) {
      if (parent_[v] != none) mark_bit_shared(in_tree_.data(), v);
    });
    each([&](std::uint32_t v) {
      if (test_bit(in_tree_.data(), v)) offer_plateau(v);
    });
    for (std::uint64_t begin = 0, end; begin != (end = tail_); begin = end) {
      watch_.poll();
      crew_.for_chunks(end - begin, vertices_per_grain, [&](std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t i = begin + from; i < begin + to; ++i) mark_bit_shared(in_tree_.data(), queue_[i]);
      });
      crew_.for_chunks(end - begin, vertices_per_grain, [&](std::uint64_t from, std::uint64_t to) {
        for (std::uint64_t i = begin + from; i < begin + to; ++i) offer_plateau(queue_[i]);
      });
    }
  }

  void offer_plateau(std::uint32_t u) {
    const Key distance = distance_[u];
    out_.for_range(u, 0, any_weight, [&](std::uint32_t v, std::uint32_t weight) {
      if (distance_[v] != distance || test_bit(in_tree_.data(), v) || Lengths::add(distance, weight) != distance)
        return;
      if (offer(v, u)) queue_[tail_.fetch_add(1, std::memory_order_relaxed)] = v;
    });
  }

  const ArcRows& out_;
  const std::optional<ArcRows>& in_;
  const Array<Key>& distance_;
  Array<std::uint32_t>& parent_;
  Crew& crew_;
  const Watch& watch_;
  Array<std::uint32_t> queue_;
  Array<std::uint64_t> in_tree_;  // bitmap
  std::atomic<std::uint64_t> tail_{0};
};

}  // namespace Atoll::kernels
