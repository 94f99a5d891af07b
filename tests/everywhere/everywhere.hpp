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

#include "atoll/algorithms/execution.hpp"
#include "atoll/exchange/active_messages.hpp"
#include "atoll/exchange/allgather.hpp"
#include "atoll/exchange/broadcast_combine.hpp"

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
  binned,
};
inline constexpr int way_count = 14;

struct Cell {
  std::shared_ptr<const Sample> sample;  // shared by the cells: there are many
  Weighing weighing = Weighing::none;
  bool wide = false;
  std::string partitioner;
  Way way = Way::zero_box;
  SteeringRule steering = SteeringRule::push;
  int parts = 1;
  int threads = 1;
  int variant = 0;  // of the program
  std::uint64_t seed = 1;

  Arrangement arrangement() const;
  // The exchanges that the library has compiled for its programs; none where what crosses travels in packets.
  std::vector<ExchangeKind> kinds() const;
  bool in_packets() const { return kinds().empty(); }
  bool pulls() const { return steering != SteeringRule::push; }
  // Of two domains there are teams; in one, state is kept in pages that were used before.
  int domains() const { return parts == threads ? 1 : 2; }
  std::string name() const;
  Steering steer() const;  // where something is left to an adviser, it draws
};

struct Matrix {
  std::vector<Weighing> weighings = {Weighing::none};
  bool automatic = false;  // also steer by arcs, by vertices and by cost
  int variants = 1;        // of the program: types, or rules that it is given
};

// The cells of a program's matrix. Ways that cannot pull are pushed instead.
std::vector<Cell> cells_of(const Matrix& matrix);

// Of the threads of a cell that is run. The thread sanitizer sees nothing on one, which is a third of its cells or
// half: what these bring together with one thread alone, the other builds see.
#ifdef ATOLL_SANITIZED_FOR_THREADS
inline constexpr int fewest_threads = 2;
#else
inline constexpr int fewest_threads = 1;
#endif

// One crew per threads and domains (1 or 2), kept for the whole binary.
Crew& crew_of(int threads, int domains = 2);

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
  State<P>& state = run.state();
  Values<P> values(state.layout.vertices);
  for (int part = 0; part < state.parts(); ++part) {
    const Own<P> own = state.own(part);
    for (std::uint32_t v = 0; v < state.layout.own(part); ++v) values[own.vertex(v).id] = own.values[v];
  }
  return values;
}

template <Program P>
void run_through(Run<P>& run, const std::vector<ExchangeKind>& kinds) {
  std::vector<std::unique_ptr<Carrier>> carriers;
  std::vector<Carrier*> known;
  for (const ExchangeKind kind : kinds) known.push_back(carriers.emplace_back(Executor<P>::carrier(kind, run)).get());
  run.through(known);
}

// Runs the program in its cell, where nothing travels in packets; values by the user's vertex.
template <Program P>
Values<P> values_in_memory(const P& program, const Cell& cell, Place& place, std::uint64_t rounds_max = 10000) {
  Run<P> run(program, place.layout, {.steering = cell.steer(), .rounds_max = rounds_max}, *place.crew, place.watch);
  run_through(run, cell.kinds());
  return values_of(run);
}

// Runs the program in any cell.
template <Program P>
Values<P> values_everywhere(const P& program, const Cell& cell, Place& place, std::uint64_t rounds_max = 10000) {
  if (!cell.in_packets()) return values_in_memory(program, cell, place, rounds_max);
  const Layout& layout = place.layout;
  Crew& crew = *place.crew;
  Run<P> run(program, layout, {.steering = cell.steer(), .rounds_max = rounds_max}, crew, place.watch);
  Loopback transport(layout.parts(), cell.seed);
  const auto through = [&]<class X>(X&& exchange) { run(exchange); };
  if (cell.way == Way::active_messages) {
    through(ActiveMessages<P>(run.state(), transport, crew.threads(), 7));
  } else if (cell.way == Way::allgather) {
    through(Allgather<P>(run.state(), transport, 2));
  } else {
    through(BroadcastCombine<P>(run.state(), transport));
  }
  EXPECT_TRUE(transport.quiet());
  return values_of(run);
}

}  // namespace Atoll::testing
