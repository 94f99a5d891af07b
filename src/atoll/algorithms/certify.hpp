// SPDX-License-Identifier: Apache-2.0
// Certificates: linear-time checks of an answer against the arcs, never a second solver. They read the arcs through
// Layout::for_each_arc, in the user's ids, in parallel; answers are in the user's order. Verdicts do not depend on the
// number of threads. A few bytes or bits per vertex of scratch memory; all may throw Error(resource).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <variant>

#include "atoll/partition/layout.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::certify {

struct Verdict {
  bool ok = true;
  std::string reason;  // of the first broken rule found, with the vertices in the user's ids: "vertex 7: level 3, but
                       // its neighbour 2 has level 1"
};

inline constexpr std::uint32_t no_level = 0xffffffffu;

// Told beside the columns of a search, and counted again.
struct SearchFacts {
  std::uint64_t reached = 0;
  std::uint64_t depth = 0;  // the largest level
};

// Graph500's tree rules on directed arcs: the source is its own parent at level 0; a parent's arc exists and its level
// is one less; no arc (u, v) with u reached leaves v unreached or at a level above level(u) + 1. parent may be empty:
// levels only (then every reached vertex but the source has an in-neighbour one level up); level may be empty: it is
// derived from the parents.
Verdict bfs(const Layout& layout, std::uint64_t source, std::span<const std::uint32_t> level, const IdArray* parent,
            Crew& crew, std::optional<SearchFacts> told = {});

// Distances in 64-bit integers (unreached: all bits set) or floats (unreached: infinity). No arc is tense
// (d(u) + w < d(v), in the same arithmetic as the search), each parent's arc is tight, the parents form a tree rooted
// at the source. An unweighted layout has weight 1. Without parents: every reached vertex but the source has a tight arc
// from one that is strictly nearer, or is led to from such a one by tight arcs of its own distance (a pass over the arcs
// for each step of such a way).
using Distances = std::variant<std::span<const std::uint64_t>, std::span<const float>>;
Verdict sssp(const Layout& layout, std::uint64_t source, Distances distance, const IdArray* parent, Crew& crew);

// component[v] is the smallest vertex of v's weak component: closed over arcs; every label is its own label and the
// least of its class; and classes are connected: a spanning forest found by union-find over the arcs has n - classes
// edges.
Verdict components(const Layout& layout, const IdArray& component, Crew& crew);

// component[v] is the least vertex of v's strong component: every label is its own label and not above any of its class;
// inside a class a path leads from the label to each vertex and back; and peeling classes that no arc enters, one after
// the other, leaves none. The layout is one in one address space, with arcs both by source and by target.
Verdict strong_components(const Layout& layout, const IdArray& component, Crew& crew);

// A minimum spanning forest of arcs that go both ways. A root is its own parent, is the least vertex of its tree and has
// weight 0; another vertex has an edge of its weight to its parent; no chain of parents comes round; no arc joins two
// trees; and no arc is lighter than the heaviest edge on the way in the tree between its ends. An unweighted layout has
// weight 1. Less than 2^32 vertices. Time: the arcs times the logarithm of the vertices, at most. Trees that are told are
// counted again.
using EdgeWeights = std::variant<std::span<const std::int32_t>, std::span<const float>>;
Verdict spanning_forest(const Layout& layout, const IdArray& parent, EdgeWeights weight, Crew& crew,
                        std::optional<std::uint64_t> trees_told = {});

// The residual ||rank - G rank||_1 recomputed in double, for the variant that spreads dangling mass as walkers jump or
// drops it (gap); the answer is off by at most residual / (1 - damping). Out-degrees are counted again. Not a number if
// a rank is not, infinite if there are not as many ranks as vertices: so compare `residual <= tolerance`.
struct PageRankRule {
  double damping = 0.85;
  bool spread_dangling = true;
  std::span<const std::uint64_t> personal = {};  // where walkers jump to, each once; none: to any vertex
};
using Ranks = std::variant<std::span<const double>, std::span<const float>>;
double pagerank_residual(const Layout& layout, const Ranks& rank, const PageRankRule& rule, Crew& crew);

// in[v] and out[v] are the arcs that end and start at v.
Verdict degrees(const Layout& layout, std::span<const std::uint64_t> in, std::span<const std::uint64_t> out,
                Crew& crew);

// core[v] is the largest k such that v is in a subgraph in which everyone has k neighbours or more; directions,
// self-loops and parallel arcs make no difference. Every vertex has core[v] neighbours of that core number or more, and
// each level of equal numbers can be taken apart. Of a layout of Arrangement::shared with arcs both ways, as the two
// below; also 12 bytes per vertex.
Verdict cores(const Layout& layout, std::span<const std::uint32_t> core, Crew& crew);

// No arc joins two vertices of equal colour, self-loops aside, and the colouring is greedy: a vertex of colour c has
// neighbours of all colours below c. So there are at most as many colours as the most neighbours of a vertex, and one;
// those that are told are counted again.
Verdict colouring(const Layout& layout, std::span<const std::uint32_t> colour, Crew& crew,
                  std::optional<std::uint64_t> colours_told = {});

// community[v] is the least member of v's community, and a path leads there. Where it says converged, every vertex has
// in its own community neighbours of as much weight as in any other (Raghavan's end; without weights: as many arcs;
// self-loops aside), summed in double along its row. The modularity is that of the communities, to 1e-9.
struct CommunityFacts {
  bool converged = false;
  double modularity = 0;
};
Verdict communities(const Layout& layout, const IdArray& community, const CommunityFacts& facts, Crew& crew);

// Triangles counted again, by a second and much simpler count: no linear certificate is known. The distinct neighbours
// of every vertex in the user's ids, each edge at its end of fewer arcs, and the common ones of every edge by a merge of
// two sorted rows: O(arcs^1.5), a copy of the edges. of_vertex: the triangles that a vertex is in; clustering: the share
// of its pairs of neighbours that are neighbours, 0 without a pair; shares to a relative 1e-9. Either may be empty:
// not claimed.
struct TriangleClaim {
  std::uint64_t triangles = 0;
  std::span<const std::uint64_t> of_vertex = {};
  std::span<const double> clustering = {};
  std::optional<double> transitivity = {};  // closed pairs of neighbours, of all pairs; only beside the clustering
};
Verdict triangles(const Layout& layout, const TriangleClaim& claim, Crew& crew);

// What sums of dependencies are multiplied by: at the roots, and at all others.
struct BetweennessScale {
  double root = 1;
  double other = 1;
};
struct BetweennessRule {
  const IdArray& roots;
  BetweennessScale scale;
};
// The dependencies on every root are computed anew: not linear, but one plain search and its way back per root; no less
// is known to prove scores, whose terms are not seen in the sum. Each score agrees to a relative 1e-9, and unscaled they
// add up to the sum, over roots and ends, of the inner vertices of a shortest path: d - 1, from the levels alone. The
// layout is of Arrangement::shared with a push. 56 bytes per vertex for each of at most 8 threads; as the crew's watch
// says, Error(cancelled).
Verdict betweenness(const Layout& layout, std::span<const double> score, const BetweennessRule& rule, Crew& crew);

}  // namespace Atoll::certify
