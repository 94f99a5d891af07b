// SPDX-License-Identifier: Apache-2.0
// A graph that comes with its arcs turned round, or with rows in an order of its own, as files keep them: every
// algorithm of the catalog gives the answers that it gives on the plain graph.
#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/graph/transform/transform.hpp"

#include "tests/everywhere/everywhere.hpp"

namespace Atoll::testing {
namespace {

struct Coming {
  bool inverse = false;
  bool ordered = false;
};

Graph coming(Graph graph, const Coming& how, Crew& crew) {
  if (how.ordered) transform::order_by_degree(graph, crew, Watch());
  if (how.inverse && graph.directed) graph.in = transform::inverse_of(graph, graph.weighted(), crew, Watch());
  return graph;
}

template <class Values>
void expect_same_values(const Values& values, const Values& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::uint64_t v = 0; v < expected.size(); ++v) ASSERT_EQ(values[v], expected[v]) << "vertex " << v;
}

void expect_same(const Answer& answer, const Answer& expected) {
  ASSERT_EQ(answer.columns.size(), expected.columns.size());
  for (std::size_t c = 0; c < expected.columns.size(); ++c) {
    SCOPED_TRACE(expected.columns[c].name);
    std::visit(
        [&](const auto& values) {
          expect_same_values(values, std::get<std::decay_t<decltype(values)>>(expected.columns[c].values));
        },
        answer.columns[c].values);
    if (::testing::Test::HasFailure()) return;
  }
  ASSERT_EQ(answer.facts.size(), expected.facts.size());
  for (std::size_t f = 0; f < expected.facts.size(); ++f)
    EXPECT_EQ(answer.facts[f].value, expected.facts[f].value) << expected.facts[f].name;
}

class PreparedGraph {
 public:
  PreparedGraph(const Algorithm& algorithm, const Sample& sample, Weighing weighing, bool wide)
      : algorithm_(algorithm), sample_(sample), weighing_(weighing), wide_(wide) {}

  void expect_answers(int parts, int threads) {
    Crew& crew = crew_of(threads);
    const Answer expected = answer(coming(sample_.graph(weighing_, wide_), {}, crew), {.parts = parts}, crew);
    for (const Coming& how :
         {Coming{.inverse = true}, Coming{.ordered = true}, Coming{.inverse = true, .ordered = true}}) {
      SCOPED_TRACE(std::string(how.inverse ? "inverse " : "") + (how.ordered ? "ordered" : ""));
      expect_same(answer(coming(sample_.graph(weighing_, wide_), how, crew), {.parts = parts}, crew), expected);
      if (parts == 1) answer(coming(sample_.graph(weighing_, wide_), how, crew), {.parts = 1, .prepared = true}, crew);
      if (::testing::Test::HasFailure()) return;
    }
  }

  // Parts that nobody asks to be in an order of their own stay in the user's.
  void expect_one_of_joined_parts(int parts, int threads) {
    Crew& crew = crew_of(threads, 1);
    const Answer expected = answer(sample_.graph(weighing_, wide_), {.parts = 1}, crew);
    expect_same(answer(sample_.graph(weighing_, wide_), {.parts = parts}, crew, true), expected);
  }

 private:
  // Which the certificate accepts.
  Answer answer(Graph graph, const PartitionChoice& choice, Crew& crew, bool joined = false) {
    Needs needs = algorithm_.needs(DirectionChoice::automatic);
    needs.joined = joined;
    const Layout layout = prepare(graph, needs, choice, crew, Watch());
    EXPECT_FALSE(graph.order);
    EXPECT_FALSE(graph.in);
    RunChoice run;
    if (choice.prepared && algorithm_.prepare != nullptr)
      run.prepared = algorithm_.prepare(layout, defaults(algorithm_), crew);
    Answer found = algorithm_.run(layout, defaults(algorithm_), run, crew, Watch());
    const certify::Verdict verdict = algorithm_.check(layout, defaults(algorithm_), found, crew);
    EXPECT_TRUE(verdict.ok) << verdict.reason;
    return found;
  }

  const Algorithm& algorithm_;
  const Sample& sample_;
  Weighing weighing_;
  bool wide_;
};

// The only graph that an algorithm of the catalog refuses here is one without a vertex to start from.
bool refused(const Sample& sample, const Algorithm& algorithm) {
  const auto is_source = [](const Parameter& parameter) { return parameter.name == "source"; };
  return sample.vertices == 0 && std::ranges::any_of(algorithm.parameters, is_source);
}

TEST(PreparedGraph, gives_the_answers_of_the_plain_one) {
  const Shapes shapes(small_samples());
  const auto algorithms = static_cast<int>(catalog().size());
  for (const Choice& choice : cells({shapes.count(), 2, algorithms, 2, 2, 2}, test_seed())) {
    const Sample& sample = shapes.sample(choice[0], choice[1]);
    const Algorithm& algorithm = catalog()[static_cast<std::size_t>(choice[2])];
    if (refused(sample, algorithm)) continue;
    const Weighing weighing = choice[3] == 1 ? Weighing::integers : Weighing::none;
    const bool wide = choice[4] == 1;
    const int parts = choice[5] == 1 ? 4 : 1;
    SCOPED_TRACE(sample.name + ", " + algorithm.name + ", " + name_of(weighing) + (wide ? ", 64 bits, " : ", ") +
                 std::to_string(parts) + " parts, seed " + std::to_string(test_seed()));
    PreparedGraph(algorithm, sample, weighing, wide).expect_answers(parts, wide ? 1 : 4);
    if (::testing::Test::HasFailure()) return;
  }
}

// A layout that was prepared for shortest paths, with weights of a byte, serves who reads weights along rows.
TEST(PreparedGraph, serves_forests_and_communities_too) {
  Crew& crew = crew_of(2);
  for (const Sample& sample : small_samples()) {
    Graph graph = sample.graph(Weighing::integers);
    Needs needs = algorithm("sssp").needs(DirectionChoice::automatic);
    needs.both_ways = true;
    const Layout layout = prepare(graph, needs, {.parts = 1, .prepared = true}, crew, Watch());
    for (const char* const name : {"spanning-forest", "communities"}) {
      SCOPED_TRACE(sample.name + ", " + name);
      const Algorithm& by_weight = algorithm(name);
      Answer answer = by_weight.run(layout, defaults(by_weight), {}, crew, Watch());
      const certify::Verdict verdict = by_weight.check(layout, defaults(by_weight), answer, crew);
      ASSERT_TRUE(verdict.ok) << verdict.reason;
    }
  }
}

TEST(JoinedParts, give_the_answers_of_one) {
  for (const Sample& sample : small_samples()) {
    for (const Algorithm& algorithm : catalog()) {
      if (refused(sample, algorithm)) continue;
      for (const Weighing weighing : {Weighing::none, Weighing::integers}) {
        SCOPED_TRACE(sample.name + ", " + algorithm.name + ", " + name_of(weighing));
        PreparedGraph(algorithm, sample, weighing, false).expect_one_of_joined_parts(3, 2);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(PreparedGraph, gives_the_answers_of_the_plain_one_also_where_it_is_large) {
  for (const Sample& sample : random_samples(test_seed())) {
    for (const char* const name : {"bfs", "pagerank", "components"}) {
      SCOPED_TRACE(sample.name + ", " + name + ", seed " + std::to_string(test_seed()));
      PreparedGraph(algorithm(name), sample, Weighing::none, false).expect_answers(1, 4);
      if (::testing::Test::HasFailure()) return;
    }
  }
}

}  // namespace
}  // namespace Atoll::testing
