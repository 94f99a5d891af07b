// SPDX-License-Identifier: Apache-2.0
// Which layout a run gets, forecast before it is made: one address space, where 0-Box alone can run, or ghosts, where a
// superstep may take any exchange. The frontier is not known yet, so it is a superstep in which every vertex speaks that is
// priced, of every program and direction that is asked for, each once; a push in place needs more of them with ghosts, and is
// priced for as much news as one in one address space carries. One address space is taken unless ghosts are predicted to
// be cheaper.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "atoll/model/adviser.hpp"
#include "atoll/partition/partition.hpp"

namespace Atoll {

// A program that will run, and the directions it may take.
struct PlannedProgram {
  ProgramShape shape = {};
  bool pushes = true;
  bool pulls = false;
  friend bool operator==(const PlannedProgram&, const PlannedProgram&) = default;
};

// A superstep in which every vertex speaks, with the cheapest design of each layout.
struct FullForecast {
  std::size_t program = 0;  // which of the planned ones
  Direction direction = Direction::push;
  double one_space_seconds = 0;
  double ghosts_seconds = 0;
  Design with_ghosts = Design::zero_box;  // the design that takes them
};

struct LayoutForecast {
  Arrangement taken = Arrangement::shared;
  // Whether ghosts were counted. If not, none would have been few enough: `ghosts_seconds` are those of parts that have
  // none, and no arc to another part.
  bool counted = false;
  std::vector<FullForecast> supersteps;
  double seconds = 0;  // that it took to find out

  double one_space_seconds() const;  // of all of them
  double ghosts_seconds() const;
};

// Of a graph that has, where a program pulls, its arcs turned round if it is directed. Linear in the arcs where ghosts must
// be counted, which it tries to avoid; extra memory: 1.125 bits per vertex.
LayoutForecast forecast_layouts(const Graph& graph, const Partition& partition,
                                std::span<const PlannedProgram> programs, const Rates& rates, Crew& crew);

}  // namespace Atoll
