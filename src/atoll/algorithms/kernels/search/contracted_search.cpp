// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/contracted_search.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/search/level_parents.hpp"
#include "atoll/algorithms/kernels/search/long_rows.hpp"
#include "atoll/algorithms/kernels/search/wavefront.hpp"

namespace Atoll::kernels {
namespace {

// Else a wavefront is as fast. What begins slower than that, as grids with few holes do, has not come so far yet.
constexpr Contraction::Aim aim_of_search{.left = 0.2, .pace = 0.08, .first = 0.28};
constexpr std::uint64_t vertices_per_pass = 1u << 12;

OnePart without_weights(OnePart graph) {
  graph.out.weights = graph.in.weights = {};
  return graph;
}

}  // namespace

bool ContractedSearch::suits(const OnePart& graph) {
  constexpr std::uint64_t few_arcs = 4;  // of a vertex, in the mean
  const bool few = graph.arcs <= few_arcs * graph.vertices && !has_long_rows(graph);
  return (few || Wavefront::suits(graph)) && Contraction::suits(without_weights(graph), WeightType::none);
}

std::uint64_t ContractedSearch::bytes_max(const OnePart& graph) {
  constexpr std::uint64_t bytes_of_arc = 8, bytes_of_vertex = 14;
  return bytes_of_arc * graph.arcs + bytes_of_vertex * graph.vertices;
}

std::unique_ptr<ContractedSearch> ContractedSearch::if_it_pays(const OnePart& graph, Crew& crew) {
  if (!suits(graph)) return {};
  const OnePart searched = without_weights(graph);
  auto contraction = std::make_unique<Contraction>(searched, aim_of_search, crew);
  if (!contraction->arrived()) return {};
  return std::unique_ptr<ContractedSearch>(new ContractedSearch(searched, std::move(contraction), crew));
}

ContractedSearch::ContractedSearch(const OnePart& graph, std::unique_ptr<Contraction> contraction, Crew& crew)
    : graph_(graph), crew_(crew), paths_(graph, std::move(contraction), crew) {}

void ContractedSearch::operator()(std::uint32_t source, SearchAnswer& answer, const Watch& watch) {
  PathsAnswer found = paths_({.source = source, .kind = PathsKind::levels}, watch);
  answer.statistics = std::move(found.statistics);
  std::visit([&](const auto& levels) { take(levels, source, answer); }, found.level);
}

template <class Level>
void ContractedSearch::take(const Array<Level>& levels, std::uint32_t source, SearchAnswer& answer) {
  struct Seen {
    std::uint64_t reached = 0;
    std::uint64_t arcs = 0;  // of those reached
    std::uint32_t depth = 0;
  };
  std::vector<Seen> seen(graph_.vertices / vertices_per_pass + 1);
  std::uint32_t* const parents =
      answer.parent != nullptr ? place_by_slot(graph_, answer.parent, parents_by_slot_) : nullptr;
  const LeveledRows<Level> leveled{graph_.out, graph_.arcs, levels.data()};
  const LevelParents<Level> find_parents = level_parents<Level>();
  crew_.for_chunks(graph_.vertices, vertices_per_pass, [&](std::uint64_t begin, std::uint64_t end) {
    Seen& mine = seen[begin / vertices_per_pass];
    for (std::uint64_t v = begin; v < end; ++v) {
      const bool reached = levels[v] != no_level<Level>;
      mine.reached += reached ? 1 : 0;
      mine.arcs += reached ? graph_.out.degree(static_cast<std::uint32_t>(v)) : 0;
      mine.depth = std::max<std::uint32_t>(mine.depth, reached ? levels[v] : 0);
    }
    if (parents != nullptr)
      find_parents(leveled, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), parents);
    if (graph_.user_order && answer.level != nullptr)
      std::transform(levels.begin() + begin, levels.begin() + end, answer.level + begin, whole_level<Level>);
  });
  if (parents != nullptr) parents[source] = source;
  answer.reached = answer.depth = answer.statistics.arcs_traversed = 0;
  for (const Seen& one : seen) {
    answer.reached += one.reached;
    answer.statistics.arcs_traversed += one.arcs;
    answer.depth = std::max<std::uint64_t>(answer.depth, one.depth);
  }
  if (graph_.user_order) return;
  crew_.for_chunks(graph_.vertices, vertices_per_pass, [&](std::uint64_t begin, std::uint64_t end) {
    name_by_user(graph_, parents, levels.data(), begin, end, answer);
  });
}

}  // namespace Atoll::kernels
