// SPDX-License-Identifier: Apache-2.0
// Shortest paths from a source on one part: the specialised kernel beside the vertex programs Sssp and
// ShortestPathTree, its reference. Distances are the same to the bit, integers and reals alike.
#pragma once

#include <cstdint>
#include <memory>
#include <variant>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/paths/contraction.hpp"
#include "atoll/algorithms/kernels/paths/sorted_arcs.hpp"
#include "atoll/algorithms/kernels/use.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

struct PathsPlan;

// tree: parents, and distances too. levels: of a graph without weights that was contracted.
enum class PathsKind : std::uint8_t { distances, tree, levels };

struct PathsWanted {
  std::uint32_t source = 0;  // slot
  PathsKind kind = PathsKind::tree;
};

// By the user's vertex.
struct PathsAnswer {
  // [vertices]; all bits set, or infinity: unreached. Reals where the weights are, otherwise integers, as wide as need be.
  std::variant<Array<std::uint64_t>, Array<std::uint32_t>, Array<float>> distance;
  IdArray parent;  // [vertices], if wanted
  // [vertices, and one more] by slot, if wanted; all bits set: unreached. In 2 bytes where all fit.
  std::variant<Array<std::uint16_t>, Array<std::uint32_t>> level;
  RunStatistics statistics;
};

// Searches one graph, again and again. The graph must outlive it.
class Paths {
 public:
  // Often: arcs in order of weight are made first, where rows are long enough to have one, without those that no
  // shortest path has, and a sparse graph is contracted before. No piece of an answer is. Weights are finite and not
  // negative; a layout without weights has weight 1. Throws Error(cancelled | resource), as does a search.
  Paths(const OnePart& graph, WeightType weights, Use use, Crew& crew);
  // By way of what is left of it; its arcs are released.
  Paths(const OnePart& graph, std::unique_ptr<Contraction> contraction, Crew& crew);
  ~Paths();

  // About what they, a search and its answer take: a vertex may wait more than once.
  static std::uint64_t bytes_max(const OnePart& graph, WeightType weights, Use use, Crew& crew);

  PathsAnswer operator()(const PathsWanted& wanted, const Watch& watch);

  struct Searcher;
  // How the graph may be searched is tried out for many searches to come; or, where an answer waits, hardly.
  enum class Learning : std::uint8_t { thorough, brief };

 private:
  void sort_core();
  template <class Lengths>
  std::unique_ptr<Searcher> searcher(Learning learning) const;

  const OnePart graph_;
  Crew& crew_;
  std::unique_ptr<Contraction> contraction_;
  std::unique_ptr<const PathsPlan> plan_of_core_;
  std::unique_ptr<const SortedArcs> sorted_;  // of the contraction's core, if there is one
  std::unique_ptr<Searcher> searcher_;
};

}  // namespace Atoll::kernels
