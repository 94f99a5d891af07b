// SPDX-License-Identifier: Apache-2.0
// The largest weak component: a concurrent union-find over all arcs, then the kept rows close up.
#include <algorithm>
#include <atomic>
#include <mutex>

#include "atoll/graph/disjoint_sets.hpp"
#include "atoll/graph/scatter.hpp"
#include "atoll/graph/thin_rows.hpp"
#include "atoll/graph/transform/rows_of.hpp"
#include "atoll/graph/transform/transform.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::transform {
namespace {

template <class Id>
DisjointSets<Id> components(const Csr<Id>& rows, Crew& crew, Steps& steps) {
  DisjointSets<Id> forest(rows.offsets.size() - 1, crew);
  crew.for_chunks(rows.targets.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    visit_rows(rows, begin, end, [&](std::uint64_t u, std::uint64_t v, std::uint64_t) { forest.join(u, v); });
    steps.advance(end - begin);
  });
  return forest;
}

// The root of the largest component; `sizes` is [vertices] of zeros and is left dirty.
template <class Id>
std::uint64_t largest_root(DisjointSets<Id>& forest, Array<std::uint64_t>& sizes, Crew& crew) {
  crew.for_chunks(sizes.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end;) {  // neighbours in number often share a root: one atomic for all of them
      const Id root = forest.root(v);
      const std::uint64_t first = v;
      while (v < end && forest.root(v) == root) ++v;
      std::atomic_ref(sizes[root]).fetch_add(v - first, std::memory_order_relaxed);
    }
  });
  std::uint64_t best = 0;
  std::mutex choosing;
  crew.for_chunks(sizes.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    const auto local = static_cast<std::uint64_t>(std::max_element(&sizes[begin], sizes.data() + end) - sizes.data());
    const std::lock_guard lock(choosing);
    if (sizes[local] > sizes[best] || (sizes[local] == sizes[best] && local < best)) best = local;
  });
  return best;
}

// What is kept, both ways: new_of_old is [old vertices] (of any value for those that go), old_of_new is [new vertices].
struct Selection {
  Array<std::uint64_t> new_of_old;
  IdArray old_of_new;
};

template <class Id>
Selection select(DisjointSets<Id>& forest, std::uint64_t vertices, Crew& crew) {
  Selection kept{.new_of_old = Array<std::uint64_t>(vertices), .old_of_new = {}};
  const std::uint64_t root = largest_root(forest, kept.new_of_old, crew);
  const auto for_vertices = [&](const auto& work) {
    crew.for_chunks(vertices, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) work(v);
    });
  };
  for_vertices([&](std::uint64_t v) { kept.new_of_old[v] = forest.root(v) == root ? 1 : 0; });
  kept.old_of_new = IdArray(prefix_sum(kept.new_of_old, crew), sizeof(Id) == 8);
  for_vertices([&](std::uint64_t v) {
    if (forest.root(v) == root) kept.old_of_new.set(kept.new_of_old[v], v);
  });
  return kept;
}

// Closes up the rows: those that go are empty already.
template <class Id>
void renumber(Csr<Id>& rows, const Selection& kept, Crew& crew) {
  Array<std::uint64_t> offsets(kept.old_of_new.size() + 1);
  crew.for_chunks(kept.old_of_new.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) offsets[v] = rows.offsets[kept.old_of_new[v]];
  });
  offsets[kept.old_of_new.size()] = rows.targets.size();
  rows.offsets = std::move(offsets);
  crew.for_chunks(rows.targets.size(), arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) rows.targets[i] = static_cast<Id>(kept.new_of_old[rows.targets[i]]);
  });
}

}  // namespace

Graph largest_component(Graph&& graph, Crew& crew, const Watch& watch) {
  if (graph.vertices == 0) return std::move(graph);
  Steps steps(watch, "transforming", 2 * graph.arcs);
  change_rows(graph, [&]<class Id, class Payload>(Csr<Id>& rows, Array<Payload>& payload) {
    DisjointSets<Id> forest = components(rows, crew, steps);
    const Selection kept = select(forest, graph.vertices, crew);
    if (kept.old_of_new.size() == graph.vertices) return;
    const std::uint64_t root = kept.old_of_new[0];
    const auto keep = [&](std::uint64_t u, std::uint64_t) { return forest.root(u) == root; };
    thin_rows(rows, payload, Fold{Merge::keep, graph.weights.type, graph.labels}, keep, crew, steps);
    renumber(rows, kept, crew);
    graph.labels = pick_labels(graph.labels, kept.old_of_new, crew);
  });
  return std::move(graph);
}

}  // namespace Atoll::transform
