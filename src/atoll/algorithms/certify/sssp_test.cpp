// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>

#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;
using reference::no_vertex;
using reference::Paths;
using Parents = std::vector<std::uint64_t>;

template <class Distance>
std::string asked(LaidOut& at, std::uint64_t source, const std::vector<Distance>& distance, const Parents& parent,
                  bool wide = false) {
  const certify::Distances distances = std::span<const Distance>(distance);
  const IdArray parents = id_array(parent, wide);
  return complaint(certify::sssp(at.layout, source, distances, &parents, at.crew));
}

// Without parents.
template <class Distance>
std::string asked_alone(LaidOut& at, std::uint64_t source, const std::vector<Distance>& distance) {
  return complaint(certify::sssp(at.layout, source, std::span<const Distance>(distance), nullptr, at.crew));
}

template <class Distance>
std::string asked(LaidOut& at, std::uint64_t source, const Paths<Distance>& paths, bool wide = false) {
  return asked(at, source, paths.distance, paths.parent, wide);
}

bool sums_integers(Weighing weighing) { return weighing != Weighing::reals && weighing != Weighing::absorbed; }

TEST(SsspCertificate, AcceptsRightAnswers) {
  bool push = false;
  for (const Sample& sample : all_samples(test_seed())) {
    for (const Weighing weighing : all_weighings) {
      const Graph graph = sample.graph(weighing);
      LaidOut at(sample.graph(weighing, push), 3, push);
      for (const std::uint64_t source : sources_of(graph, test_seed())) {
        SCOPED_TRACE(fmt::format("{}, {}, source {}", sample.name, name_of(weighing), source));
        const auto accept = [&](const auto& paths) {
          EXPECT_EQ(asked(at, source, paths, push), "");
          EXPECT_EQ(asked_alone(at, source, paths.distance), "");
        };
        accept(reference::float_paths(graph, source));
        if (sums_integers(weighing)) accept(reference::integer_paths(graph, source));
      }
      push = !push;
    }
  }
}

std::uint64_t step(std::uint64_t distance, bool up) { return up ? distance + 1 : distance - 1; }
float step(float distance, bool up) { return std::nextafter(distance, up ? INFINITY : -INFINITY); }

// Distances are unique, so whatever is written over one is wrong; not so a parent.
template <class Distance>
void reject_mutations(LaidOut& at, std::uint64_t source, Paths<Distance> paths, Distance none, Dice& dice) {
  const std::uint64_t n = at.layout.vertices;
  for (int trial = 0; trial < 3; ++trial) {
    const std::uint64_t v = dice.below(n);
    const Distance right = paths.distance[v];
    for (const Distance wrong :
         {step(right, true), step(right, false), none, Distance{0}, paths.distance[dice.below(n)]}) {
      if (wrong == right) continue;
      SCOPED_TRACE(fmt::format("vertex {}, distance {}", v, wrong));
      paths.distance[v] = wrong;
      EXPECT_NE(asked(at, source, paths), "");
      EXPECT_NE(asked_alone(at, source, paths.distance), "");
    }
    paths.distance[v] = right;
    const std::uint64_t parent = paths.parent[v];
    for (const std::uint64_t wrong : {v, n, no_vertex}) {
      if (wrong == parent) continue;
      SCOPED_TRACE(fmt::format("vertex {}, parent {}", v, wrong));
      paths.parent[v] = wrong;
      EXPECT_NE(asked(at, source, paths), "");
    }
    paths.parent[v] = parent;
  }
}

TEST(SsspCertificate, RejectsAnyOtherDistance) {
  Dice dice(3);
  for (const Sample& sample : some_samples()) {
    for (const Weighing weighing : all_weighings) {
      const Graph graph = sample.graph(weighing);
      LaidOut at(sample.graph(weighing));
      for (const std::uint64_t source : sources_of(graph, test_seed())) {
        SCOPED_TRACE(fmt::format("{}, {}, source {}", sample.name, name_of(weighing), source));
        reject_mutations(at, source, reference::float_paths(graph, source), std::numeric_limits<float>::infinity(),
                         dice);
        if (!sums_integers(weighing)) continue;
        reject_mutations(at, source, reference::integer_paths(graph, source), reference::no_distance, dice);
      }
    }
  }
}

TEST(SsspCertificate, RejectsAParentWithoutATightArc) {
  Dice dice(4);
  for (const Sample& sample : random_samples(test_seed())) {
    const Graph graph = sample.graph(Weighing::large);
    LaidOut at(sample.graph(Weighing::large));
    const std::uint64_t source = sources_of(graph, test_seed())[0];
    Paths<std::uint64_t> paths = reference::integer_paths(graph, source);
    for (int trial = 0; trial < 20; ++trial) {
      const std::uint64_t v = dice.below(graph.vertices);
      const std::uint64_t wrong = dice.below(graph.vertices);
      const std::uint64_t right = paths.parent[v];
      if (wrong == right || has_arc(graph, wrong, v)) continue;
      SCOPED_TRACE(fmt::format("{}, vertex {}, parent {}", sample.name, v, wrong));
      paths.parent[v] = wrong;
      EXPECT_NE(asked(at, source, paths), "");
      paths.parent[v] = right;
    }
  }
}

