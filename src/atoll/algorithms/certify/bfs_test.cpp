// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;
using Levels = std::vector<std::uint32_t>;
using Parents = std::vector<std::uint64_t>;
using reference::no_level;
using reference::no_vertex;

// One graph and one source, and the three ways to ask.
struct Question {
  Question(Graph&& graph, std::uint64_t from, bool push = true) : source(from), at(std::move(graph), 3, push) {}

  std::string levels(const Levels& level) {
    return complaint(certify::bfs(at.layout, source, level, nullptr, at.crew));
  }
  std::string parents(const Parents& parent, bool wide = false) {
    const IdArray ids = id_array(parent, wide);
    return complaint(certify::bfs(at.layout, source, {}, &ids, at.crew));
  }
  std::string both(const Levels& level, const Parents& parent) {
    const IdArray ids = id_array(parent);
    return complaint(certify::bfs(at.layout, source, level, &ids, at.crew));
  }

  std::uint64_t source;
  LaidOut at;
};

TEST(BfsCertificate, AcceptsRightAnswers) {
  bool push = false;
  for (const Sample& sample : all_samples(test_seed())) {
    const Graph graph = sample.graph();
    for (const std::uint64_t source : sources_of(graph, test_seed())) {
      SCOPED_TRACE(sample.name + ", source " + std::to_string(source));
      const Levels level = reference::bfs_levels(graph, source);
      const Parents parent = reference::bfs_parents(graph, source);
      Question question(sample.graph(Weighing::none, push), source, push);
      EXPECT_EQ(question.levels(level), "");
      EXPECT_EQ(question.parents(parent, push), "");
      EXPECT_EQ(question.both(level, parent), "");
      push = !push;
    }
  }
}

TEST(BfsCertificate, CountsWhatIsToldAgain) {
  const Sample path{.name = "path", .vertices = 4, .edges = {{0, 1}, {1, 2}}};
  LaidOut at(path.graph());
  const Levels level{0, 1, 2, no_level};
  const IdArray parent = id_array({0, 0, 1, no_vertex});
  const auto asked = [&](std::span<const std::uint32_t> levels, const certify::SearchFacts& told) {
    return complaint(certify::bfs(at.layout, 0, levels, &parent, at.crew, told));
  };
  for (const std::span<const std::uint32_t> levels : {std::span<const std::uint32_t>(level), {}}) {
    EXPECT_EQ(asked(levels, {3, 2}), "");
    EXPECT_EQ(asked(levels, {4, 2}), "3 vertices are reached, but 4 told");
    EXPECT_EQ(asked(levels, {3, 3}), "2 is the depth, but 3 told");
  }
}

// Levels are unique, so whatever is written over one is wrong.
TEST(BfsCertificate, RejectsAnyOtherLevel) {
  Dice dice(1);
  for (const Sample& sample : some_samples()) {
    const Graph graph = sample.graph();
    for (const std::uint64_t source : sources_of(graph, test_seed())) {
      Levels level = reference::bfs_levels(graph, source);
      const Parents parent = reference::bfs_parents(graph, source);
      Question question(sample.graph(), source);
      for (int trial = 0; trial < 3; ++trial) {
        const std::uint64_t v = dice.below(graph.vertices);
        const std::uint32_t right = level[v];
        const auto drawn_level = static_cast<std::uint32_t>(dice.below(graph.vertices));
        for (const std::uint32_t wrong : {right + 1, right - 1, 0u, no_level, no_level - 1, drawn_level}) {
          if (wrong == right) continue;
          SCOPED_TRACE(fmt::format("{}, source {}, vertex {}, level {}", sample.name, source, v, wrong));
          level[v] = wrong;
          EXPECT_NE(question.levels(level), "");
          EXPECT_NE(question.both(level, parent), "");
        }
        level[v] = right;
      }
    }
  }
}

TEST(BfsCertificate, RejectsAnyParentThatIsNotANeighbourOneLevelUp) {
  Dice dice(2);
  for (const Sample& sample : some_samples()) {
    const Graph graph = sample.graph();
    for (const std::uint64_t source : sources_of(graph, test_seed())) {
      const Levels level = reference::bfs_levels(graph, source);
      Parents parent = reference::bfs_parents(graph, source);
      Question question(sample.graph(), source);
      for (int trial = 0; trial < 10; ++trial) {
        const std::uint64_t v = dice.below(graph.vertices);
        const std::uint64_t right = parent[v];
        const std::uint64_t wrong = trial == 0   ? v
                                    : trial == 1 ? graph.vertices
                                    : trial == 2 ? no_vertex
                                                 : dice.below(graph.vertices);
        if (wrong == right) continue;
        const bool tree = v != source && wrong < graph.vertices && level[v] != no_level && level[wrong] + 1 == level[v];
        const bool still_right = tree && has_arc(graph, wrong, v);
        SCOPED_TRACE(fmt::format("{}, source {}, vertex {}, parent {}", sample.name, source, v, wrong));
        parent[v] = wrong;
        EXPECT_EQ(question.both(level, parent) == "", still_right);
        EXPECT_EQ(question.parents(parent) == "", still_right);
        parent[v] = right;
      }
    }
  }
}

