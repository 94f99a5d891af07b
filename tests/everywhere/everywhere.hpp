// SPDX-License-Identifier: Apache-2.0
// A program gives the same answer everywhere: on every graph, under every partitioner, exchange, direction, number of
// parts and threads, and both widths of ids. A cell of the matrix says one such place; the answers come from references
// that share no code with the library.
#pragma once

#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "atoll/engine/run.hpp"
#include "atoll/exchange/active_messages.hpp"
#include "atoll/exchange/allgather.hpp"
#include "atoll/exchange/broadcast_combine.hpp"
#include "atoll/exchange/one_box.hpp"
#include "atoll/exchange/shared_zero_box.hpp"
#include "atoll/exchange/two_box.hpp"
#include "atoll/exchange/zero_box.hpp"

#include "tests/everywhere/cover.hpp"
#include "tests/support/samples.hpp"

namespace Atoll::testing {

// An exchange on an arrangement of the arcs.
enum class Way {
  zero_box,
  one_box,
  two_box,
  boxes_by_turns,  // the three above, drawn anew for every superstep
  active_messages,
  replicated_zero_box,
  replicated_one_box,
  replicated_two_box,
  allgather,
  tiled_zero_box,
  tiled_two_box,
  broadcast_combine,
  shared_zero_box,
};
inline constexpr int way_count = 13;

struct Cell {
  std::shared_ptr<const Sample> sample;  // shared by the cells: there are many
  Weighing weighing = Weighing::none;
  bool wide = false;
  std::string partitioner;
  Way way = Way::zero_box;
  SteeringRule steering = SteeringRule::push;
  int parts = 1;
  int threads = 1;
  std::uint64_t seed = 1;

  Arrangement arrangement() const;
  bool pulls() const { return steering != SteeringRule::push; }
  std::string name() const;
  Steering steer() const;  // where something is left to an adviser, it draws
};

struct Matrix {
  std::vector<Weighing> weighings = {Weighing::none};
  bool automatic = false;  // also steer by arcs, by vertices and by cost
};

// The cells of a program's matrix. Ways that cannot pull are pushed instead.
std::vector<Cell> cells_of(const Matrix& matrix);

// One crew per (threads, domains), kept for the whole binary.
Crew& crew_of(int threads);

// What a cell runs on: the layout of its sample, arcs both ways if asked to.
struct Place {
  Graph graph;
  Layout layout;
  Crew* crew = nullptr;
  Watch watch;
};
struct PlaceNeeds {
  bool weights = false;
  bool source_ids = false;
  bool both_ways = false;
};
std::unique_ptr<Place> place_of(const Cell& cell, const PlaceNeeds& needs);

template <Program P>
using Values = std::vector<typename P::Value>;

template <Program P>
Values<P> values_of(Run<P>& run) {
  const State<P>& state = run.state();
  Values<P> values(state.layout.vertices);
  for (int part = 0; part < state.parts(); ++part) {
    for (std::uint32_t v = 0; v < state.layout.own(part); ++v) values[state.vertex(part, v).id] = state.values[part][v];
  }
  return values;
}

// Runs the program in its cell; values by the user's vertex.
template <Program P>
Values<P> values_everywhere(const P& program, const Cell& cell, Place& place, std::uint64_t rounds_max = 10000) {
  const Layout& layout = place.layout;
  Crew& crew = *place.crew;
  Run<P> run(program, layout, {.steering = cell.steer(), .rounds_max = rounds_max}, crew, place.watch);
  Loopback transport(layout.parts(), cell.seed);
  const auto with = [&]<class... X>(X... exchanges) { run(exchanges...); };
  switch (cell.way) {
    case Way::zero_box:
    case Way::replicated_zero_box:
    case Way::tiled_zero_box: with(ZeroBox<P>(run.state())); break;
    case Way::one_box:
    case Way::replicated_one_box: with(OneBox<P>(run.state())); break;
    case Way::two_box:
    case Way::replicated_two_box:
    case Way::tiled_two_box: with(TwoBox<P>(run.state())); break;
    case Way::boxes_by_turns: with(ZeroBox<P>(run.state()), OneBox<P>(run.state()), TwoBox<P>(run.state())); break;
    case Way::active_messages: with(ActiveMessages<P>(run.state(), transport, crew.threads(), 7)); break;
    case Way::allgather: with(Allgather<P>(run.state(), transport, 2)); break;
    case Way::broadcast_combine: {
      BroadcastCombine<P> exchange(run.state(), transport);
      run(exchange);
      break;
    }
    case Way::shared_zero_box: with(SharedZeroBox<P>(run.state())); break;
  }
  EXPECT_TRUE(transport.quiet());
  return values_of(run);
}

}  // namespace Atoll::testing
