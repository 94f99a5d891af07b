// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/classes.hpp"
#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/components/strong.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/timer.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice) { return {.push = true, .pull = true, .shared = true}; }

Answer run(const Layout& layout, const Parameters&, const RunChoice&, Crew& crew, const Watch& watch) {
  const Stopwatch clock;
  Answer answer;
  IdArray component(layout.vertices, layout.wide);
  const kernels::SharedGraph out(layout, *layout.push);
  const kernels::SharedGraph in(layout, *layout.pull);
  auto found = kernels::strong_components(out, in, kernels::RestRule::automatic, crew, watch);
  name_by_least(out, found.member, component, crew, watch);
  answer.statistics = std::move(found.statistics);
  answer.statistics.seconds = clock.seconds();
  state_classes(answer, "component", std::move(component), crew);
  return answer;
}

certify::Verdict check(const Layout& layout, const Parameters&, Answer& answer, Crew& crew) {
  return and_as_told(certify::strong_components(layout, answer.as<IdArray>("component"), crew),
                     [&] { return classes_as_told(answer, "component", crew); });
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t, bool wide) {
  // Member, set, number, groups twice, frames, stack; the list and three bitmaps of the searches are gone by then. Then
  // the names, the answer and the sizes of its classes.
  return vertices * (4 * 6 + 16 + 1) + vertices * (wide ? 8 : 4);
}

}  // namespace

Algorithm entries::strong_components() {
  return {.name = "strong-components",
          .aliases = {"scc"},
          .done_by = {"tarjan", "kosaraju"},
          .summary = "Strongly connected components: which vertices reach each other along arcs",
          .example = "atoll strong-components web.txt --output groups.tsv",
          .parameters = {},
          .columns = {"component"},
          .needs = needs,
          .run = run,
          .check = check,
          .estimate = estimate};
}

}  // namespace Atoll
