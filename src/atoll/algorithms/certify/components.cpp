// SPDX-License-Identifier: Apache-2.0
// Why the rules suffice: no arc leaves a class, so a class holds whole components; as many joins as n - classes leave
// room for no second component in any of them; and a label that is a member and not above any other is the least one.
#include <fmt/format.h>
#include <limits>
#include <string>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/certify/labels.hpp"
#include "atoll/graph/disjoint_sets.hpp"

namespace Atoll::certify {
namespace {

std::string label_complaint(const IdArray& label, std::string_view what, std::uint64_t v) {
  const std::uint64_t mine = label[v];
  if (mine > v) return fmt::format("its {} {} is no vertex up to itself", what, mine);
  if (label[mine] == mine) return {};
  return fmt::format("its {} {} lies itself in {} {}", what, mine, what, label[mine]);
}

// Joins n - roots pairs of sets: those whose root is its own label match the classes, any other is one component too
// many.
template <class Id>
Verdict connected(const Layout& layout, const IdArray& component, Crew& crew) {
  DisjointSets<Id> sets(layout.vertices, crew);
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) { sets.join(u, v); });
  return every_vertex(layout.vertices, crew, [&](std::uint64_t v) -> std::string {
    if (sets.root(v) != v || component[v] == v) return {};
    return fmt::format("is in component {}, but no path joins them", component[v]);
  });
}

}  // namespace

Verdict labels(const IdArray& label, std::string_view what, std::uint64_t vertices, Crew& crew) {
  if (label.size() != vertices) return {false, fmt::format("{} labels for {} vertices", label.size(), vertices)};
  return every_vertex(vertices, crew, [&](std::uint64_t v) { return label_complaint(label, what, v); });
}

Verdict components(const Layout& layout, const IdArray& component, Crew& crew) {
  Verdict verdict = labels(component, "component", layout.vertices, crew);
  if (!verdict.ok) return verdict;
  verdict = every_arc(
      layout, crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) { return component[u] == component[v]; },
      [&](std::uint64_t u, std::uint64_t v, std::uint32_t) {
        return fmt::format("is in component {}, but its neighbour {} is in component {}", component[v], u,
                           component[u]);
      });
  if (!verdict.ok) return verdict;
  if (layout.vertices <= std::numeric_limits<std::uint32_t>::max())
    return connected<std::uint32_t>(layout, component, crew);
  return connected<std::uint64_t>(layout, component, crew);
}

}  // namespace Atoll::certify
