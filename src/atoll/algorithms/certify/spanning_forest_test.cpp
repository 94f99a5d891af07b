// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

// A graph whose arcs go both ways, and a forest of it in the weights' type.
struct ForestQuestion {
  explicit ForestQuestion(Graph&& graph, bool push = true)
      : real(graph.weights.type == WeightType::real), at(std::move(graph), 3, push) {}

  std::string asked(const reference::Forest& forest, bool wide = false) {
    const IdArray parent = id_array(forest.parent, wide);
    std::vector<std::int32_t> whole;
    std::vector<float> reals;
    for (const double weight : forest.weight) {
      if (real) {
        reals.push_back(static_cast<float>(weight));
      } else {
        whole.push_back(static_cast<std::int32_t>(weight));
      }
    }
    if (real) return complaint(certify::spanning_forest(at.layout, parent, std::span<const float>(reals), at.crew));
    return complaint(certify::spanning_forest(at.layout, parent, std::span<const std::int32_t>(whole), at.crew));
  }

  bool real;
  LaidOut at;
};

std::vector<Sample> undirected(std::vector<Sample> samples) {
  std::erase_if(samples, [](const Sample& sample) { return sample.directed; });
  return samples;
}

TEST(SpanningForestCertificate, AcceptsRightAnswers) {
  bool push = false;
  for (const Sample& sample : undirected(all_samples(test_seed()))) {
    for (const Weighing weighing : all_weighings) {
      SCOPED_TRACE(sample.name + ", " + name_of(weighing));
      const Graph graph = sample.graph(weighing);
      ForestQuestion question(sample.graph(weighing, push), push);
      EXPECT_EQ(question.asked(reference::spanning_forest(graph), push), "");
      push = !push;
    }
  }
}

TEST(SpanningForestCertificate, CountsTreesAgain) {
  LaidOut at(Sample{.name = "path", .vertices = 4, .edges = {{0, 1}, {1, 2}}, .directed = false}.graph());
  const IdArray parent = id_array({0, 0, 1, 3});
  const std::vector<std::int32_t> weight{0, 1, 1, 0};
  const auto asked = [&](std::uint64_t trees) {
    return complaint(certify::spanning_forest(at.layout, parent, std::span(weight), at.crew, trees));
  };
  EXPECT_EQ(asked(2), "");
  EXPECT_EQ(asked(1), "2 trees, but 1 told");
}

// Whatever is written over a parent breaks a rule, for the root of a tree is fixed and it has no edge to spare: only
// with equal weights another parent may do.
TEST(SpanningForestCertificate, RejectsAnotherParentOrWeight) {
  Dice dice(31);
  for (const Sample& sample : undirected(some_samples())) {
    if (sample.vertices == 0) continue;
    ForestQuestion question(sample.graph(Weighing::reals));
    const auto right = reference::spanning_forest(sample.graph(Weighing::reals));
    for (int trial = 0; trial < 10; ++trial) {
      const std::uint64_t v = dice.below(sample.vertices);
      SCOPED_TRACE(fmt::format("{}, vertex {}", sample.name, v));
      for (const std::uint64_t wrong : {v, dice.below(sample.vertices), sample.vertices, reference::no_vertex}) {
        if (wrong == right.parent[v]) continue;
        auto broken = right;
        broken.parent[v] = wrong;
        EXPECT_NE(question.asked(broken), "") << "parent " << wrong;
      }
      auto broken = right;
      broken.weight[v] += 0.5;
      EXPECT_NE(question.asked(broken), "");
    }
  }
}

TEST(SpanningForestCertificate, SaysWhatIsWrong) {
  ForestQuestion question(drawn("0-1:1 1-2:2 0-2:3 3-4:-5", {.vertices = 6}));
  EXPECT_EQ(question.asked({{0, 0, 1, 3, 3, 5}, {0, 1, 2, 0, -5, 0}}), "");
  EXPECT_EQ(question.asked({{0, 0, 1, 3, 3}, {0, 1, 2, 0, -5}}), "5 weights for 6 vertices");
  EXPECT_EQ(question.asked({{0, 0, 1, 3, 3, 6}, {0, 1, 2, 0, -5, 0}}), "vertex 5: its parent 6 is no vertex");
  EXPECT_EQ(question.asked({{0, 0, 1, 4, 3, 5}, {0, 1, 2, -5, -5, 0}}),
            "vertex 3: its parents, or those of a vertex below it, come round in a cycle");
  EXPECT_EQ(question.asked({{0, 0, 1, 3, 3, 5}, {0, 1, 2, 7, -5, 0}}), "vertex 3: is a root, but has weight 7");
  EXPECT_EQ(question.asked({{0, 0, 1, 3, 3, 5}, {0, 1, 3, 0, -5, 0}}), "vertex 2: no edge to its parent 1 weighs 3");
  EXPECT_EQ(question.asked({{0, 0, 1, 4, 4, 5}, {0, 1, 2, -5, 0, 0}}), "vertex 3: the root 4 of its tree is greater");
  EXPECT_EQ(question.asked({{0, 0, 1, 3, 4, 5}, {0, 1, 2, 0, 0, 0}}),
            "vertex 3: is in the tree of 3, but its neighbour 4 is in that of 4");
  EXPECT_EQ(question.asked({{0, 0, 0, 3, 3, 5}, {0, 1, 3, 0, -5, 0}}),
            "vertex 1: its edge to 2 weighs 2, less than one of 3 on the way between them in the tree");
}

// Trees as deep as they get: the way between two vertices of a path is long, that of their joins is not.
TEST(SpanningForestCertificate, FindsALighterEdgeOnLongWays) {
  const std::uint64_t n = 4000;
  std::vector<WeightedEdge> edges;
  reference::Forest path{std::vector<std::uint64_t>(n), std::vector<double>(n)};
  for (std::uint64_t v = 1; v < n; ++v) {
    const double weight = v == n / 2 ? 5000 : static_cast<double>(v * 7919 % 4001);
    edges.push_back({v - 1, v, weight});
    path.parent[v] = v - 1;
    path.weight[v] = weight;
  }
  edges.push_back({0, n - 1, 5000});
  ForestQuestion even(make_graph(n, edges, {.directed = false, .weights = WeightType::integer}));
  EXPECT_EQ(even.asked(path), "");
  edges.back().weight = 4999;
  ForestQuestion odd(make_graph(n, edges, {.directed = false, .weights = WeightType::integer}));
  EXPECT_EQ(odd.asked(path),
            "vertex 0: its edge to 3999 weighs 4999, less than one of 5000 on the way between them in the tree");
}

}  // namespace
}  // namespace Atoll
