// SPDX-License-Identifier: Apache-2.0
// PageRank by power iteration: rank(v) = (1 - d) p(v) + d * (sum over arcs (u, v) of rank(u)/degree(u) + lost * p(v)),
// where `lost` is the rank of vertices without outgoing arcs if it is spread (NetworkX), or 0 (the GAP benchmark's
// variant), and p is where walkers jump to: 1/n each, or personalised, the same for some vertices and 0 for all others.
// It starts at 1/n each. Stops when the L1 change of a round is below the tolerance. Best pulled; a push gives the same
// ranks for comparison. In doubles: a sum that messages come to one by one keeps no digits for more in a float.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "atoll/algebra/program.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll {

// Where a walker lands who does not follow an arc: the marked ones of all vertices; without marks any.
struct Jump {
  std::span<const std::uint64_t> marks = {};  // a bit per vertex, in the order of who asks
  std::uint64_t marked = 0;

  bool lands(std::uint64_t v) const { return marks.empty() || test_bit(marks.data(), v); }
  double among(double vertices) const { return marks.empty() ? vertices : static_cast<double>(marked); }
};

struct PageRank {
  using Value = double;
  using Message = double;
  using Combine = Sum<double>;
  static constexpr Activity activity = Activity::every_vertex;
  struct Tally {
    double change = 0;  // L1
    double lost = 0;    // rank of vertices without outgoing arcs
    Tally& operator+=(const Tally& other) {
      change += other.change;
      lost += other.lost;
      return *this;
    }
  };

  double vertices;
  double damping = 0.85;
  double tolerance = 0;  // 0: never, the round limit decides
  bool spread_dangling = true;
  Jump jump = {};

  Value init(Vertex) const { return 1 / vertices; }
  Message signal(Vertex v, Value rank) const { return v.degree == 0 ? 0 : rank / static_cast<double>(v.degree); }
  bool apply(Vertex v, Value& rank, Message sum, const Round<Tally>& round) const {
    const double lost = spread_dangling ? round.tally.lost : 0;
    const double jumped = jump.lands(v.id) ? (1 - damping + damping * lost) / jump.among(vertices) : 0;
    rank = jumped + damping * sum;
    return true;
  }
  Tally tally(Vertex v, Value before, Value after) const {
    return {std::abs(after - before), v.degree == 0 ? after : 0};
  }
  bool done(const Round<Tally>& round) const { return round.tally.change < tolerance; }
};

}  // namespace Atoll
