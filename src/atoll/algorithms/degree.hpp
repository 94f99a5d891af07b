// SPDX-License-Identifier: Apache-2.0
// Degrees: in one round every vertex sends 1 along its arcs.
#pragma once

#include <cstdint>

#include "atoll/algebra/program.hpp"

namespace Atoll {

struct Degree {
  struct Value {
    std::uint64_t in = 0;
    std::uint64_t out = 0;
  };
  using Message = std::uint64_t;
  using Combine = Sum<std::uint64_t>;
  static constexpr Activity activity = Activity::every_vertex;

  Value init(Vertex v) const { return {0, v.degree}; }
  Message signal(Vertex, const Value&) const { return 1; }
  bool apply(Vertex, Value& degree, Message arcs) const {
    degree.in = arcs;
    return true;
  }
  bool done(const Round<NoTally>&) const { return true; }
};

}  // namespace Atoll
