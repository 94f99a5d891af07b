// SPDX-License-Identifier: Apache-2.0
// Steering: which direction the next superstep takes. Data in, data out; it predicts and never executes.
#pragma once

#include <cstdint>

#include "atoll/exchange/kind.hpp"

namespace Atoll {

enum class SteeringRule : std::uint8_t {
  push,         // always (top-down)
  pull,         // always (bottom-up)
  by_arcs,      // Beamer et al., SC 2012: pull when it grows and its arcs exceed the unexplored ones / alpha,
                // push when it shrinks below vertices / beta. Never pull for fewer arcs than the words of a bitmap
                // over the vertices, which a pull sweeps: the last levels of a road network
  by_vertices,  // the semi-external paper, section III-C: pull when it grows beyond vertices / alpha, push when it
                // shrinks below vertices / beta
};

struct Steering {
  SteeringRule rule = SteeringRule::push;
  double alpha = 15;
  double beta = 18;
};

struct Frontier {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;  // outgoing
};

struct SteeringView {
  Direction last = Direction::push;
  Frontier before;
  Frontier now;
  std::uint64_t vertices = 0;         // of the graph
  std::uint64_t unexplored_arcs = 0;  // arcs of vertices that were never active
};

Direction steer(const Steering& steering, const SteeringView& view);

}  // namespace Atoll
