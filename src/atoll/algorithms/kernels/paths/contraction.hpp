// SPDX-License-Identifier: Apache-2.0
// A sparse undirected graph without the vertices that shortest paths only pass (Shrinking): trees wither, a chain becomes
// an arc, a crossing of three roads a triangle. What is left, the core, keeps its distances, and whoever was taken is as
// far away as the nearest way over its ends, which were taken later or are in the core (contraction hierarchies, ended
// early: Geisberger, Sanders, Schultes and Delling, WEA 2008; PHAST: Delling, Goldberg, Nowatzyk and Werneck, IPDPS
// 2011). A graph made of a graph, for any source.
// Invariant: made of integers, since sums of reals depend on their order; the same for any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/paths/shrinking.hpp"
#include "atoll/algorithms/kernels/paths/taken_vertices.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/partition/chunks.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class Contraction {
 public:
  static constexpr std::uint32_t weight_max = Shrinking::weight_max;
  static constexpr std::uint64_t unreached = ~std::uint64_t{0};

  // Whether it may be contracted: undirected, of few arcs, with integer weights or none. Where most searches see a part of
  // the graph alone it would not pay, for afterwards they look at all vertices.
  static bool suits(const OnePart& graph, WeightType weights);
  // About what it takes while a graph is contracted and its core sorted, and what a search of it and its answer take then:
  // an arc is in a record, or in the core and in its copies. Where weights need 4 bytes records are as wide as that, and
  // distances may be.
  static std::uint64_t bytes_max(const OnePart& graph);

  // What has to be left at most, as a share of the work that a search of the graph is. While more is, each round takes at
  // least `pace` of it, the first one `first`, or it is given up; before the first nothing was copied.
  struct Aim {
    double left = 1;
    double pace = 0;
    double first = pace;
  };

  // Of a graph with arcs out and weights in [0, weight_max]; without weights they are 1.
  // Throws Error(cancelled | resource).
  Contraction(const OnePart& graph, const Aim& aim, Crew& crew);

  // Whether it came to what was aimed at.
  bool arrived() const { return arrived_; }

  // A graph of one part with slots of its own and weights. It lives as long as this; its arcs until they are released,
  // and then where they lie is all that is known of them.
  OnePart core() const;
  void release_arcs();

  // Where a search of the core starts for a source of the graph, and how far away those are that lie between.
  struct Offer {
    std::uint32_t place;  // a slot of the core, or the number of a taken vertex
    std::uint64_t distance;
  };
  struct Start {
    std::vector<Offer> core;
    std::vector<Offer> taken;  // ascending
  };
  Start start(std::uint32_t source) const;
  // Whether all that can be reached from there became one vertex of the core, beside others.
  bool is_island(const Start& start) const {
    if (start.core.size() != 1 || core_.vertex_of.size() == 1) return false;
    const std::uint64_t* const offset = core_.offsets.data() + start.core[0].place;
    return offset[0] == offset[1];
  }

  // From the distances of the core, all bits set where unreached, those of the graph: distance [vertices]. False: one of
  // them is too large for such numbers, and these are of no use.
  template <class Key, class Distance>
  bool spread(const Array<Key>& of_core, const Start& start, Array<Distance>& distance, Crew& crew,
              const Watch& watch) const;

 private:
  using Group = TakenVertices::Group;

  std::uint32_t place_of(std::uint32_t vertex) const;

  template <class Distance>
  static bool fill(const Group& group, std::uint64_t begin, std::uint64_t end, const Start& start,
                   Array<Distance>& distance);
  template <class Distance>
  static bool fill_all(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance);
  template <std::uint32_t ends, std::uint32_t weight_bytes, class Distance>
  static bool fill_those(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance);

  TakenVertices taken_;
  ContractedCore core_;
  std::unique_ptr<const Chunks> chunks_;
  bool arrived_ = false;
};

}  // namespace Atoll::kernels
