// SPDX-License-Identifier: Apache-2.0
#include <span>
#include <utility>

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/forests/rooting.hpp"
#include "atoll/algorithms/kernels/forests/spanning.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice) { return {.push = true, .weights = true, .both_ways = true, .shared = true}; }

// Weight: std::int32_t, also where there are none, or float. Sum: what weights are summed in.
template <class Weight, class Sum>
Answer span_with(const Layout& layout, Crew& crew, const Watch& watch) {
  const Stopwatch clock;
  IdArray parent(layout.vertices, layout.wide);
  Array<Weight> weight(layout.vertices);
  const kernels::SharedGraph graph(layout, layout.any_view());
  auto found = kernels::spanning_forest(graph, parent, std::as_writable_bytes(std::span(weight)), crew, watch);
  Answer answer;
  answer.statistics = std::move(found.statistics);
  answer.statistics.seconds = clock.seconds();
  const auto all = sum_over<Sum>(weight.size(), [&](std::uint64_t v) { return weight[v]; }, crew);
  answer.facts = {{"weight", all}, {"edges", layout.vertices - found.trees}, {"trees", found.trees}};
  answer.columns.push_back({"parent", std::move(parent)});
  answer.columns.push_back({"weight", std::move(weight)});
  return answer;
}

Answer run(const Layout& layout, const Parameters&, const RunChoice&, Crew& crew, const Watch& watch) {
  if (layout.weight_type == WeightType::real) return span_with<float, double>(layout, crew, watch);
  return span_with<std::int32_t, std::int64_t>(layout, crew, watch);
}

certify::Verdict check(const Layout& layout, const Parameters&, Answer& answer, Crew& crew) {
  const auto& column = answer.column("weight").values;
  certify::EdgeWeights weights;
  if (const auto* whole = std::get_if<Array<std::int32_t>>(&column)) {
    weights = std::span<const std::int32_t>(*whole);
  } else {
    weights = std::span<const float>(std::get<Array<float>>(column));
  }
  const auto trees = answer.fact<std::uint64_t>("trees");
  return and_as_told(certify::spanning_forest(layout, answer.as<IdArray>("parent"), weights, crew, trees),
                     [&] { return forest_as_told(answer, crew); });
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t, bool wide) {
  // Trees, knots, degrees, choices, trees by slot; a batch of about three edges per vertex; the answer.
  return vertices * (4 + 8 + 4 + 8 + 4 + 4 * sizeof(kernels::Edge)) + vertices * ((wide ? 8 : 4) + 4);
}

}  // namespace

Algorithm entries::spanning_forest() {
  return {.name = "spanning-forest",
          .aliases = {"msf"},
          .done_by = {"mst", "kruskal", "prim", "boruvka"},
          .summary = "Minimum spanning forest: the lightest edges that hold every component together",
          .example = "atoll spanning-forest roads.gr.gz --output forest.tsv",
          .parameters = {},
          .columns = {"parent", "weight"},
          .needs = needs,
          .run = run,
          .check = check,
          .estimate = estimate};
}

}  // namespace Atoll
