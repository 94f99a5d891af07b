// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/components.hpp"

#include <algorithm>
#include <atomic>

#include "atoll/algorithms/columns.hpp"
#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/linking.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice direction) {
  const bool pull = direction == DirectionChoice::pull;
  return {.push = !pull, .pull = pull, .both_ways = true};
}

struct Sizes {
  std::uint64_t count = 0;
  std::uint64_t largest = 0;
};

Sizes sizes_of(const IdArray& component, Crew& crew) {
  Array<std::uint64_t> sizes(component.size());
  crew.for_chunks(component.size(), elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end;) {  // neighbours in number often hang together: one atomic for all of them
      const std::uint64_t least = component[v];
      const std::uint64_t first = v;
      while (v < end && component[v] == least) ++v;
      std::atomic_ref(sizes[least]).fetch_add(v - first, std::memory_order_relaxed);
    }
  });
  const auto add = [&](Sizes& sum, std::uint64_t v) {
    sum.count += sizes[v] != 0 ? 1u : 0u;
    sum.largest = std::max(sum.largest, sizes[v]);
  };
  const auto join = [](Sizes& sum, const Sizes& other) {
    sum.count += other.count;
    sum.largest = std::max(sum.largest, other.largest);
  };
  return reduce<Sizes>(component.size(), add, join, crew);
}

void state_facts(Answer& answer, IdArray component, Crew& crew) {
  const Sizes sizes = sizes_of(component, crew);
  answer.facts = {{"count", sizes.count}, {"largest", sizes.largest}};
  answer.columns.push_back({"component", std::move(component)});
}

bool by_kernel(const Layout& layout, const RunChoice& choice) {
  return kernels::may_walk(layout, choice) && layout.push && !layout.directed;
}

Answer label_by_kernel(const Layout& layout, Crew& crew, const Watch& watch) {
  const Stopwatch clock;
  IdArray component(layout.vertices, false, Contents::whatever);
  Answer answer;
  answer.statistics = kernels::link(kernels::one_part(layout), component.narrow(), crew, watch);
  answer.statistics.seconds = clock.seconds();
  state_facts(answer, std::move(component), crew);
  return answer;
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
  state_facts(answer, std::move(component), crew);
  return answer;
}

Answer run(const Layout& layout, const Parameters&, const RunChoice& choice, Crew& crew, const Watch& watch) {
  if (by_kernel(layout, choice)) return label_by_kernel(layout, crew, watch);
  return layout.wide ? label<std::uint64_t>(layout, choice, crew, watch)
                     : label<std::uint32_t>(layout, choice, crew, watch);
}

certify::Verdict check(const Layout& layout, const Parameters&, Answer& answer, Crew& crew) {
  return certify::components(layout, answer.as<IdArray>("component"), crew);
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
