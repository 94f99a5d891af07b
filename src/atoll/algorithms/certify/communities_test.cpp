// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/certify/testing.hpp"
#include "atoll/base/memory.hpp"

namespace Atoll {
namespace {

using namespace testing;
using Labels = std::vector<std::uint64_t>;

std::string asked(LaidOutShared& at, const Labels& community, const certify::CommunityFacts& facts) {
  return complaint(certify::communities(at.layout, id_array(community), facts, at.crew));
}

std::string asked(LaidOutShared& at, const Graph& graph, const Labels& community, bool converged = true) {
  return asked(at, community, {.converged = converged, .modularity = reference::modularity(graph, community)});
}

// One community per component is stable, and so is one per vertex where nobody has arcs.
TEST(CommunitiesCertificate, AcceptsComponents) {
  for (const Sample& sample : all_samples(test_seed())) {
    for (const Weighing weighing : {Weighing::none, Weighing::integers, Weighing::reals}) {
      SCOPED_TRACE(sample.name + ", " + name_of(weighing));
      LaidOutShared at(sample.graph(weighing));
      EXPECT_EQ(asked(at, sample.graph(weighing), reference::components(sample.graph())), "");
    }
  }
}

// Vertices that go over to a neighbour's community: refused where that is not stable, and only there.
TEST(CommunitiesCertificate, AgreesWithThePlainVotes) {
  Dice dice(33);
  int refused = 0;
  for (const Sample& sample : some_samples()) {
    if (sample.vertices == 0) continue;
    const Graph graph = sample.graph(Weighing::integers);
    LaidOutShared at(sample.graph(Weighing::integers));
    const Labels whole = reference::components(graph);
    for (int trial = 0; trial < 5; ++trial) {
      Labels cut = whole;
      const std::uint64_t pivot = dice.below(sample.vertices);
      std::uint64_t least = pivot;
      for (std::uint64_t v = pivot; v < sample.vertices; ++v) {
        if (whole[v] == whole[pivot] && whole[v] != v) cut[v] = least;
      }
      if (whole[pivot] == pivot) continue;
      SCOPED_TRACE(fmt::format("{}, cut at {}", sample.name, pivot));
      const bool stable = reference::dissenters(graph, cut).empty();
      EXPECT_EQ(asked(at, graph, cut).empty(), stable);
      EXPECT_EQ(asked(at, graph, cut, false), "");
      refused += stable ? 0 : 1;
    }
  }
  EXPECT_GT(refused, 20);
}

TEST(CommunitiesCertificate, SaysWhatIsWrong) {
  const auto graph = [] { return drawn("0-1 1-2 2-0 2-3 3-4 4-5 5-3 6"); };
  LaidOutShared at(graph());
  EXPECT_EQ(asked(at, graph(), {0, 0, 0, 3, 3, 3, 6}), "");
  EXPECT_EQ(asked(at, graph(), {0, 0, 3, 3, 3, 3, 6}), "vertex 2: its community 3 is no vertex up to itself");
  EXPECT_EQ(asked(at, graph(), {0, 0, 2, 2, 2, 2, 6}),
            "vertex 2: is in community 2 by 1 votes, but has 2 for community 0");
  EXPECT_EQ(asked(at, graph(), {0, 0, 1, 3, 3, 3, 6}), "vertex 2: its community 1 lies itself in community 0");
  EXPECT_EQ(asked(at, graph(), {0, 0, 0, 3, 3, 3, 0}), "vertex 6: is in community 0, but no path joins them");
  EXPECT_EQ(asked(at, graph(), {0, 0, 0, 3, 3, 3}), "6 labels for 7 vertices");
}

TEST(CommunitiesCertificate, ChecksTheModularity) {
  LaidOutShared at(drawn("0-1 2-3"));
  EXPECT_EQ(asked(at, {0, 0, 2, 2}, {.converged = true, .modularity = 0.5}), "");
  EXPECT_EQ(asked(at, {0, 0, 2, 2}, {.converged = true, .modularity = 0.25}),
            "modularity 0.25, but that of the communities is 0.5");
  // By NetworkX: two triangles joined by an edge, 5/14.
  LaidOutShared triangles(drawn("0-1 1-2 2-0 2-3 3-4 4-5 5-3"));
  EXPECT_EQ(asked(triangles, {0, 0, 0, 3, 3, 3}, {.converged = true, .modularity = 5.0 / 14}), "");
}

TEST(CommunitiesCertificate, CountsWeightAsVotes) {
  const auto graph = [] { return drawn("0-1:1 1-2:5 2-3:1 0-2:2"); };
  LaidOutShared at(graph());
  EXPECT_EQ(asked(at, graph(), {0, 0, 0, 0}), "");
  EXPECT_EQ(asked(at, graph(), {0, 1, 1, 1}), "vertex 0: is in community 0 by 0 votes, but has 3 for community 1");
  EXPECT_EQ(asked(at, graph(), {0, 0, 0, 3}), "vertex 3: is in community 3 by 0 votes, but has 1 for community 0");
}

// What the votes of a long row take is on the ledger: here two vertices have all arcs.
TEST(CommunitiesCertificate, counts_the_memory_of_votes) {
  constexpr std::uint64_t arcs = 100'000;
  Sample sample{.name = "parallel edges", .vertices = 2, .directed = false};
  for (std::uint64_t e = 0; e < arcs; ++e) sample.edges.emplace_back(0, 1);
  LaidOutShared at(sample.graph());
  const memory::PeakFromHere stretch;
  const std::uint64_t before = memory::current_bytes();
  EXPECT_EQ(asked(at, Labels{0, 0}, {.converged = true, .modularity = 0}), "");
  EXPECT_GE(memory::peak_bytes(), before + arcs * sizeof(std::uint64_t));
}

}  // namespace
}  // namespace Atoll
