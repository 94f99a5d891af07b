// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

std::string asked(LaidOut& at, const reference::Triangles& answer) {
  return complaint(certify::triangles(
      at.layout, {.triangles = answer.count, .of_vertex = answer.of_vertex, .clustering = answer.clustering}, at.crew));
}

TEST(TrianglesCertificate, AcceptsRightAnswers) {
  bool push = false;
  for (const Sample& sample : all_samples(test_seed())) {
    SCOPED_TRACE(sample.name);
    const reference::Triangles answer = reference::triangles(sample.graph());
    LaidOut at(sample.graph(Weighing::none, push), 3, push);
    EXPECT_EQ(asked(at, answer), "");
    EXPECT_EQ(complaint(certify::triangles(at.layout, {.triangles = answer.count}, at.crew)), "");
    push = !push;
  }
}

TEST(TrianglesCertificate, RejectsAnyOtherCount) {
  Dice dice(9);
  for (const Sample& sample : some_samples()) {
    if (sample.vertices == 0) continue;
    SCOPED_TRACE(sample.name);
    LaidOut at(sample.graph());
    const reference::Triangles right = reference::triangles(sample.graph());
    for (const std::uint64_t off : {std::uint64_t{1}, ~std::uint64_t{0}}) {
      reference::Triangles wrong = right;
      wrong.count += off;
      EXPECT_NE(asked(at, wrong), "");
      EXPECT_NE(complaint(certify::triangles(at.layout, {.triangles = wrong.count}, at.crew)), "");
      wrong = right;
      wrong.of_vertex[dice.below(sample.vertices)] += off;
      EXPECT_NE(asked(at, wrong), "");
    }
    for (const double clustering : {-0.5, 2.0, std::nan("")}) {
      reference::Triangles wrong = right;
      wrong.clustering[dice.below(sample.vertices)] = clustering;
      EXPECT_NE(asked(at, wrong), "");
    }
  }
}

// The sum stays, so only the counts of the vertices can tell.
TEST(TrianglesCertificate, RejectsTrianglesOfAnotherVertex) {
  LaidOut at(drawn("0-1 1-2 2-0 2-3"));
  reference::Triangles answer{1, {1, 1, 1, 0}, {1, 1, 1.0 / 3, 0}};
  EXPECT_EQ(asked(at, answer), "");
  std::swap(answer.of_vertex[2], answer.of_vertex[3]);
  EXPECT_EQ(asked(at, answer), "vertex 2: in 0 triangles, but there are 1 with it");
}

TEST(TrianglesCertificate, IgnoresDirectionsLoopsAndRepetitions) {
  LaidOut at(drawn("0>1 0>1 1>0 1>2 0>2 2>2 2>3"));
  EXPECT_EQ(asked(at, {1, {1, 1, 1, 0}, {1, 1, 1.0 / 3, 0}}), "");
}

TEST(TrianglesCertificate, SaysWhatIsWrong) {
  LaidOut at(drawn("0-1 1-2 2-0 2-3"));
  EXPECT_EQ(asked(at, {2, {1, 1, 1, 0}, {1, 1, 1.0 / 3, 0}}), "2 triangles, but there are 1");
  EXPECT_EQ(asked(at, {1, {1, 1, 1, 0}, {1, 1, 0.5, 0}}),
            "vertex 2: clustering 0.5, but 1 of the pairs of its 3 neighbours are neighbours");
  EXPECT_EQ(asked(at, {1, {1, 1, 1}, {}}), "3 values for 4 vertices");
  EXPECT_EQ(asked(at, {1, {}, {1, 1}}), "2 values for 4 vertices");
}

// The share of the pairs of a hub of many neighbours is tiny, and so is what a wrong one is off.
TEST(TrianglesCertificate, tiny_shares_are_told_apart) {
  constexpr std::uint64_t leaves = 1500;
  Sample star{.name = "star and an edge", .vertices = leaves + 1, .directed = false};
  for (std::uint64_t leaf = 1; leaf <= leaves; ++leaf) star.edges.emplace_back(0, leaf);
  star.edges.emplace_back(1, 2);
  LaidOut at(star.graph());
  const double pairs = leaves * (leaves - 1) / 2.0;
  const double transitivity = 3 / (pairs + 2);
  std::vector<double> clustering(leaves + 1);
  clustering[0] = 1 / pairs;
  clustering[1] = clustering[2] = 1;
  const auto accepts = [&](double told) {
    return certify::triangles(at.layout, {.triangles = 1, .clustering = clustering, .transitivity = told}, at.crew).ok;
  };
  EXPECT_TRUE(accepts(transitivity));
  EXPECT_FALSE(accepts(transitivity * (1 + 1e-4)));
  for (const double wrong : {clustering[0] * (1 + 1e-6), 0.0}) {
    const double right = std::exchange(clustering[0], wrong);
    EXPECT_FALSE(accepts(transitivity));
    clustering[0] = right;
  }
  clustering[3] = 1e-13;
  EXPECT_FALSE(accepts(transitivity));
}

TEST(TrianglesCertificate, a_row_at_a_time_can_be_stopped) {
  LaidOut at(drawn("0-1 1-2 2-0"));
  expect_stopped([&](Crew& crew) { return certify::triangles(at.layout, {.triangles = 1}, crew); });
}

}  // namespace
}  // namespace Atoll
