// SPDX-License-Identifier: Apache-2.0
// Core numbers: no vertex program but a kernel on one address space of any number of parts.
#include <algorithm>

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/kernels/cores/peeling.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice) { return {.both_ways = true, .shared = true}; }

// The innermost core and how many vertices are in it.
struct Innermost {
  std::uint64_t core = 0;
  std::uint64_t vertices = 0;
  void add(std::uint64_t number, std::uint64_t count) {
    if (number > core) core = number, vertices = 0;
    if (number == core) vertices += count;
  }
};

Answer run(const Layout& layout, const Parameters&, const RunChoice&, Crew& crew, const Watch& watch) {
  const Stopwatch clock;
  Array<std::uint32_t> core(layout.vertices);
  Answer answer;
  answer.statistics = kernels::peel(kernels::SharedGraph(layout, layout.any_view()), core, crew, watch);
  answer.statistics.seconds = clock.seconds();
  const auto innermost = reduce<Innermost>(
      core.size(), [&](Innermost& most, std::uint64_t v) { most.add(core[v], 1); },
      [](Innermost& most, const Innermost& other) { most.add(other.core, other.vertices); }, crew);
  answer.facts = {{"degeneracy", innermost.core}, {"innermost", innermost.vertices}};
  answer.columns.push_back({"core", std::move(core)});
  return answer;
}

certify::Verdict check(const Layout& layout, const Parameters&, Answer& answer, Crew& crew) {
  return and_as_told(certify::cores(layout, answer.as<Array<std::uint32_t>>("core"), crew),
                     [&] { return cores_as_told(answer, crew); });
}

// The answer, the neighbours left, the living twice, the front.
std::uint64_t estimate(std::uint64_t vertices, std::uint64_t, bool) { return vertices * 5 * 4; }

}  // namespace

Algorithm entries::cores() {
  return {.name = "cores",
          .aliases = {"kcore", "k-core"},
          .done_by = {"degeneracy", "peeling"},
          .summary = "Core numbers: the densest part of the graph that every vertex is still in, directions ignored",
          .example = "atoll cores friends.csv --output cores.tsv",
          .parameters = {},
          .columns = {"core"},
          .needs = needs,
          .run = run,
          .check = check,
          .estimate = estimate};
}

}  // namespace Atoll
