// SPDX-License-Identifier: Apache-2.0
// Weakly connected components: the least vertex of a component spreads along arcs, both ways, until nothing changes.
#pragma once

#include <cstdint>

#include "atoll/algebra/program.hpp"

namespace Atoll {

template <class Id>
struct Components {
  using Value = Id;  // the least vertex heard of
  using Message = Id;
  using Combine = Min<Id>;
  static constexpr Edges edges = Edges::both_ways;

  Value init(Vertex v) const { return static_cast<Id>(v.id); }
  Message signal(Vertex, Value component) const { return component; }
};

}  // namespace Atoll
