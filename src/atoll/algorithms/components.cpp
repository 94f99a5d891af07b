// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/components.hpp"

#include <memory>

#include "atoll/algorithms/classes.hpp"
#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/components/linking.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/spare_pages.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/timer.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice direction) {
  const bool pull = direction == DirectionChoice::pull;
  return {.push = !pull,
          .pull = pull,
          .both_ways = true,
          .programs = {{.shape = shape_of_program<Components<std::uint32_t>>(), .pushes = !pull, .pulls = pull}}};
}

// The kernel takes arcs from either end.
Needs kernel_needs() { return {.push = true, .pull_if_there = true}; }

bool by_kernel(const Layout& layout, const RunChoice& choice) {
  return kernels::may_walk(layout, choice) && layout.push;
}

// Nothing but pages: of the answer and, where slots are not the user's vertices, of what is kept by slot.
std::shared_ptr<Preparation> prepare(const Layout& layout, const Parameters&, Crew& crew) {
  if (!kernels::can_walk(layout) || !layout.push) return {};
  const std::uint64_t column = layout.vertices * sizeof(std::uint32_t);
  const std::uint64_t by_slot = layout.partition.user_of.is_counting() ? 0 : column;
  make_spare_pages({column, by_slot, by_slot}, crew);
  return std::make_shared<Preparation>(&layout, &crew);
}

Answer label_by_kernel(const Layout& layout, Crew& crew, const Watch& watch) {
  const Stopwatch clock;
  IdArray component(layout.vertices, false, Contents::whatever);
  Answer answer;
  answer.statistics = kernels::link(kernels::one_part(layout), component.narrow(), crew, watch);
  answer.statistics.seconds = clock.seconds();
  state_classes(answer, "component", std::move(component), crew);
  return answer;
}

template <class Id>
Answer label(const Layout& layout, const RunChoice& choice, Crew& crew, const Watch& watch) {
  IdArray component;
  Answer answer;
  const auto take = [&](const DomainArray<Id>& values) {
    component = IdArray(layout.vertices, sizeof(Id) == 8);
    Stopwatch aggregation;
    collect(layout, values, crew, [&](std::uint64_t id, Id least) { component.set(id, least); });
    answer.aggregation_seconds = aggregation.seconds();
  };
  const Execution execution = execution_of(choice, SteeringRule::push);
  answer.statistics = execute(Components<Id>{}, layout, execution, crew, watch, take).statistics;
  state_classes(answer, "component", std::move(component), crew);
  return answer;
}

Answer run(const Layout& layout, const Parameters&, const RunChoice& choice, Crew& crew, const Watch& watch) {
  if (by_kernel(layout, choice)) return label_by_kernel(layout, crew, watch);
  return layout.wide ? label<std::uint64_t>(layout, choice, crew, watch)
                     : label<std::uint32_t>(layout, choice, crew, watch);
}

certify::Verdict check(const Layout& layout, const Parameters&, Answer& answer, Crew& crew) {
  return and_as_told(certify::components(layout, answer.as<IdArray>("component"), crew),
                     [&] { return classes_as_told(answer, "component", crew); });
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t ghosts, bool wide) {
  const std::uint64_t id = wide ? 8 : 4;
  return vertices * (2 * id + 8 + 1) + ghosts * 3 * id;
}

}  // namespace

Algorithm entries::components() {
  return {.name = "components",
          .aliases = {"cc", "wcc"},
          .done_by = {"union-find", "afforest", "shiloach-vishkin"},
          .summary = "Weakly connected components: which vertices hang together, directions ignored",
          .example = "atoll components friends.csv --output groups.tsv",
          .parameters = {},
          .columns = {"component"},
          .needs = needs,
          .kernel_needs = kernel_needs,
          .run = run,
          .prepare = prepare,
          .check = check,
          .estimate = estimate};
}

}  // namespace Atoll
