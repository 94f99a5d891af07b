// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/components/strong.hpp"

#include <mutex>
#include <utility>

#include "atoll/algorithms/kernels/components/depth_first.hpp"
#include "atoll/algorithms/kernels/components/reaching.hpp"
#include "atoll/algorithms/kernels/components/strong_rest.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/graph/disjoint_sets.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t small_graph = std::uint64_t{1} << 19;  // vertices and arcs
constexpr std::uint64_t few_arcs = 4;                          // per vertex: its searches are long, and sweeps no help

StrongComponents by_union(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  Steps steps(watch, 1);
  DisjointSets<std::uint32_t> sets(graph.slots(), crew);
  graph.for_vertices(crew, watch, [&](std::uint32_t v) {
    for (const std::uint32_t w : graph[v]) {
      if (w < v) sets.join(v, w);
    }
  });
  StrongComponents found{.member = Array<std::uint32_t>(graph.slots()), .statistics = {}};
  graph.for_vertices(crew, watch, [&](std::uint32_t v) { found.member[v] = sets.root(v); });
  steps.add({.vertices = graph.vertices(), .scanned = graph.arcs()});
  found.statistics = steps.take();
  return found;
}

// One search by a single thread, that has no rounds and shares nothing, against two by all of them.
bool pays_to_search_all(const SharedGraph& graph, const Crew& crew) {
  const std::uint64_t size = graph.vertices() + graph.arcs();
  return size < small_graph || (crew.threads() <= 2 && graph.arcs() < few_arcs * graph.vertices());
}

StrongComponents by_one_search(const SharedGraph& graph, Crew& crew, const Watch& watch) {
  Steps steps(watch, 1);
  StrongComponents found{.member = Array<std::uint32_t>(graph.slots()), .statistics = {}};
  Array<std::uint32_t> number(graph.slots());
  Array<DepthFirst::Frame> frames(graph.vertices());
  Array<std::uint32_t> stack(graph.vertices());
  graph.for_vertices(crew, watch, [&](std::uint32_t v) { number[v] = 1; });
  DepthFirst search{graph, watch, found.member, number, 1, frames.data(), stack.data()};
  for (std::uint32_t v = 0; v < graph.slots(); ++v) search.from(v);
  steps.add({.vertices = graph.vertices(), .scanned = search.scanned});
  found.statistics = steps.take();
  return found;
}

// A vertex that probably lies in the largest component.
struct Pivot {
  double weight = 0;  // arcs in times arcs out; 0: no vertex has both
  std::uint32_t vertex = 0;
};

class Strong {
 public:
  Strong(const SharedGraph& out, const SharedGraph& in, Crew& crew, const Watch& watch)
      : out_(out), in_(in), crew_(crew), watch_(watch), steps_(watch), member_(out.slots()), set_(out.slots()) {}

  StrongComponents run(RestRule rule) {
    find_first();
    Rest{out_, in_, crew_, watch_, steps_, member_, set_}.solve(rule);
    return {.member = std::move(member_), .statistics = steps_.take()};
  }

 private:
  // Decides what has no arc in or none out, and the component of the pivot.
  void find_first() {
    VertexSet inner(words_for(out_.slots()));
    const Pivot pivot = choose(inner);
    if (pivot.weight == 0) return;
    Worklist list(out_.vertices());
    const VertexSet ahead = Reaching{out_, in_, crew_, watch_, steps_}.from(pivot.vertex, inner, list);
    const VertexSet both = Reaching{in_, out_, crew_, watch_, steps_}.from(pivot.vertex, ahead, list);
    out_.for_vertices(crew_, watch_, [&](std::uint32_t v) {
      if (!test_bit(inner.data(), v)) return;
      const bool is_first = test_bit(both.data(), v);
      member_[v] = pivot.vertex;
      set_[v] = is_first ? Rest::decided : test_bit(ahead.data(), v) ? Rest::ahead : Rest::elsewhere;
    });
  }

  // Marks the vertices with arcs in and out; the others are components of their own. Returns the pivot among them.
  Pivot choose(VertexSet& inner) {
    std::mutex mutex;
    Pivot best;
    out_.for_chunks(crew_, watch_, [&](std::uint32_t begin, std::uint32_t end) {
      Pivot mine;
      for (std::uint32_t v = begin; v < end; ++v) {
        const double weight = static_cast<double>(out_.degree(v)) * static_cast<double>(in_.degree(v));
        if (weight == 0) {
          member_[v] = v;
          set_[v] = Rest::decided;
          continue;
        }
        set_bit(inner.data(), v);
        if (weight > mine.weight) mine = {weight, v};
      }
      const std::lock_guard lock(mutex);
      if (mine.weight > best.weight || (mine.weight == best.weight && mine.vertex < best.vertex)) best = mine;
    });
    steps_.add({.vertices = out_.vertices()});
    return best;
  }

  const SharedGraph& out_;
  const SharedGraph& in_;
  Crew& crew_;
  const Watch& watch_;
  Steps steps_;
  Array<std::uint32_t> member_;  // [slots]
  Array<std::uint32_t> set_;     // [slots]: as Rest wants it
};

}  // namespace

StrongComponents strong_components(const SharedGraph& out, const SharedGraph& in, RestRule rule, Crew& crew,
                                   const Watch& watch) {
  if (out.layout().both_ways()) return by_union(out, crew, watch);
  if (rule == RestRule::search_all || (rule == RestRule::automatic && pays_to_search_all(out, crew)))
    return by_one_search(out, crew, watch);
  return Strong(out, in, crew, watch).run(rule);
}

}  // namespace Atoll::kernels
