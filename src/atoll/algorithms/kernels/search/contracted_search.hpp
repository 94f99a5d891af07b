// SPDX-License-Identifier: Apache-2.0
// Breadth-first search of a graph of many small levels by way of what is left of it when it is contracted: a level after
// the other is what a road network has too many of, and shortest paths over arcs as long as the ways they stand for need
// none. Once all levels are known, a vertex finds its parent in its row, the least by slot in the level before: the same
// tree as Search and Wavefront.
#pragma once

#include <cstdint>
#include <memory>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/paths/shortest_paths.hpp"
#include "atoll/algorithms/kernels/search/search_answer.hpp"

namespace Atoll::kernels {

// Searches one graph, again and again. The graph must outlive it.
class ContractedSearch {
 public:
  // Whether it may be: while it is tried, a graph is contracted.
  static bool suits(const OnePart& graph);
  // About what it takes beside the answer; less an arc than any contraction, for a graph that does not shrink well is given
  // up.
  static std::uint64_t bytes_max(const OnePart& graph);
  // Null where it does not pay. Throws Error(cancelled | resource), as does a search.
  static std::unique_ptr<ContractedSearch> if_it_pays(const OnePart& graph, Crew& crew);

  void operator()(std::uint32_t source, SearchAnswer& answer, const Watch& watch);

 private:
  ContractedSearch(const OnePart& graph, std::unique_ptr<Contraction> contraction, Crew& crew);

  template <class Level>
  void take(const Array<Level>& levels, std::uint32_t source, SearchAnswer& answer);

  const OnePart graph_;
  Crew& crew_;
  Paths paths_;
  Array<std::uint32_t> parents_by_slot_;  // where slots are not the user's vertices
};

}  // namespace Atoll::kernels