TEST(BfsCertificate, SaysWhichLevelIsWrong) {
  Question question(drawn("0>1 1>2 0>3 4>0"), 0);
  EXPECT_EQ(question.levels({0, 1, 2, 1, no_level}), "");
  EXPECT_EQ(question.levels({0, 1, 3, 1, no_level}), "vertex 2: level 3, but its neighbour 1 has level 1");
  EXPECT_EQ(question.levels({0, 1, 1, 1, no_level}), "vertex 2: level 1, but no arc comes from the level above");
  EXPECT_EQ(question.levels({0, 1, 2, no_level, no_level}), "vertex 3: no level, but its neighbour 0 has level 0");
  EXPECT_EQ(question.levels({0, 1, 2, 1, 1}), "vertex 4: level 1, but no arc comes from the level above");
  EXPECT_EQ(question.levels({0, 0, 1, 1, no_level}), "vertex 1: has level 0, but is not the source");
  EXPECT_EQ(question.levels({1, 2, 3, 2, 0}), "vertex 0: is the source, but has level 1");
  EXPECT_EQ(question.levels({0, 1, 2}), "3 levels for 5 vertices");
}

TEST(BfsCertificate, SaysWhichParentIsWrong) {
  Question question(drawn("0>1 1>2 0>3 3>1 4>0 5>6 6>5"), 0);
  const Levels level = {0, 1, 2, 1, no_level, no_level, no_level};
  const Parents parent = {0, 0, 1, 0, no_vertex, no_vertex, no_vertex};
  EXPECT_EQ(question.both(level, parent), "");
  const auto with = [&](std::uint64_t v, std::uint64_t p) {
    Parents changed = parent;
    changed[v] = p;
    return changed;
  };
  EXPECT_EQ(question.both(level, with(1, 3)), "vertex 1: level 1, but its parent 3 has level 1");
  EXPECT_EQ(question.parents(with(1, 3)), "vertex 1: level 2, but its neighbour 0 has level 0");
  EXPECT_EQ(question.both(level, with(2, 3)), "vertex 2: no arc comes from its parent 3");
  EXPECT_EQ(question.both(level, with(0, no_vertex)), "vertex 0: level 0, but no parent");
  EXPECT_EQ(question.both(level, with(0, 4)), "vertex 0: the source is not its own parent");
  EXPECT_EQ(question.both(level, with(4, 0)), "vertex 4: no level, but a parent");
  EXPECT_EQ(question.parents(with(0, no_vertex)), "vertex 0: the source is not its own parent");
  EXPECT_EQ(question.parents(with(4, 4)), "vertex 4: is its own parent");
  EXPECT_EQ(question.parents(with(4, 5)), "vertex 4: its parent 5 is not reached");
  EXPECT_EQ(question.parents(with(4, 7)), "vertex 4: its parent 7 is no vertex");
}

TEST(BfsCertificate, RejectsParentsThatComeRound) {
  Question question(drawn("0>1 1>2 2>3 3>1 3>4"), 0);
  EXPECT_EQ(question.parents({0, 0, 1, 2, 3}), "");
  EXPECT_NE(question.parents({0, 3, 1, 2, 3}), "");
  Question apart(drawn("0>1 2>3 3>2 3>4"), 0);
  EXPECT_EQ(apart.parents({0, 0, no_vertex, no_vertex, no_vertex}), "");
  EXPECT_NE(apart.parents({0, 0, 3, 2, no_vertex}), "");
  EXPECT_NE(apart.parents({0, 0, 3, 2, 3}), "");
}

TEST(BfsCertificate, FollowsALongPathOfParents) {
  const std::uint64_t n = 200'000;
  std::vector<WeightedEdge> edges;
  Parents parent(n, 0);
  for (std::uint64_t v = 1; v < n; ++v) {
    edges.push_back({n - v, v == n - 1 ? 0 : n - v - 1, 1});
    parent[n - v - 1] = n - v;
  }
  parent[n - 1] = n - 1;
  Question question(make_graph(n, edges, {}), n - 1);
  EXPECT_EQ(question.parents(parent), "");
}

TEST(BfsCertificate, NamesTheSameVertexWhateverTheThreads) {
  const Sample sample = random_samples(test_seed()).back();
  Graph graph = sample.graph();
  Levels level = reference::bfs_levels(graph, 0);
  for (std::uint32_t& l : level) l = l == no_level || l == 0 ? l : l + l % 2;
  LaidOut at(std::move(graph));
  const std::string reason = certify::bfs(at.layout, 0, level, nullptr, at.crew).reason;
  EXPECT_NE(reason, "");
  for (const int threads : {1, 2, 5}) {
    Crew crew = crew_of(threads);
    EXPECT_EQ(certify::bfs(at.layout, 0, level, nullptr, crew).reason, reason);
  }
}

TEST(BfsCertificate, RejectsAQuestionWithoutSense) {
  Question question(drawn("0-1"), 2);
  EXPECT_EQ(question.levels({0, 1}), "source 2 is no vertex");
  Question nothing(Graph(make_graph(0, {}, {})), 0);
  EXPECT_EQ(nothing.levels({}), "source 0 is no vertex");
}

}  // namespace
}  // namespace Atoll
