// SPDX-License-Identifier: Apache-2.0
// A sparse undirected graph without the vertices that shortest paths only pass. In rounds, vertices of up to three
// neighbours are taken out, no two of them beside each other, and their neighbours are joined by arcs as long as the way
// over them: trees wither, a chain becomes an arc, a crossing of three roads a triangle. What is left, the core, keeps
// its distances, and whoever was taken is as far away as the nearest way over its ends, which were taken later or are in
// the core (contraction hierarchies, ended early: Geisberger, Sanders, Schultes and Delling, WEA 2008). A graph made of a
// graph, for any source. Arcs become fewer with every vertex taken.
// Invariant: made of integers, since sums of reals depend on their order; the same for any number of threads.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/partition/chunks.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class Contraction {
 public:
  static constexpr std::uint32_t ends_max = 3;             // of a vertex that is taken
  static constexpr std::uint32_t weight_max = 0x7fffffff;  // of an arc, also of the core
  static constexpr std::uint64_t unreached = ~std::uint64_t{0};

  // Whether most vertices can be taken: undirected, of few arcs, with integer weights or none.
  static bool suits(const OnePart& graph, WeightType weights, Crew& crew);
  // Beside a graph, at most, while it is contracted.
  static std::uint64_t bytes_to_make(const OnePart& graph);

  // Of a graph with arcs out, slots in the user's order and weights in [0, weight_max]; without weights they are 1.
  // Throws Error(cancelled | resource).
  Contraction(const OnePart& graph, Crew& crew);

  // A graph of one part with slots of its own and weights. It lives as long as this.
  OnePart core() const;

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

  // From the distances of the core, all bits set where unreached, those of the graph: distance [vertices].
  template <class Key>
  void spread(const Array<Key>& of_core, const Start& start, Array<std::uint64_t>& distance, Crew& crew,
              const Watch& watch) const;

 private:
  // One that was taken. With less ends than it has room for, the first comes again.
  struct Taken {
    std::uint32_t vertex;
    std::uint32_t ends[ends_max];
    std::uint32_t weights[ends_max];
  };
  class Shrinking;

  static std::uint64_t nearest(const Taken& taken, const Array<std::uint64_t>& distance);
  void fill(std::size_t round, std::uint64_t begin, std::uint64_t end, const Start& start,
            Array<std::uint64_t>& distance) const;
  const Taken& taken(std::uint32_t number) const;

  std::vector<Array<Taken>> rounds_;        // those of a round ascend
  std::vector<std::uint32_t> first_ = {0};  // [rounds + 1]: the number of a round's first, counted through all rounds
  Array<std::uint32_t> place_;      // [vertices]: the number of a taken vertex; behind all these, a slot of the core
  Array<std::uint32_t> vertex_of_;  // [slots of the core], ascending
  Array<std::uint64_t> offsets_;    // of the core
  Array<std::uint32_t> ends_;
  Array<std::uint32_t> weights_;
  std::unique_ptr<const Chunks> chunks_;
};

}  // namespace Atoll::kernels
