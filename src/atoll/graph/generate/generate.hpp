// SPDX-License-Identifier: Apache-2.0
// Drawn graphs. Randomness is counter-based: the same parameters give the same graph for any number of threads.
#pragma once

#include <cstdint>
#include <string>
#include <variant>

#include "atoll/base/watch.hpp"
#include "atoll/graph/build.hpp"
#include "atoll/graph/read/read.hpp"

namespace Atoll::generate {

// Ranges: scale 1 .. 40, degree 0 .. 2^20, 1 .. 2^40 vertices, shares and probabilities 0 .. 1. An undirected edge is
// drawn once; Grid and Complete have their arcs both ways when directed, Path and Star lead away from vertex 0.

// R-MAT / Graph500: 2^scale vertices, degree * 2^scale edges; vertex ids are scrambled. a + b + c <= 1.
struct Kronecker {
  int scale = 16;
  double degree = 16;
  double a = .57, b = .19, c = .19;
};
struct Uniform {
  int scale = 16;
  double degree = 16;
};  // both ends uniform (GAPBS urand)
// Each pair of different vertices (each ordered pair, if directed) with this probability, by geometric skips.
struct ErdosRenyi {
  std::uint64_t vertices = 1000;
  double probability = .01;
};
struct Grid {
  std::uint64_t rows = 100, columns = 100;
  double holes = .1;
};  // 4-neighbour grid, a share of the vertices isolated: road-like
struct Path {
  std::uint64_t vertices = 10;
};
struct Star {
  std::uint64_t vertices = 10;
};
struct Complete {
  std::uint64_t vertices = 10;
};
using Shape = std::variant<Kronecker, Uniform, ErdosRenyi, Grid, Path, Star, Complete>;

enum class DrawnWeights {
  none,
  byte,
  million,
  unit
};  // integers in [1,255]; integers in [1, 1,000,000] (thesis 4.3); floats in [0,1)

struct Options {
  std::uint64_t seed = 1;
  DrawnWeights weights = DrawnWeights::none;
  IdWidth width = IdWidth::by_size;
  bool directed = false;
  bool simple =
      true;  // drop self-loops, of parallel edges keep the lightest (as GAPBS); false: all as drawn (Graph500)
};

// Peak bytes of drawing and building, from the expected number of edges. Throws Error(usage) as draw() does.
std::uint64_t estimated_bytes(const Shape& shape, const Options& options);

// The edges, as drawn, and the graph that they become.
struct Drawn {
  std::variant<EdgeList<std::uint32_t>, EdgeList<std::uint64_t>> edges;
  BuildOptions building;
};

// Throws Error(usage) for parameters out of range, Error(resource | cancelled). What cannot fit the memory limit, or
// without one the memory of the machine, is refused before anything is drawn.
Drawn draw_edges(const Shape& shape, const Options& options, Crew& crew, const Watch& watch);
Graph build(Drawn&& drawn, Crew& crew, const Watch& watch);
Graph draw(const Shape& shape, const Options& options, Crew& crew, const Watch& watch);  // both

}  // namespace Atoll::generate
