// SPDX-License-Identifier: Apache-2.0
// A mesh that --prepare puts into an order in which neighbours are near: the answers are those of the mesh as it is given.
#include <cmath>
#include <gtest/gtest.h>
#include <string>
#include <type_traits>
#include <variant>

#include "tests/everywhere/mesh.hpp"
#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

// With a path beside it, and vertices without arcs before and behind that.
Sample mesh_with_others() {
  Sample sample = mesh(false);
  sample.vertices += 100;
  for (std::uint64_t v = sample.vertices - 90; v + 10 < sample.vertices; ++v) sample.edges.emplace_back(v, v + 1);
  return sample;
}

// Whatever has one answer only: of several parents any is right.
void expect_the_answer(const Answer& answer, const Answer& expected) {
  ASSERT_EQ(answer.columns.size(), expected.columns.size());
  for (std::size_t c = 0; c < expected.columns.size(); ++c) {
    if (expected.columns[c].name == "parent") continue;
    SCOPED_TRACE(expected.columns[c].name);
    std::visit(
        [&](const auto& values) {
          const auto& found = std::get<std::decay_t<decltype(values)>>(answer.columns[c].values);
          ASSERT_EQ(found.size(), values.size());
          for (std::uint64_t v = 0; v < values.size(); ++v) {
            if constexpr (std::is_floating_point_v<std::decay_t<decltype(values[v])>>) {
              ASSERT_NEAR(found[v], values[v], 1e-6 * std::abs(values[v]) + 1e-9) << "vertex " << v;
            } else {
              ASSERT_EQ(found[v], values[v]) << "vertex " << v;
            }
          }
        },
        expected.columns[c].values);
  }
}

TEST(NearOrder, gives_the_answers_of_the_plain_one) {
  const Sample sample = mesh_with_others();
  for (const std::string name : {"bfs", "sssp", "pagerank", "components", "betweenness", "triangles", "cores"}) {
    const Algorithm& algorithm = Atoll::algorithm(name);
    Parameters parameters = defaults(algorithm);
    if (name == "betweenness") parameters.set("samples", std::uint64_t{3});
    if (name == "pagerank") parameters.set("tolerance", 1e-9);
    const Prepared plain = one_part_of(algorithm, sample, false, crew_of(2));
    const Answer expected = algorithm.run(plain.layout, parameters, plain.choice, crew_of(2), Watch());
    for (const int threads : {1, 3}) {
      SCOPED_TRACE(name + ", " + std::to_string(threads) + " threads");
      Crew& crew = crew_of(threads);
      const Prepared made = one_part_of(algorithm, sample, true, crew);
      EXPECT_EQ(made.layout.partition.strategy, "near");
      Answer answer = algorithm.run(made.layout, parameters, made.choice, crew, Watch());
      const certify::Verdict verdict = algorithm.check(made.layout, parameters, answer, crew);
      EXPECT_TRUE(verdict.ok) << verdict.reason;
      expect_the_answer(answer, expected);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace Atoll::testing
