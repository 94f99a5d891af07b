// SPDX-License-Identifier: Apache-2.0
// Dependencies of vertices on roots (Brandes, J. Math. Sociology 2001): of the shortest paths from a root, counted in
// arcs, the share that leads through a vertex, summed over their ends. Each root goes alone, a thread each
// (single_roots.hpp), or, where that would leave more than half of the threads idle, one after the other by all of them
// (joint_search.hpp), unless the graph is small, or its levels are, or processors are fewer than threads. Nothing is
// added by atomics.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <variant>

#include "atoll/algorithms/kernels/betweenness/joint_search.hpp"
#include "atoll/algorithms/kernels/betweenness/leaves.hpp"
#include "atoll/algorithms/kernels/betweenness/single_roots.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"
#include "atoll/partition/layout.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

// Of one graph, again and again: what a run has written is there for the next one.
class Dependencies {
 public:
  // The layout is of Arrangement::shared with both views. It and the crew must outlive it.
  Dependencies(const Layout& layout, Crew& crew);

  // Before the first run: what many from so many roots profit from is made, from the arcs alone: it knows no root, so no
  // answer. (Otherwise the first run decides whether leaves pay, for all.) Throws Error(cancelled | resource).
  void prepare(std::size_t roots);
  // Whether it is there for runs from so many roots too.
  bool is_prepared_for(std::size_t roots) const;

  // scores [slot], all 0 before: dependencies of the vertex on each root but itself. Roots are slots, distinct. A
  // superstep of the statistics is a root, or all that went alone. The sums are the same for any number of parts, and of
  // threads that is at most twice that of the roots and at most sixteen; with more they may be other sums of the same
  // numbers, the same for any. Parallel arcs count once.
  // Throws Error(cancelled | resource | input); the last where paths are too many for any number.
  RunStatistics operator()(std::span<const std::uint32_t> roots, std::span<double> scores, const Watch& watch);
  // Numbers for all slots that runs, or who prepared them, have left: for whoever wants to keep them.
  bool has_room() const;
  std::optional<Array<double>> take_room();

 private:
  template <class ArcRows>
  struct Searches {
    ArcRows out;
    ArcRows in;
    SingleRoots<ArcRows> alone;
    std::unique_ptr<JointSearch<ArcRows>> joint;  // once there was one
  };
  using AnySearches = std::variant<Searches<Rows>, Searches<RowsOfParts>>;

  AnySearches searches_of_rows() const;
  void look_for_leaves(std::span<const std::uint32_t> roots, const Watch& watch);
  bool go_jointly(std::size_t roots) const;
  template <class ArcRows>
  std::unique_ptr<JointSearch<ArcRows>> joint_of(Searches<ArcRows>& searches, const Watch& watch) const;
  template <class ArcRows>
  std::size_t add_jointly(Searches<ArcRows>& searches, std::span<const std::uint32_t> roots, std::span<double> scores,
                          const Watch& watch, Steps& steps) const;

  Crew& crew_;
  const SharedGraph out_;
  const SharedGraph in_;
  Leaves leaves_;
  bool looked_for_leaves_ = false;
  std::size_t prepared_for_ = 0;  // roots
  AnySearches searches_;
};

// Upper bounds of its bytes beyond the scores: by vertices, of one thread, without notes of arcs; and what is more, from
// so many roots.
std::uint64_t dependencies_bytes(std::uint64_t vertices);
std::uint64_t further_dependencies_bytes(const Layout& layout, std::uint64_t roots, const Crew& crew);

}  // namespace Atoll::kernels
