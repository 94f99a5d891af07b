// SPDX-License-Identifier: Apache-2.0
// Who owns a vertex, as plain data. A partition is an order of the vertices (their internal ids) cut into parts: part p
// owns the internal ids first[p] .. first[p+1]-1, and the local id of a vertex is its internal id minus first[p]. A
// partitioner is a function that returns one; nobody inherits.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "atoll/base/function_ref.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/graph/id_array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

class RankedBits;

struct Partition {
  std::string strategy;
  std::vector<std::uint64_t> first;  // [parts + 1], internal ids
  IdArray internal_of;               // [vertices], by the user's order
  IdArray user_of;                   // [vertices], by internal id; the inverse
  double seconds = 0;                // to compute it

  int parts() const { return static_cast<int>(first.size()) - 1; }
  std::uint64_t vertices() const { return first.back(); }
  std::uint64_t size(int part) const {
    return first[static_cast<std::size_t>(part) + 1] - first[static_cast<std::size_t>(part)];
  }
  int owner(std::uint64_t internal) const;  // logarithmic in the number of parts
  // The user's id of a vertex of `part` by its local id.
  std::uint64_t user_id(int part, std::uint64_t local) const {
    return user_of[first[static_cast<std::size_t>(part)] + local];
  }
};

// Each throws Error(usage) for parts outside [1, parts_max]. Empty parts are legal. All are deterministic for any
// number of threads, and keep the user's order inside a part unless they say otherwise.
namespace partition {
inline constexpr int parts_max = 4096;

enum class Balance { vertices, arcs };

Partition whole(std::uint64_t vertices);  // one part
Partition contiguous(const Graph& graph, int parts, Balance balance, Crew& crew);
Partition random(const Graph& graph, int parts, std::uint64_t seed, Crew& crew);  // thesis 3.2
Partition degree(const Graph& graph, int parts, Crew& crew);  // sorted by degree, equal shares of arcs
Partition hybrid(const Graph& graph, int parts, std::uint64_t seed,
                 Crew& crew);  // random, then each part sorted by degree
// One part number per line and vertex, as METIS writes; may be packed. Throws Error(input) with "file:line".
Partition from_file(const Graph& graph, int parts, const std::string& path, Crew& crew);
// owner(v) in [0, parts) for v in the user's order; called from several threads. Throws Error(usage) if out of range.
Partition by(const Graph& graph, int parts, const std::function<int(std::uint64_t)>& owner, Crew& crew);

// The rows of a graph are in this order already.
Partition in_order(RowOrder&& order, bool wide, Crew& crew);

// One of names(): "random", "degree", "hybrid", "contiguous" (by arcs), "contiguous-vertices", "file:PATH". `seed` is
// for those that draw. Throws Error(usage) for another name.
Partition named(const std::string& name, const Graph& graph, int parts, std::uint64_t seed, Crew& crew);
std::vector<std::string> names();
}  // namespace partition

struct Quality {
  std::vector<std::uint64_t> vertices;       // [parts]
  std::vector<std::uint64_t> arcs;           // [parts], outgoing
  std::vector<std::uint64_t> remote_arcs;    // [parts], whose target another part owns
  std::vector<Array<std::uint64_t>> ghosts;  // [part][owner]: distinct targets of `part` that `owner` owns
  double imbalance_vertices = 1;             // largest / mean
  double imbalance_arcs = 1;
  double seconds = 0;  // to partition
};

// Linear in the arcs (and in parts * vertices / 64). Extra memory: 1.125 bits per vertex.
Quality quality(const Graph& graph, const Partition& partition, Crew& crew);

// Where arcs live: with the owner of their source, as a push has them, or of their target, as a pull has them.
enum class Grouping { by_source, by_target };

// The rows of a graph as a grouping has them, in the user's ids. By target a directed graph must have its arcs turned
// round (Graph::in).
using GroupedRows = std::variant<Csr<std::uint32_t>, Csr<std::uint64_t>>;
const GroupedRows& grouped_rows(const Graph& graph, Grouping grouping);

// What a layout with ghosts would have where arcs are grouped so, known before it is made: remote arcs are those whose
// other end another part owns, ghosts are these ends. look(part, ghosts) comes for each part, while the internal ids of its
// ghosts are marked and ranked.
using GhostsSeen = FunctionRef<void(int part, const RankedBits& ghosts)>;
Quality quality(const Graph& graph, const Partition& partition, Grouping grouping, GhostsSeen look, Crew& crew);

}  // namespace Atoll
