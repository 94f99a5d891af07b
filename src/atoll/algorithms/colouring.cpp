// SPDX-License-Identifier: Apache-2.0
// Greedy colouring: no vertex program but a kernel on one address space of any number of parts.
#include "atoll/algorithms/kernels/communities/colouring.hpp"

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/base/timer.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice) { return {.both_ways = true, .shared = true}; }

Answer run(const Layout& layout, const Parameters&, const RunChoice&, Crew& crew, const Watch& watch) {
  const Stopwatch clock;
  Array<std::uint32_t> colour(layout.vertices);
  const kernels::SharedGraph graph(layout, layout.any_view());
  kernels::Colouring colouring(graph, crew, watch);
  graph.for_users(crew, watch, [&](std::uint32_t slot, std::uint64_t v) { colour[v] = colouring[slot]; });
  Answer answer;
  answer.statistics = colouring.take_statistics();
  answer.statistics.seconds = clock.seconds();
  answer.facts = {{"colours", std::uint64_t{colouring.colours()}}};
  answer.columns.push_back({"colour", std::move(colour)});
  return answer;
}

certify::Verdict check(const Layout& layout, const Parameters&, Answer& answer, Crew& crew) {
  return certify::colouring(layout, answer.as<Array<std::uint32_t>>("colour"), crew,
                            answer.fact<std::uint64_t>("colours"));
}

// The answer, the order, the colours by slot; and hashes, few.
std::uint64_t estimate(std::uint64_t vertices, std::uint64_t, bool) { return vertices * (3 * 4 + 1); }

}  // namespace

Algorithm entries::colouring() {
  return {.name = "colouring",
          .aliases = {"coloring", "color"},
          .summary = "Greedy vertex colouring: few colours so that no arc joins two of the same, directions ignored",
          .example = "atoll colouring conflicts.csv --output slots.tsv",
          .parameters = {},
          .columns = {"colour"},
          .needs = needs,
          .run = run,
          .check = check,
          .estimate = estimate};
}

}  // namespace Atoll
