// SPDX-License-Identifier: Apache-2.0
// Communities: no vertex program but kernels on one address space of any number of parts.
#include "atoll/algorithms/classes.hpp"
#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/communities/label_propagation.hpp"
#include "atoll/algorithms/kernels/communities/modularity.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/timer.hpp"

namespace Atoll {
namespace {

constexpr auto weighed = "votes";

Needs needs(DirectionChoice) { return {.weights = true, .both_ways = true, .shared = true}; }

Answer run(const Layout& layout, const Parameters& parameters, const RunChoice&, Crew& crew, const Watch& watch) {
  parameters.check();
  greatest_weight(layout, weighed, crew);
  const Stopwatch clock;
  const kernels::SharedGraph graph(layout, layout.any_view());
  kernels::Propagation found = kernels::propagate_labels(graph, parameters.count("iterations"), crew, watch);
  graph.for_vertices(crew, watch, [&](std::uint32_t v) { found.label[v] = graph.slot_of(found.label[v]); });
  IdArray community(layout.vertices, layout.wide);
  name_by_least(graph, found.label, community, crew, watch);
  Answer answer;
  answer.statistics = std::move(found.statistics);
  answer.statistics.seconds = clock.seconds();
  const double modularity = kernels::modularity(graph, community, found.label, crew, watch);
  state_classes(answer, "community", std::move(community), crew);
  answer.facts.push_back({"iterations", found.iterations});
  answer.facts.push_back({"converged", found.converged});
  answer.facts.push_back({"modularity", modularity});
  if (!found.converged) answer.notes.push_back("stopped by --iterations, while labels still changed");
  return answer;
}

certify::Verdict check(const Layout& layout, const Parameters& parameters, Answer& answer, Crew& crew) {
  const certify::CommunityFacts facts{.converged = answer.fact<bool>("converged"),
                                      .modularity = answer.fact<double>("modularity")};
  certify::Verdict verdict = certify::communities(layout, answer.as<IdArray>("community"), facts, crew);
  verdict = and_as_told(std::move(verdict), [&] { return classes_as_told(answer, "community", crew); });
  return and_as_told(std::move(verdict), [&] { return iterations_as_told(answer, parameters, layout.vertices); });
}

// Labels, order, places and activity, with the colours while they are there; then strengths and the answer.
std::uint64_t estimate(std::uint64_t vertices, std::uint64_t, bool wide) {
  return vertices * (20 + 1 + (wide ? 8 : 4));
}

}  // namespace

Algorithm entries::communities() {
  return {.name = "communities",
          .aliases = {"label-propagation"},
          .done_by = {"louvain", "leiden"},
          .summary = "Communities by label propagation: everyone joins most of its neighbours, directions ignored",
          .example = "atoll communities friends.csv --output groups.tsv",
          .parameters = {{.name = "iterations",
                          .help = "stop after this many rounds",
                          .fallback = std::uint64_t{100},
                          .range = {.least = 1}}},
          .columns = {"community"},
          .nonnegative = weighed,
          .needs = needs,
          .run = run,
          .check = check,
          .estimate = estimate};
}

}  // namespace Atoll
