// SPDX-License-Identifier: Apache-2.0
// Shortest paths by frontier Bellman-Ford, and the tree of their parents.
//
// The search improves distances in place: a vertex woken ahead of the scan is relaxed in the same superstep
// (thesis 5.2.3). Parents do not travel with it, as in the thesis (2.6.3); but its lazy tree, which notes them while it
// searches, is not ours (docs/decisions/0002-shortest-path-tree.md). The tree is resolved afterwards, by a program of its
// own: arcs tell where they are tight, so a ghost keeps the best (distance, parent) its part can offer and sends it once,
// and the owner keeps the winner. A parent must be strictly nearer than its child; where weights are zero, or so small
// that a floating sum absorbs them, whole plateaus have one distance, and the tree enters them breadth-first from the
// vertices that have a parent already: no cycle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "atoll/algebra/program.hpp"

namespace Atoll {

// Distance: std::uint32_t or std::uint64_t with W = std::int32_t, float with W = float; W = algebra::Unweighted counts
// arcs. In 32 bits a vertex that is farther than they tell stays unreached, and all nearer ones have their distances.

template <class Distance, class W>
constexpr Distance farther(Distance distance, W weight) {
  if constexpr (std::is_same_v<Distance, std::uint32_t>) {
    const std::uint64_t far = farther(std::uint64_t{distance}, weight);
    return static_cast<Distance>(std::min<std::uint64_t>(far, algebra::greatest<Distance>()));
  } else if constexpr (std::is_same_v<W, algebra::Unweighted>) {
    return distance + 1;
  } else {
    return distance + static_cast<Distance>(weight);
  }
}

template <class Distance, class W>
struct Sssp {
  using Value = Distance;
  using Message = Distance;
  using Combine = Min<Distance>;
  using Weight = W;
  std::uint64_t source;

  Value init(Vertex v) const { return v.id == source ? Distance{0} : Combine::identity(); }
  bool starts(Vertex v) const { return v.id == source; }
  Message signal(Vertex, Value distance) const { return distance; }
  Message along(Message distance, Weight weight) const { return farther(distance, weight); }
};

// With ids of 32 bits an offer is one word of 8 bytes, which a processor folds at once. Integer distances are as wide as
// ids.
template <class Distance, class W, class Id>
struct ShortestPathTree {
  static constexpr Id none = std::numeric_limits<Id>::max();
  // As wide as an id, so that there is no padding: offers are compared bit for bit. A float widened is the same number.
  using Held = std::conditional_t<std::is_integral_v<Distance>, Id, std::conditional_t<sizeof(Id) == 8, double, float>>;
  struct alignas(2 * sizeof(Id)) Offer {
    Held distance;  // at the far end of the arc
    Id parent;
  };
  static_assert(std::is_same_v<Held, Distance> || std::is_floating_point_v<Distance>);
  struct Best {
    static constexpr bool idempotent = true;
    static constexpr Offer identity() { return {algebra::greatest<Held>(), none}; }
    static constexpr Offer combine(Offer a, Offer b) {
      if (a.distance != b.distance) return a.distance < b.distance ? a : b;
      return a.parent < b.parent ? a : b;
    }
    static constexpr bool saturated(Offer) { return false; }
  };
  struct Tally {
    std::uint64_t resolved = 0;
    Tally& operator+=(const Tally& other) {
      resolved += other.resolved;
      return *this;
    }
  };
  using Value = Offer;  // my distance and parent
  using Message = Offer;
  using Combine = Best;
  using Weight = W;

  const Distance* distances;  // of the finished search, in the user's order
  std::uint64_t source;       // its own parent
  std::uint64_t reached;      // vertices with a distance, the source among them

  Value init(Vertex v) const {
    return {static_cast<Held>(distances[v.id]), v.id == source ? static_cast<Id>(v.id) : none};
  }
  bool starts(Vertex v) const { return distances[v.id] != algebra::greatest<Distance>(); }
  bool wants(const Value& value) const { return value.parent == none; }
  Message signal(Vertex v, const Value& value) const { return {value.distance, static_cast<Id>(v.id)}; }
  // Round 1 offers the arcs that lead farther, and all of the source's; the others offer their plateaus, once resolved.
  Message along(const Message& m, Weight weight, const Round<Tally>& round) const {
    const auto near = static_cast<Distance>(m.distance);
    const Distance far = farther(near, weight);
    if (std::is_integral_v<Distance> && far == algebra::greatest<Distance>()) return Best::identity();
    const bool offered = round.number == 1 ? far != near || m.parent == source : far == near;
    return offered ? Message{static_cast<Held>(far), m.parent} : Best::identity();
  }
  bool apply(Vertex, Value& value, const Message& offer) const {
    if (!wants(value) || offer.parent == none || offer.distance != value.distance) return false;
    value.parent = offer.parent;
    return true;
  }
  Tally tally(Vertex, const Value& before, const Value& after) const {
    return {before.parent != after.parent ? 1u : 0u};
  }
  bool done(const Round<Tally>& round) const { return round.number == 1 && round.tally.resolved + 1 == reached; }
};

}  // namespace Atoll
