// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/components.hpp"

#include "atoll/algorithms/columns.hpp"
#include "atoll/algorithms/entries.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice direction) {
  const bool pull = direction == DirectionChoice::pull;
  return {.push = !pull, .pull = pull, .both_ways = true};
}

template <class Id>
Answer label(const Layout& layout, const RunChoice& choice, Crew& crew, const Watch& watch) {
  IdArray component(layout.vertices, sizeof(Id) == 8);
  Answer answer;
  const auto take = [&](const DomainArray<Id>& values) {
    Stopwatch aggregation;
    collect(layout, values, crew, [&](std::uint64_t id, Id least) { component.set(id, least); });
    answer.aggregation_seconds = aggregation.seconds();
  };
  const Execution execution{choice.exchange, steering_of(choice, SteeringRule::push)};
  answer.statistics = execute(Components<Id>{}, layout, execution, crew, watch, take).statistics;
  std::uint64_t count = 0;
  std::uint64_t largest = 0;
  Array<std::uint64_t> sizes(layout.vertices);
  for (std::uint64_t v = 0; v < layout.vertices; ++v) largest = std::max(largest, ++sizes[component[v]]);
  for (std::uint64_t v = 0; v < layout.vertices; ++v) count += component[v] == v ? 1u : 0u;
  answer.facts = {{"count", count}, {"largest", largest}};
  answer.columns.push_back({"component", std::move(component)});
  return answer;
}

Answer run(const Layout& layout, const Parameters&, const RunChoice& choice, Crew& crew, const Watch& watch) {
  return layout.wide ? label<std::uint64_t>(layout, choice, crew, watch)
                     : label<std::uint32_t>(layout, choice, crew, watch);
}

certify::Verdict check(const Layout& layout, const Parameters&, Answer& answer, Crew& crew) {
  return certify::components(layout, std::get<IdArray>(answer.column("component").values), crew);
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t ghosts, bool wide) {
  const std::uint64_t id = wide ? 8 : 4;
  return vertices * (2 * id + 8 + 1) + ghosts * 3 * id;
}

}  // namespace

Algorithm entries::components() {
  return {.name = "components",
          .summary = "Weakly connected components: which vertices hang together, directions ignored",
          .example = "atoll components friends.csv --output groups.tsv",
          .parameters = {},
          .columns = {"component"},
          .needs = needs,
          .run = run,
          .check = check,
          .estimate = estimate};
}

}  // namespace Atoll
