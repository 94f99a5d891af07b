// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/sssp.hpp"

#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <optional>

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/paths/shortest_paths.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/spare_pages.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

constexpr auto weighed = "shortest paths";

Needs needs(DirectionChoice direction) {
  const bool pull = direction == DirectionChoice::pull;
  using Search = Sssp<std::uint64_t, std::int32_t>;
  return {.push = !pull,
          .pull = pull,
          .weights = true,
          .programs = {{.shape = shape_of_program<Search>(), .pushes = !pull, .pulls = pull}}};
}

Needs kernel_needs() { return {.push = true, .weights = true}; }

std::vector<std::string> columns_of(const Parameters& parameters) {
  if (parameters.word("answer") == "distances") return {"distance"};
  return {"distance", "parent"};
}

// Vertices that are reached, and yet infinitely far: the sum of the weights on the way is beyond the numbers. Any thread
// may note one, the first is told.
class BeyondRange {
 public:
  void note(std::uint64_t vertex) { fold_shared<Min<std::uint64_t>>(first_, vertex); }
  void refuse() const {
    if (first_ == none) return;
    throw Error(ErrorKind::input,
                fmt::format("the distance of vertex {} is beyond the range of its 32-bit float", first_), {},
                "scale the weights down");
  }

 private:
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  std::uint64_t first_ = none;
};

// Integer distances are summed exactly, real ones in double: so many of 64 bits may not fit in 64.
template <class Distance>
struct Totals {
  using Number = std::conditional_t<std::is_integral_v<Distance>, std::uint64_t, double>;
  using Sum = std::conditional_t<std::is_integral_v<Distance>, WideSum, double>;
  std::uint64_t reached = 0;
  Number farthest = 0;
  Sum sum = 0;
};

template <class Distance>
Totals<Distance> total(const Array<Distance>& distance, Crew& crew) {
  const auto add = [&](Totals<Distance>& totals, std::uint64_t v) {
    if (distance[v] == algebra::greatest<Distance>()) return;
    const auto number = static_cast<typename Totals<Distance>::Number>(distance[v]);
    ++totals.reached;
    totals.farthest = std::max(totals.farthest, number);
    totals.sum += number;
  };
  const auto join = [](Totals<Distance>& totals, const Totals<Distance>& more) {
    totals.reached += more.reached;
    totals.farthest = std::max(totals.farthest, more.farthest);
    totals.sum += more.sum;
  };
  return reduce<Totals<Distance>>(distance.size(), add, join, crew);
}

template <class Distance>
std::vector<Fact> facts_of(const Totals<Distance>& totals) {
  std::vector<Fact> facts = {{"reached", totals.reached}, {"distance_max", totals.farthest}};
  if constexpr (std::is_integral_v<Distance>) {
    facts.push_back({"distance_sum", fact_of(totals.sum)});
  } else {
    facts.push_back({"distance_sum", totals.sum});
  }
  return facts;
}

template <class Distance, class W, class Id>
IdArray resolve_tree(const Layout& layout, const Execution& execution, std::uint64_t source, std::uint64_t reached,
                     const Array<Distance>& distance, RunStatistics& statistics, Crew& crew, const Watch& watch) {
  using Tree = ShortestPathTree<Distance, W, Id>;
  IdArray parent;
  BeyondRange beyond;
  const auto take = [&](const DomainArray<typename Tree::Value>& values) {
    parent = IdArray(layout.vertices, layout.wide);
    collect(layout, values, crew, [&](std::uint64_t id, const typename Tree::Value& v) {
      parent.set(id, v.parent == Tree::none ? parent.none() : v.parent);
      if (v.parent == Tree::none || v.distance != algebra::greatest<typename Tree::Held>()) return;
      beyond.note(id);
    });
    beyond.refuse();
  };
  const Tree tree{.distances = distance.data(), .source = source, .reached = reached};
  statistics.append(execute(tree, layout, execution, crew, watch, take).statistics);
  return parent;
}

template <class Distance, class W>
IdArray parents_of(const Layout& layout, const Execution& execution, std::uint64_t source,
                   const Totals<Distance>& totals, const Array<Distance>& distance, RunStatistics& statistics,
                   Crew& crew, const Watch& watch) {
  const auto resolve = [&]<class Id>(Id) {
    return resolve_tree<Distance, W, Id>(layout, execution, source, totals.reached, distance, statistics, crew, watch);
  };
  if constexpr (std::is_integral_v<Distance>) {
    return resolve(Distance{});
  } else {
    return layout.wide ? resolve(std::uint64_t{}) : resolve(std::uint32_t{});
  }
}

