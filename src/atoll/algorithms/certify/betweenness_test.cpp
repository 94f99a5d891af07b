// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;
using Scores = std::vector<double>;
using Roots = std::vector<std::uint64_t>;

// In one address space, as the algorithm asks for.
struct Shared {
  explicit Shared(Graph&& graph, int parts = 3) : crew(crew_of(3)) {
    layout = prepare(graph, {.push = true, .shared = true}, {.parts = parts}, crew, Watch());
  }
  std::string asked(const Scores& scores, const Roots& roots, const certify::BetweennessScale& scale = {}) {
    const IdArray ids = id_array(roots);
    return complaint(certify::betweenness(layout, scores, {ids, scale}, crew));
  }

  Crew crew;
  Layout layout;
};

Roots some_roots(const Sample& sample) { return sources_of(sample.graph(), test_seed()); }

TEST(BetweennessCertificate, AcceptsRightAnswers) {
  for (const Sample& sample : all_samples(test_seed())) {
    if (sample.vertices == 0) continue;
    SCOPED_TRACE(sample.name);
    Shared at(sample.graph());
    const Roots roots = some_roots(sample);
    Scores scores = reference::dependencies(sample.graph(), roots);
    EXPECT_EQ(at.asked(scores, roots), "");
    for (double& score : scores) score *= 3;
    EXPECT_EQ(at.asked(scores, roots, {.root = 3, .other = 3}), "");
  }
}

TEST(BetweennessCertificate, ScalesRootsApart) {
  Shared at(drawn("0-1 1-2 2-3"));
  EXPECT_EQ(at.asked({0, 2 * 2, 1 * 3, 0}, {0, 2}, {.root = 3, .other = 2}),
            "vertex 1: score 4, but the shortest "
            "paths from the roots say 6");
  EXPECT_EQ(at.asked({0, 3 * 2, 1 * 3, 0}, {0, 2}, {.root = 3, .other = 2}), "");
  EXPECT_EQ(at.asked({0, 2 * 2, 1 * 2, 0}, {0}, {.root = 0, .other = 2}), "");
  EXPECT_NE(at.asked({1, 2 * 2, 1 * 2, 0}, {0}, {.root = 0, .other = 2}), "");
}

TEST(BetweennessCertificate, RejectsAnyOtherScore) {
  Dice dice(11);
  for (const Sample& sample : some_samples()) {
    if (sample.vertices == 0) continue;
    Shared at(sample.graph());
    const Roots roots = some_roots(sample);
    Scores scores = reference::dependencies(sample.graph(), roots);
    for (int trial = 0; trial < 10; ++trial) {
      const std::uint64_t v = dice.below(sample.vertices);
      const double right = scores[v];
      for (const double wrong : {right + 1e-6 * (1 + right), right == 0 ? 0.5 : -right, right * 2 + 1, std::nan(""),
                                 std::numeric_limits<double>::infinity()}) {
        SCOPED_TRACE(fmt::format("{}, vertex {}, score {}", sample.name, v, wrong));
        scores[v] = wrong;
        EXPECT_TRUE(at.asked(scores, roots).starts_with(fmt::format("vertex {}: ", v)));
      }
      scores[v] = right;
    }
  }
}

TEST(BetweennessCertificate, RejectsScoresFromOtherRoots) {
  Shared at(drawn("0-1 1-2 2-3"));
  const Scores from_first = {0, 2, 1, 0};
  EXPECT_EQ(at.asked(from_first, {0}), "");
  EXPECT_NE(at.asked(from_first, {3}), "");
  EXPECT_NE(at.asked(from_first, {0, 3}), "");
  EXPECT_NE(at.asked({0, 2, 1}, {0}), "");
}

TEST(BetweennessCertificate, CountsParallelArcsOnce) {
  Shared at(drawn("0>1 0>1 0>2 1>3 2>3 3>3"));
  EXPECT_EQ(at.asked({0, 0.5, 0.5, 0}, {0}), "");
  EXPECT_NE(at.asked({0, 2.0 / 3, 1.0 / 3, 0}, {0}), "");
}

}  // namespace
}  // namespace Atoll
