// SPDX-License-Identifier: Apache-2.0
// Why the rules suffice: levels fall by one along the parents and are 0 at the source alone, so no level is too small;
// no arc jumps over a level or out of the reached, so none is too large.
#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/certify/tree.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::certify {
namespace {

struct Tree {
  std::uint64_t source;
  std::span<const std::uint32_t> level;
  const IdArray* parent;  // null: levels only

  bool reached(std::uint64_t v) const { return level[v] != no_level; }
  // A vertex one level above v (and reached, where v is).
  bool above(std::uint64_t u, std::uint64_t v) const { return std::uint64_t{level[u]} + 1 == level[v]; }

  std::string vertex_complaint(std::uint64_t v) const;
  std::string arc_complaint(std::uint64_t u, std::uint64_t v) const;
  std::string missing_arc(std::uint64_t v) const;
};

std::string level_of(std::uint32_t level) { return level == no_level ? "no level" : fmt::format("level {}", level); }

std::string Tree::vertex_complaint(std::uint64_t v) const {
  if (v == source && level[v] != 0) return "is the source, but has " + level_of(level[v]);
  if (v != source && level[v] == 0) return "has level 0, but is not the source";
  if (parent == nullptr) return {};
  const std::uint64_t p = (*parent)[v];
  const bool has_parent = p != parent->none();
  if (has_parent != reached(v)) return level_of(level[v]) + (has_parent ? ", but a parent" : ", but no parent");
  if (!has_parent) return {};
  if (p >= level.size()) return fmt::format("its parent {} is no vertex", p);
  if (v == source) return p == source ? "" : "the source is not its own parent";
  if (!reached(p) || !above(p, v)) {
    return fmt::format("{}, but its parent {} has {}", level_of(level[v]), p, level_of(level[p]));
  }
  return {};
}

std::string Tree::arc_complaint(std::uint64_t u, std::uint64_t v) const {
  return fmt::format("{}, but its neighbour {} has {}", level_of(level[v]), u, level_of(level[u]));
}

std::string Tree::missing_arc(std::uint64_t v) const {
  if (parent == nullptr) return level_of(level[v]) + ", but no arc comes from the level above";
  return fmt::format("no arc comes from its parent {}", (*parent)[v]);
}

Verdict count_again(const Tree& answer, const SearchFacts& told, Crew& crew) {
  const auto join = [](SearchFacts& sum, const SearchFacts& more) {
    sum.reached += more.reached;
    sum.depth = std::max(sum.depth, more.depth);
  };
  const auto add = [&](SearchFacts& sum, std::uint64_t v) {
    if (answer.reached(v)) join(sum, {1, answer.level[v]});
  };
  const auto found = reduce<SearchFacts>(answer.level.size(), add, join, crew);
  const Verdict verdict = same_as_told("vertices are reached", found.reached, told.reached);
  return verdict.ok ? same_as_told("is the depth", found.depth, told.depth) : verdict;
}

Verdict check(const Layout& layout, const Tree& answer, const std::optional<SearchFacts>& told, Crew& crew) {
  Verdict verdict = every_vertex(layout.vertices, crew, [&](std::uint64_t v) { return answer.vertex_complaint(v); });
  if (!verdict.ok) return verdict;
  Array<std::uint64_t> hung(words_for(layout.vertices));  // an arc from its parent, or from some parent, was seen
  const auto holds = [&](std::uint64_t u, std::uint64_t v, std::uint32_t) {
    if (!answer.reached(u)) return true;
    if (answer.above(u, v) && (answer.parent == nullptr || (*answer.parent)[v] == u)) mark_bit_shared(hung.data(), v);
    return answer.reached(v) && answer.level[v] <= std::uint64_t{answer.level[u]} + 1;
  };
  const auto complaint = [&](std::uint64_t u, std::uint64_t v, std::uint32_t) { return answer.arc_complaint(u, v); };
  verdict = every_arc(layout, crew, holds, complaint);
  if (!verdict.ok) return verdict;
  verdict = every_vertex(layout.vertices, crew, [&](std::uint64_t v) -> std::string {
    const bool hangs = !answer.reached(v) || v == answer.source || test_bit(hung.data(), v);
    return hangs ? "" : answer.missing_arc(v);
  });
  return verdict.ok && told ? count_again(answer, *told, crew) : verdict;
}

}  // namespace

Verdict bfs(const Layout& layout, std::uint64_t source, std::span<const std::uint32_t> level, const IdArray* parent,
            Crew& crew, std::optional<SearchFacts> told) {
  if (source >= layout.vertices) return {false, fmt::format("source {} is no vertex", source)};
  if (level.empty() && parent == nullptr) return {false, "neither levels nor parents"};
  if (parent != nullptr && parent->size() != layout.vertices) {
    return {false, fmt::format("{} parents for {} vertices", parent->size(), layout.vertices)};
  }
  if (!level.empty()) {
    if (level.size() == layout.vertices) return check(layout, {source, level, parent}, told, crew);
    return {false, fmt::format("{} levels for {} vertices", level.size(), layout.vertices)};
  }
  Verdict verdict = tree(*parent, layout.vertices, source, crew);
  if (!verdict.ok) return verdict;
  Array<std::uint32_t> derived(layout.vertices);
  depths(*parent, source, derived, crew);
  return check(layout, {source, derived, parent}, told, crew);
}

}  // namespace Atoll::certify
