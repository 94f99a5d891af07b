// SPDX-License-Identifier: Apache-2.0
// Breadth-first search. A vertex is visited once, in the superstep that is its level, by the least of its visited
// neighbours: the same tree for any number of threads and parts. Top-down is push, bottom-up is pull, and
// direction-optimising (Beamer et al., SC 2012) is steering between them; the program is the same.
#pragma once

#include <cstdint>
#include <limits>

#include "atoll/algebra/program.hpp"

namespace Atoll {

// What a search remembers of a vertex: its parent in the tree, its level, or both.
template <class Id>
struct Parent {
  static constexpr Id none = std::numeric_limits<Id>::max();
  Id parent = none;
  bool visited() const { return parent != none; }
  void visit(Id by, std::uint64_t) { parent = by; }
};

template <class Id>
struct ParentAndLevel {
  static constexpr Id none = std::numeric_limits<Id>::max();
  Id parent = none;
  std::uint32_t level = std::numeric_limits<std::uint32_t>::max();
  bool visited() const { return parent != none; }
  void visit(Id by, std::uint64_t round) {
    parent = by;
    level = static_cast<std::uint32_t>(round);
  }
};

struct Level {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::uint32_t level = none;
  bool visited() const { return level != none; }
  template <class Id>
  void visit(Id, std::uint64_t round) {
    level = static_cast<std::uint32_t>(round);
  }
};

template <class Id, class Visit>
struct Bfs {
  using Value = Visit;
  using Message = Id;
  using Combine = Min<Id>;
  std::uint64_t source;  // its own parent, at level 0

  Value init(Vertex v) const {
    Value value;
    if (v.id == source) value.visit(static_cast<Id>(v.id), 0);
    return value;
  }
  bool starts(Vertex v) const { return v.id == source; }
  bool wants(const Value& value) const { return !value.visited(); }
  Message signal(Vertex v) const { return static_cast<Id>(v.id); }
  bool apply(Vertex, Value& value, Message parent, const Round<NoTally>& round) const {
    if (value.visited()) return false;
    value.visit(parent, round.number);
    return true;
  }
};

}  // namespace Atoll
