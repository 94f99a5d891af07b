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
  // Of the rows while a graph is contracted, and of the core, at most. The rest, at most 36 bytes a vertex, is less than
  // what shortest paths are estimated to take by vertices.
  static std::uint64_t bytes_by_arcs(const OnePart& graph);

  // Of a graph with arcs out, slots in the user's order and weights in [0, weight_max]; without weights they are 1.
  // Throws Error(cancelled | resource).
  Contraction(const OnePart& graph, Crew& crew);

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

  // From the distances of the core, all bits set where unreached, those of the graph: distance [vertices]. False: one of
  // them is too large for such numbers, and these are of no use.
  template <class Key, class Distance>
  bool spread(const Array<Key>& of_core, const Start& start, Array<Distance>& distance, Crew& crew,
              const Watch& watch) const;

 private:
  // One that was taken, its ends and the weights of its arcs.
  struct Taken {
    static constexpr std::uint32_t words(std::uint32_t ends) { return 1 + 2 * ends; }
    std::uint32_t vertex() const { return record[0]; }
    std::uint32_t end(std::uint32_t i) const { return record[1 + i]; }
    std::uint32_t weight(std::uint32_t i) const { return record[1 + ends + i]; }
    const std::uint32_t* record;
    std::uint32_t ends;
  };
  // Those of a round that have so many ends, ascending.
  struct Group {
    Group(std::uint32_t ends_of_each, std::uint64_t size)
        : ends(ends_of_each), words(size * Taken::words(ends_of_each), Contents::whatever) {}
    std::uint64_t size() const { return words.size() / Taken::words(ends); }
    Taken operator[](std::uint64_t i) const { return {words.data() + i * Taken::words(ends), ends}; }
    std::uint32_t ends;
    Array<std::uint32_t> words;
  };
  class Shrinking;

  template <class Distance>
  bool fill(std::size_t group, std::uint64_t begin, std::uint64_t end, const Start& start,
            Array<Distance>& distance) const;
  template <class Distance>
  static bool fill_all(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance);
  template <std::uint32_t ends, class Distance>
  static bool fill_those(const Group& group, std::uint64_t begin, std::uint64_t end, Array<Distance>& distance);
  Taken taken(std::uint32_t number) const;

  std::vector<Group> groups_;               // of each round one for each number of ends
  std::vector<std::uint32_t> first_ = {0};  // [groups + 1]: the number of a group's first, counted through all
  Array<std::uint32_t> place_;      // [vertices]: the number of a taken vertex; behind all these, a slot of the core
  Array<std::uint32_t> vertex_of_;  // [slots of the core], ascending
  Array<std::uint64_t> offsets_;    // of the core
  Array<std::uint32_t> ends_;
  Array<std::uint32_t> weights_;
  std::unique_ptr<const Chunks> chunks_;
};

}  // namespace Atoll::kernels