// Whether a vertex is farther than the numbers tell: then an arc leads to one that seems not to be reached.
template <class Distance>
bool hides_vertices(const Layout& layout, const Array<Distance>& distance, std::uint64_t farthest, double greatest,
                    Crew& crew) {
  constexpr Distance none = algebra::greatest<Distance>();
  const auto step = std::max(std::uint64_t{1}, static_cast<std::uint64_t>(greatest));
  if (farthest < none - step) return false;
  std::atomic<bool> found{false};
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) {
    if (distance[u] != none && distance[v] == none) found.store(true, std::memory_order_relaxed);
  });
  return found;
}

// No vertex is without a real distance only because it is infinite.
template <class Distance>
void check_range(const Layout& layout, const Array<Distance>& distance, const Totals<Distance>& totals, double greatest,
                 Crew& crew) {
  if constexpr (std::is_same_v<Distance, float>) {
    if (std::isfinite(static_cast<float>(totals.farthest) + static_cast<float>(greatest))) return;
    BeyondRange beyond;
    layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) {
      if (std::isfinite(distance[u]) && !std::isfinite(distance[v])) beyond.note(v);
    });
    beyond.refuse();
  }
}

// None: distances of 32 bits are not enough.
template <class Distance, class W>
std::optional<Answer> search(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                             const Watch& watch) {
  const std::uint64_t source = checked_source(layout, parameters);
  const double greatest = greatest_weight(layout, weighed, crew);
  Array<Distance> distance;
  std::optional<IdArray> parent;
  Answer answer;
  const auto take = [&](const DomainArray<Distance>& values) {
    distance = Array<Distance>(layout.vertices);
    Stopwatch aggregation;
    collect(layout, values, crew, [&](std::uint64_t id, Distance d) { distance[id] = d; });
    answer.aggregation_seconds = aggregation.seconds();
  };
  const Execution execution = execution_of(choice, SteeringRule::push);
  answer.statistics = execute(Sssp<Distance, W>{source}, layout, execution, crew, watch, take).statistics;
  const auto totals = total(distance, crew);
  if constexpr (std::is_same_v<Distance, std::uint32_t>) {
    if (hides_vertices(layout, distance, totals.farthest, greatest, crew)) return {};
  }
  if (parameters.word("answer") == "both") {
    parent = parents_of<Distance, W>(layout, execution, source, totals, distance, answer.statistics, crew, watch);
  } else {
    check_range(layout, distance, totals, greatest, crew);
  }
  answer.facts = facts_of(totals);
  answer.columns.push_back({"distance", std::move(distance)});
  if (parent) answer.columns.push_back({"parent", std::move(*parent)});
  return answer;
}

// Half the memory where ids have 32 bits: distances are sought in as many, and once more in 64 where that has shown that
// they do not do. Weights do not tell it beforehand, for the longest way that they allow is hardly ever there.
template <class W>
Answer search_integers(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                       const Watch& watch) {
  const Stopwatch clock;
  if (!layout.wide) {
    auto found = search<std::uint32_t, W>(layout, parameters, choice, crew, watch);
    if (found) return std::move(*found);
  }
  const double in_vain = layout.wide ? 0 : clock.seconds();
  Answer answer = search<std::uint64_t, W>(layout, parameters, choice, crew, watch).value();
  answer.statistics.seconds += in_vain;
  return answer;
}

struct PreparedPaths : Preparation {
  PreparedPaths(const Layout& made_of, Crew& served)
      : Preparation(&made_of, &served),
        paths(kernels::one_part(made_of), made_of.weight_type, kernels::Use::often, served) {}
  kernels::Paths paths;
};

bool by_kernel(const Layout& layout) { return kernels::can_walk(layout) && layout.push; }

std::shared_ptr<Preparation> prepare(const Layout& layout, const Parameters& parameters, Crew& crew) {
  if (!by_kernel(layout)) return {};
  greatest_weight(layout, weighed, crew);  // before it is walked: none is negative
  auto prepared = std::make_shared<PreparedPaths>(layout, crew);
  const std::uint64_t column = layout.vertices * sizeof(std::uint32_t);
  make_spare_pages({column, parameters.word("answer") == "both" ? column : 0}, crew);
  return prepared;
}