TEST(SsspCertificate, SaysWhatIsWrong) {
  using D = std::vector<std::uint64_t>;
  const std::uint64_t far = reference::no_distance;
  LaidOut at(drawn("0>1:4 0>2:1 2>1:2 1>3:5 0>3:9 4>0:1"));
  const Parents parent = {0, 2, 0, 1, no_vertex};
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, 8, far}, parent), "");
  EXPECT_EQ(asked(at, 0, D{0, 4, 1, 9, far}, {0, 0, 0, 1, no_vertex}),
            "vertex 1: distance 4, but the arc from 2 of weight 2 starts at distance 1");
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, 7, far}, parent), "vertex 3: distance 7, but no arc from its parent 1 gives it");
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, 8, far}, {0, 2, 0, 0, no_vertex}),
            "vertex 3: distance 8, but no arc from its parent 0 gives it");
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, 8, far}, {0, 2, 0, 2, no_vertex}),
            "vertex 3: distance 8, but no arc from its parent 2 gives it");
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, far, far}, {0, 2, 0, no_vertex, no_vertex}),
            "vertex 3: no distance, but the arc from 0 of weight 9 starts at distance 0");
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, 8, 2}, parent), "vertex 4: distance 2, but no parent");
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, 8, far}, {0, 2, 0, 1, 0}), "vertex 4: no distance, but a parent");
  EXPECT_EQ(asked(at, 0, D{1, 4, 2, 9, far}, parent), "vertex 0: is the source, but has distance 1");
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, 8}, parent), "4 distances for 5 vertices");
  EXPECT_EQ(asked(at, 0, D{0, 3, 1, 8, far}, {0, 2, 0, 1}), "4 parents for 5 vertices");
  EXPECT_EQ(asked(at, 5, D{0, 3, 1, 8, far}, parent), "source 5 is no vertex");
}

TEST(SsspCertificate, FindsTheWaysWithoutParents) {
  using D = std::vector<std::uint64_t>;
  const std::uint64_t far = reference::no_distance;
  LaidOut at(drawn("0>1:4 1>2:0 2>3:0 3>1:0 5>6:0 6>5:0"));
  EXPECT_EQ(asked_alone(at, 0, D{0, 4, 4, 4, far, far, far}), "");
  EXPECT_EQ(asked_alone(at, 0, D{0, 3, 3, 3, far, far, far}),
            "vertex 1: distance 3, but no way from the source gives it");
  EXPECT_EQ(asked_alone(at, 0, D{0, 4, 4, 4, far, 7, 7}), "vertex 5: distance 7, but no way from the source gives it");
  EXPECT_EQ(asked_alone(at, 0, D{0, 4, 4, far, far, far, far}),
            "vertex 3: no distance, but the arc from 2 of weight 0 starts at distance 4");
}

TEST(SsspCertificate, RejectsACycleOfZeroWeights) {
  using D = std::vector<std::uint64_t>;
  LaidOut at(drawn("0>1:5 1>2:0 2>1:0 2>3:0 0>3:5"));
  EXPECT_EQ(asked(at, 0, D{0, 5, 5, 5}, {0, 0, 1, 2}), "");
  EXPECT_EQ(asked(at, 0, D{0, 5, 5, 5}, {0, 0, 1, 0}), "");
  EXPECT_EQ(asked(at, 0, D{0, 5, 5, 5}, {0, 2, 1, 0}),
            "vertex 1: its parents, or those of a vertex below it, come round in a cycle");
  EXPECT_EQ(asked(at, 0, D{0, 5, 5, 5}, {0, 2, 1, 2}),
            "vertex 1: its parents, or those of a vertex below it, come round in a cycle");
}

TEST(SsspCertificate, RejectsACycleOfWeightsThatAFloatAbsorbs) {
  using D = std::vector<float>;
  LaidOut at(drawn("0>1:100000000.0 1>2:1.0 2>3:1.0 3>1:1.0"));
  EXPECT_EQ(asked(at, 0, D{0, 1e8f, 1e8f, 1e8f}, {0, 0, 1, 2}), "");
  EXPECT_NE(asked(at, 0, D{0, 1e8f, 1e8f, 1e8f}, {0, 3, 1, 2}), "");
}

// An unreached cycle of zeros could hold any distance by tight arcs alone.
TEST(SsspCertificate, RejectsACycleThatReachesItself) {
  using D = std::vector<std::uint64_t>;
  LaidOut at(drawn("0>1:5 2>3:0 3>2:0"));
  EXPECT_EQ(asked(at, 0, D{0, 5, reference::no_distance, reference::no_distance}, {0, 0, no_vertex, no_vertex}), "");
  EXPECT_NE(asked(at, 0, D{0, 5, 7, 7}, {0, 0, 3, 2}), "");
}

TEST(SsspCertificate, RejectsWeightsBelowZero) {
  LaidOut integers(drawn("0>1:5 1>2:-2"));
  EXPECT_EQ(asked(integers, 0, std::vector<std::uint64_t>{0, 5, 3}, {0, 0, 1}),
            "vertex 2: the arc from 1 of weight -2 is negative or not a number");
  LaidOut reals(drawn("0>1:5.0 1>2:-2.0"));
  EXPECT_NE(asked(reals, 0, std::vector<float>{0, 5, 3}, {0, 0, 1}), "");
}

TEST(SsspCertificate, RejectsDistancesThatAreNoNumbers) {
  LaidOut at(drawn("0>1:5.0 1>2:2.0"));
  EXPECT_NE(asked(at, 0, std::vector<float>{0, NAN, 7}, {0, 0, 1}), "");
  EXPECT_NE(asked(at, 0, std::vector<float>{NAN, 5, 7}, {0, 0, 1}), "");
  EXPECT_NE(asked(at, 0, std::vector<float>{0, 5, NAN}, {0, 0, 1}), "");
  EXPECT_NE(asked(at, 0, std::vector<float>{0, 5, -7}, {0, 0, 1}), "");
  EXPECT_EQ(asked(at, 0, std::vector<std::uint64_t>{0, 5, 7}, {0, 0, 1}), "integer distances over real weights");
}

}  // namespace
}  // namespace Atoll
