// SPDX-License-Identifier: Apache-2.0
// Betweenness of a sample, wherever it lies, and what it should be.
#pragma once

#include <cstdint>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "atoll/algorithms/betweenness.hpp"
#include "atoll/algorithms/catalog.hpp"

#include "tests/everywhere/everywhere.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

using Scores = std::vector<double>;
using Roots = std::vector<std::uint64_t>;

struct Setting {
  int parts = 1;
  int threads = 1;
  bool wide = false;
  bool prepared = false;
  DirectionChoice direction = DirectionChoice::automatic;

  std::string name() const {
    return std::to_string(parts) + " parts, " + std::to_string(threads) + " threads" + (wide ? ", wide" : "") +
           (prepared ? ", prepared" : "") + ", direction " + std::to_string(static_cast<int>(direction));
  }
};

inline Layout layout_at(const Setting& where, const Sample& sample, Weighing weighing = Weighing::none) {
  Graph graph = sample.graph(weighing, where.wide);
  return prepare(graph, algorithm("betweenness").needs(where.direction),
                 {.parts = where.parts, .prepared = where.prepared}, crew_of(where.threads), Watch());
}

inline Scores scores_of(const Answer& answer) {
  const auto& scores = answer.as<Array<double>>("betweenness");
  return {scores.begin(), scores.end()};
}

// The answer is right by its certificate too; what is prepared serves a second run as well.
inline Scores scores_at(const Setting& where, const Sample& sample, const Parameters& parameters) {
  const Algorithm& entry = algorithm("betweenness");
  const Layout layout = layout_at(where, sample);
  Crew& crew = crew_of(where.threads);
  RunChoice choice{.direction = where.direction};
  if (where.prepared) choice.prepared = entry.prepare(layout, parameters, crew);
  Answer answer = entry.run(layout, parameters, choice, crew, Watch());
  const certify::Verdict verdict = entry.check(layout, parameters, answer, crew);
  EXPECT_TRUE(verdict.ok) << verdict.reason;
  if (where.prepared) {
    EXPECT_EQ(scores_of(answer), scores_of(entry.run(layout, parameters, choice, crew, Watch())));
  }
  return scores_of(answer);
}

inline Parameters from(const Roots& roots, const char* normalised = "no") {
  Parameters parameters = defaults(algorithm("betweenness"));
  parameters.set("roots", roots);
  parameters.set("normalised", normalised);
  return parameters;
}

inline Scores expected_from(const Sample& sample, const Roots& roots) {
  Scores scores = reference::dependencies(sample.graph(), roots);
  const certify::BetweennessScale scale = betweenness_scale(
      {.vertices = sample.vertices, .roots = roots.size(), .directed = sample.directed, .normalised = false});
  for (double& score : scores) score *= scale.other;
  for (const std::uint64_t root : roots) scores[root] *= scale.root / scale.other;
  return scores;
}

inline void expect_close(const Scores& found, const Scores& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::uint64_t v = 0; v < expected.size(); ++v)
    ASSERT_NEAR(found[v], expected[v], 1e-10 * (1 + expected[v])) << "vertex " << v;
}

// What all threads find together of each root (kernels/betweenness/joint_search.hpp) is right, and to the bit the same in any parts, by
// any threads.
void expect_from_joint_roots(const Sample& sample, const std::vector<std::uint32_t>& roots);

}  // namespace Atoll::testing