Answer search_by_kernel(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
                        const Watch& watch) {
  const std::uint64_t source = checked_source(layout, parameters);
  const auto kind = parameters.word("answer") == "both" ? kernels::PathsKind::tree : kernels::PathsKind::distances;
  auto* const prepared = prepared_for<PreparedPaths>(choice, layout, crew);
  const double greatest = greatest_weight(layout, weighed, crew);
  const Stopwatch clock;
  const auto own = prepared != nullptr ? nullptr
                                       : std::make_unique<kernels::Paths>(kernels::one_part(layout), layout.weight_type,
                                                                          kernels::Use::once, crew);
  kernels::PathsAnswer found = (prepared != nullptr ? prepared->paths : *own)(
      {.source = static_cast<std::uint32_t>(layout.partition.internal_of[source]), .kind = kind}, watch);
  Answer answer;
  answer.statistics = std::move(found.statistics);
  answer.statistics.seconds = clock.seconds();
  std::visit(
      [&](auto& distance) {
        const auto totals = total(distance, crew);
        check_range(layout, distance, totals, greatest, crew);
        answer.facts = facts_of(totals);
        answer.columns.push_back({"distance", std::move(distance)});
      },
      found.distance);
  if (kind == kernels::PathsKind::tree) answer.columns.push_back({"parent", std::move(found.parent)});
  return answer;
}

Answer run(const Layout& layout, const Parameters& parameters, const RunChoice& choice, Crew& crew,
           const Watch& watch) {
  if (kernels::may_walk(layout, choice) && by_kernel(layout))
    return search_by_kernel(layout, parameters, choice, crew, watch);
  switch (layout.weight_type) {
    case WeightType::integer: return search_integers<std::int32_t>(layout, parameters, choice, crew, watch);
    case WeightType::real: return search<float, float>(layout, parameters, choice, crew, watch).value();
    case WeightType::none: break;
  }
  return search_integers<algebra::Unweighted>(layout, parameters, choice, crew, watch);
}

Array<std::uint64_t> widened(const Array<std::uint32_t>& narrow, Crew& crew) {
  Array<std::uint64_t> wide(narrow.size());
  crew.for_chunks(narrow.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v)
      wide[v] = narrow[v] == algebra::greatest<std::uint32_t>() ? algebra::greatest<std::uint64_t>() : narrow[v];
  });
  return wide;
}

certify::Verdict check(const Layout& layout, const Parameters& parameters, Answer& answer, Crew& crew) {
  const auto& column = answer.column("distance").values;
  certify::Distances distances;
  Array<std::uint64_t> wide;
  if (const auto* whole = std::get_if<Array<std::uint64_t>>(&column)) {
    distances = std::span<const std::uint64_t>(*whole);
  } else if (const auto* narrow = std::get_if<Array<std::uint32_t>>(&column)) {
    wide = widened(*narrow, crew);
    distances = std::span<const std::uint64_t>(wide);
  } else {
    distances = std::span<const float>(std::get<Array<float>>(column));
  }
  const IdArray* const parent = parameters.word("answer") == "both" ? &answer.as<IdArray>("parent") : nullptr;
  return and_as_told(certify::sssp(layout, parameters.count("source"), distances, parent, crew),
                     [&] { return distances_as_told(answer, crew); });
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t ghosts, bool wide) {
  return vertices * (8 + 1 + 8 + (wide ? 8 : 4)) + vertices * 32 + ghosts * 3 * 16;
}

std::optional<std::uint64_t> kernel_estimate(const Layout& layout, const Parameters&, Aids aids, Crew& crew) {
  if (!by_kernel(layout)) return {};
  const auto use = aids == Aids::to_be_made ? kernels::Use::often : kernels::Use::once;
  return kernels::Paths::bytes_max(kernels::one_part(layout), layout.weight_type, use, crew);
}

}  // namespace

Algorithm entries::sssp() {
  return {.name = "sssp",
          .done_by = {"dijkstra", "bellman-ford", "delta-stepping"},
          .summary = "Shortest paths from a source over arc weights (1 where the graph has none), and their tree",
          .example = "atoll sssp roads.gr.gz --source 1 --output distances.tsv",
          .parameters = {{"source", "the vertex to start from", std::uint64_t{0}, true},
                         {"answer", "what to remember of each vertex", "both", false, {"both", "distances"}}},
          .columns = {"distance", "parent"},
          .columns_of = columns_of,
          .nonnegative = weighed,
          .needs = needs,
          .kernel_needs = kernel_needs,
          .run = run,
          .prepare = prepare,
          .check = check,
          .estimate = estimate,
          .kernel_estimate = kernel_estimate};
}

}  // namespace Atoll
