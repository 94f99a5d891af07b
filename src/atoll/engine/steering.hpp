// SPDX-License-Identifier: Apache-2.0
// Steering: which direction the next superstep takes, and which of the run's exchanges carries it. Data in, data out; it
// predicts and never executes. The direction is taken by a rule; where a run has several exchanges, an adviser, which
// knows what the machine's memory costs, takes the exchange, or both. What is taken comes with its reason.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "atoll/engine/reason.hpp"
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
  by_cost,      // the direction of the adviser's cheapest forecast
};

struct Frontier {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;  // outgoing
};

struct SteeringView {
  Direction last = Direction::push;
  Frontier before;
  Frontier now;
  std::uint64_t vertices = 0;             // of the graph
  std::uint64_t unexplored_arcs = 0;      // arcs of vertices that were never active
  std::uint64_t unexplored_vertices = 0;  // those
  std::span<const Frontier> parts = {};   // `now`, by part
  std::uint64_t scanned = 0;              // arcs, by the superstep before
  std::uint64_t pushed = 0;               // arcs, by all pushes before
};

// A way that a superstep could go, and the seconds it would take.
struct Forecast {
  Direction direction = Direction::push;
  std::size_t exchange = 0;  // which of the run's
  double seconds = 0;
};

// Forecasts for the next superstep, of every exchange in the directions asked for; at least one.
using Adviser = std::function<std::vector<Forecast>(const SteeringView& view, std::span<const Direction> directions)>;

struct Steering {
  SteeringRule rule = SteeringRule::push;
  double alpha = 15;
  double beta = 18;
  Adviser advise = {};           // none: the first exchange
  bool direction_asked = false;  // the rule is what the user named; for reasons alone
  bool exchange_asked = false;   // so is the one exchange
};

// A direction, and why.
struct Steered {
  Direction direction = Direction::push;
  DirectionReason reason = {};
};

// What was chosen for the next superstep, among what, and why.
struct Choice {
  Direction direction = Direction::push;
  std::size_t exchange = 0;              // which of the run's
  std::vector<Forecast> forecasts = {};  // none without an adviser
  Reason reason = {};
};

// The cheapest forecast in the direction that the rule takes; the first of those that cost the same.
Choice choose(const Steering& steering, const SteeringView& view);

// The direction that the rule takes; not for by_cost.
Steered steer(const Steering& steering, const SteeringView& view);

}  // namespace Atoll
