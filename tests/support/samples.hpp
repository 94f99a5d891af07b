// SPDX-License-Identifier: Apache-2.0
// The graphs that tests run on: drawn by hand, the classics, and random ones of up to 10^5 arcs. Built here from plain
// lists of edges, with no code of the library's own builders, so that a bug there cannot hide itself. Everything is a
// function of the seed; a sample's name says it.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "atoll/graph/graph.hpp"

namespace Atoll::testing {

enum class Weighing {
  none,
  integers,  // 1 .. 255
  zeros,     // mostly 0, else 1 .. 3
  large,     // up to 2^31 - 1: sums need 64 bits
  reals,     // [0, 1)
  absorbed,  // real, 0 or from 2^-20 to 2^30: many sums that a float rounds away
};
inline constexpr Weighing all_weighings[] = {Weighing::none,  Weighing::integers, Weighing::zeros,
                                             Weighing::large, Weighing::reals,    Weighing::absorbed};
std::string name_of(Weighing weighing);

struct Sample {
  std::string name;
  std::uint64_t vertices = 0;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> edges = {};  // in any order; loops and repetitions stay
  bool directed = true;
  std::uint64_t seed = 0;  // of the weights; both arcs of an undirected edge weigh the same

  // A copy of what was made before, where nothing has changed since. On one thread.
  Graph graph(Weighing weighing = Weighing::none, bool wide = false) const;

  struct Made;
  mutable std::map<std::pair<Weighing, bool>, std::shared_ptr<const Made>> made = {};
};

// A graph of these edges with these weights (one per edge, or none); rows sorted as Graph promises.
struct WeightedEdge {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  double weight = 1;
};
struct Making {
  bool directed = true;
  WeightType weights = WeightType::none;
  bool wide = false;
};
Graph make_graph(std::uint64_t vertices, const std::vector<WeightedEdge>& edges, const Making& making);

std::vector<Sample> small_samples();                     // at most a few hundred arcs each
std::vector<Sample> random_samples(std::uint64_t seed);  // directed and undirected, up to 10^5 arcs
std::vector<Sample> all_samples(std::uint64_t seed);     // both

// Samples as two factors of a matrix: how they are shaped, and whether arcs go one way.
class Shapes {
 public:
  explicit Shapes(std::vector<Sample> samples);  // each shape in both ways, in the same order
  int count() const { return static_cast<int>(samples_.size() / 2); }
  const Sample& sample(int shape, int undirected) const {
    return samples_[static_cast<std::size_t>(undirected * count() + shape)];
  }

 private:
  std::vector<Sample> samples_;  // those that are directed come first
};

// ATOLL_SEED of the environment, or 1: a failure printed with its seed is replayed by setting it.
std::uint64_t test_seed();

// Interesting vertices to start from: the first, the last, the one of the largest out-degree, one drawn. Ascending,
// distinct.
std::vector<std::uint64_t> sources_of(const Graph& graph, std::uint64_t seed);

}  // namespace Atoll::testing
