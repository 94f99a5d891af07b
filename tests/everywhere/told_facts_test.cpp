// SPDX-License-Identifier: Apache-2.0
// What is told beside the columns is proven with them, and a sum that 64 bits do not hold is told as near as it can be.
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <limits>
#include <set>
#include <string>
#include <type_traits>
#include <variant>

#include "tests/everywhere/one_part.hpp"
#include "tests/support/samples.hpp"

namespace Atoll::testing {
namespace {

// What no column tells, or what claims less: a larger residual.
const std::set<std::string> told_alone = {"iterations", "residual"};

void falsify(Fact& fact) {
  std::visit(
      [](auto& value) {
        using Value = std::remove_reference_t<decltype(value)>;
        if constexpr (std::is_same_v<Value, bool>) {
          value = !value;
        } else {
          value += std::is_same_v<Value, double> ? static_cast<Value>(1e-3 * (1 + static_cast<double>(value)))
                                                 : static_cast<Value>(1);
        }
      },
      fact.value);
}

TEST(Everywhere, certificates_prove_the_facts_told) {
  Crew& crew = crew_of(2);
  int refused = 0;
  for (const Algorithm& algorithm : catalog()) {
    for (const bool columns : {false, true}) {
      Parameters parameters = defaults(algorithm);
      for (const Parameter& parameter : algorithm.parameters)
        if (columns && !parameter.for_columns.empty()) parameters.set(parameter.name, parameter.for_columns);
      for (const Sample& sample : small_samples()) {
        if (sample.vertices == 0) continue;
        SCOPED_TRACE(algorithm.name + " of " + sample.name);
        const Prepared made = lay_out_on(as_given, algorithm, sample, crew);
        Answer answer = algorithm.run(made.layout, parameters, {}, crew, Watch());
        ASSERT_TRUE(algorithm.check(made.layout, parameters, answer, crew).ok);
        for (Fact& fact : answer.facts) {
          if (told_alone.contains(fact.name)) continue;
          const auto truth = fact.value;
          falsify(fact);
          EXPECT_FALSE(algorithm.check(made.layout, parameters, answer, crew).ok) << fact.name;
          if (std::holds_alternative<double>(truth)) {
            fact.value = std::numeric_limits<double>::infinity();
            EXPECT_FALSE(algorithm.check(made.layout, parameters, answer, crew).ok) << fact.name;
          }
          fact.value = truth;
          ++refused;
        }
      }
    }
  }
  EXPECT_GT(refused, 500);
}

// No answer has more iterations than are allowed, and one that did not converge has no fewer.
TEST(Everywhere, iterations_told_are_held_against_their_limit) {
  Crew& crew = crew_of(2);
  int unfinished = 0;
  for (const char* const name : {"pagerank", "communities"}) {
    for (const std::uint64_t limit : {1u, 100u}) {
      Parameters parameters = defaults(algorithm(name));
      parameters.set("iterations", limit);
      for (const Sample& sample : small_samples()) {
        if (sample.vertices == 0) continue;
        SCOPED_TRACE(fmt::format("{} of {}, {} iterations", name, sample.name, limit));
        const Prepared made = lay_out_on(as_given, algorithm(name), sample, crew);
        Answer answer = algorithm(name).run(made.layout, parameters, {}, crew, Watch());
        const bool converged = answer.fact<bool>("converged");
        const auto accepts = [&](std::uint64_t iterations) {
          std::ranges::find(answer.facts, "iterations", &Fact::name)->value = iterations;
          return algorithm(name).check(made.layout, parameters, answer, crew).ok;
        };
        EXPECT_TRUE(accepts(answer.fact<std::uint64_t>("iterations")));
        EXPECT_FALSE(accepts(limit + 1));
        EXPECT_EQ(accepts(limit - 1), converged);
        unfinished += converged ? 0 : 1;
      }
    }
  }
  EXPECT_GT(unfinished, 10);
}

TEST(Everywhere, a_residual_that_is_refused_is_told_by_its_digits) {
  Crew& crew = crew_of(2);
  const Algorithm& pagerank = algorithm("pagerank");
  const Sample path{.name = "path", .vertices = 5, .edges = {{0, 1}, {1, 2}, {2, 3}, {3, 4}}, .directed = false};
  const Prepared made = lay_out_on(as_given, pagerank, path, crew);
  Answer answer = pagerank.run(made.layout, defaults(pagerank), {}, crew, Watch());
  std::ranges::find(answer.facts, "residual", &Fact::name)->value = 0.0;
  const certify::Verdict verdict = pagerank.check(made.layout, defaults(pagerank), answer, crew);
  EXPECT_FALSE(verdict.ok);
  EXPECT_NE(verdict.reason.find("e-"), std::string::npos) << verdict.reason;
}

// A path of the heaviest arcs: the sum of distances grows with the square of its length.
TEST(Everywhere, sums_of_distances_may_be_beyond_64_bits) {
  constexpr std::uint64_t vertices = 150'000;
  constexpr std::int32_t weight = std::numeric_limits<std::int32_t>::max();
  std::vector<WeightedEdge> edges;
  for (std::uint64_t v = 0; v + 1 < vertices; ++v) edges.push_back({v, v + 1, weight});
  const Algorithm& sssp = algorithm("sssp");
  Crew& crew = crew_of(2);
  Graph graph = make_graph(vertices, edges, {.directed = true, .weights = WeightType::integer});
  const Layout layout = prepare(graph, sssp.needs(DirectionChoice::automatic), {.parts = 1}, crew, Watch());
  Answer answer = sssp.run(layout, defaults(sssp), {}, crew, Watch());
  EXPECT_TRUE(sssp.check(layout, defaults(sssp), answer, crew).ok);
  const double expected = double{weight} * (vertices - 1) * vertices / 2;
  ASSERT_GT(expected, 0x1p64);
  EXPECT_NEAR(answer.fact<double>("distance_sum"), expected, expected * 1e-12);
  EXPECT_EQ(answer.fact<std::uint64_t>("distance_max"), std::uint64_t{weight} * (vertices - 1));
}

}  // namespace
}  // namespace Atoll::testing
