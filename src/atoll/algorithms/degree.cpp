// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/degree.hpp"

#include "atoll/algorithms/entries.hpp"
#include "atoll/algorithms/run_parameters.hpp"
#include "atoll/algorithms/told_facts.hpp"
#include "atoll/base/timer.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

Needs needs(DirectionChoice direction) {
  const bool pull = direction == DirectionChoice::pull;
  return {
      .push = !pull, .pull = pull, .programs = {{.shape = shape_of_program<Degree>(), .pushes = !pull, .pulls = pull}}};
}

std::uint64_t largest(const Array<std::uint64_t>& degrees, Crew& crew) {
  return most_over<std::uint64_t>(degrees.size(), [&](std::uint64_t v) { return degrees[v]; }, crew);
}

Answer run(const Layout& layout, const Parameters&, const RunChoice& choice, Crew& crew, const Watch& watch) {
  Array<std::uint64_t> in;
  Array<std::uint64_t> out;
  Answer answer;
  const auto take = [&](const DomainArray<Degree::Value>& values) {
    in = Array<std::uint64_t>(layout.vertices);
    out = Array<std::uint64_t>(layout.vertices);
    Stopwatch aggregation;
    collect(layout, values, crew, [&](std::uint64_t id, const Degree::Value& degree) {
      in[id] = degree.in;
      out[id] = degree.out;
    });
    answer.aggregation_seconds = aggregation.seconds();
  };
  const Execution execution = execution_of(choice, SteeringRule::push);
  answer.statistics = execute(Degree{}, layout, execution, crew, watch, take).statistics;
  answer.facts = {{"in_max", largest(in, crew)}, {"out_max", largest(out, crew)}};
  answer.columns.push_back({"in", std::move(in)});
  answer.columns.push_back({"out", std::move(out)});
  return answer;
}

certify::Verdict check(const Layout& layout, const Parameters&, Answer& answer, Crew& crew) {
  certify::Verdict verdict =
      certify::degrees(layout, answer.as<Array<std::uint64_t>>("in"), answer.as<Array<std::uint64_t>>("out"), crew);
  verdict = and_as_told(std::move(verdict), [&] { return largest_as_told(answer, "in", "in_max", crew); });
  return and_as_told(std::move(verdict), [&] { return largest_as_told(answer, "out", "out_max", crew); });
}

std::uint64_t estimate(std::uint64_t vertices, std::uint64_t ghosts, bool) {
  return vertices * (16 + 16 + 16) + ghosts * 24;
}

}  // namespace

Algorithm entries::degree() {
  return {.name = "degree",
          .summary = "In- and out-degree of every vertex",
          .example = "atoll degree links.txt.gz --output -",
          .parameters = {},
          .columns = {"in", "out"},
          .needs = needs,
          .run = run,
          .check = check,
          .estimate = estimate};
}

}  // namespace Atoll
