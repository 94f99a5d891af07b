// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;
using Colours = std::vector<std::uint32_t>;

std::string asked(LaidOutShared& at, const Colours& colour) {
  return complaint(certify::colouring(at.layout, colour, at.crew));
}

// Vertex by vertex in their order.
Colours greedy(const Graph& graph) {
  Colours colour(graph.vertices, ~0u);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    Colours taken;
    for (std::uint64_t u = 0; u < v; ++u) {
      if (has_arc(graph, u, v) || has_arc(graph, v, u)) taken.push_back(colour[u]);
    }
    colour[v] = 0;
    while (std::ranges::find(taken, colour[v]) != taken.end()) ++colour[v];
  }
  return colour;
}

TEST(ColouringCertificate, AcceptsGreedyColours) {
  for (const Sample& sample : small_samples()) {
    SCOPED_TRACE(sample.name);
    LaidOutShared at(sample.graph());
    EXPECT_EQ(asked(at, greedy(sample.graph())), "");
  }
}

// Another colour is that of a neighbour, or leaves a gap, or takes from others what they need: never all three right.
TEST(ColouringCertificate, AgreesWithThePlainRules) {
  Dice dice(32);
  int refused = 0;
  for (const Sample& sample : small_samples()) {
    if (sample.vertices == 0) continue;
    LaidOutShared at(sample.graph());
    Colours colour = greedy(sample.graph());
    for (int trial = 0; trial < 10; ++trial) {
      const std::uint64_t v = dice.below(sample.vertices);
      const std::uint32_t right = colour[v];
      for (const std::uint32_t other : {right + 1, right - 1, 0u, ~0u, colour[dice.below(sample.vertices)]}) {
        SCOPED_TRACE(fmt::format("{}, vertex {}, colour {}", sample.name, v, other));
        colour[v] = other;
        const bool good = reference::is_greedy_colouring(sample.graph(), colour);
        EXPECT_EQ(asked(at, colour).empty(), good);
        refused += good ? 0 : 1;
      }
      colour[v] = right;
    }
  }
  EXPECT_GT(refused, 100);
}

TEST(ColouringCertificate, CountsColoursAgain) {
  LaidOutShared at(Sample{.name = "path", .vertices = 4, .edges = {{0, 1}, {1, 2}}}.graph());
  const Colours colour{0, 1, 0, 0};
  EXPECT_TRUE(certify::colouring(at.layout, colour, at.crew, 2).ok);
  EXPECT_EQ(complaint(certify::colouring(at.layout, colour, at.crew, 3)), "2 colours, but 3 told");
}

TEST(ColouringCertificate, SaysWhatIsWrong) {
  LaidOutShared at(drawn("0>1 2>1 2>3 3>3 4"));
  EXPECT_EQ(asked(at, {0, 1, 0, 1, 0}), "");
  EXPECT_EQ(asked(at, {1, 0, 1, 0, 0}), "");
  EXPECT_EQ(asked(at, {0, 0, 1, 0, 0}), "vertex 0: colour 0, and so has its neighbour 1");
  EXPECT_EQ(asked(at, {0, 2, 0, 1, 0}), "vertex 1: colour 2, but no neighbour has colour 1");
  EXPECT_EQ(asked(at, {0, 1, 0, 1, 1}), "vertex 4: colour 1, but it has only 0 arcs");
  EXPECT_EQ(asked(at, {0, 1, 0, 1}), "4 colours for 5 vertices");
}

}  // namespace
}  // namespace Atoll
