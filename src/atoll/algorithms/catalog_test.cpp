// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/catalog.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <string>

#include "atoll/graph/generate/generate.hpp"

namespace Atoll {
namespace {

std::string refusal(const char* name, const std::vector<std::pair<std::string, ParameterValue>>& values) {
  Parameters parameters = defaults(algorithm(name));
  for (const auto& [parameter, value] : values) parameters.set(parameter, value);
  try {
    parameters.check();
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
}

TEST(Parameters, are_in_their_ranges) {
  EXPECT_EQ(refusal("pagerank", {{"damping", 0.0}, {"iterations", std::uint64_t{1}}, {"tolerance", 0.0}}), "");
  EXPECT_EQ(
      refusal("pagerank", {{"damping", 1.0}}),
      "--damping: 1 will not do (probability to follow an arc); give a number from 0 to below 1, as in --damping 0.85");
  EXPECT_EQ(refusal("pagerank", {{"iterations", std::uint64_t{0}}}),
            "--iterations: 0 will not do (stop after this many rounds); give a whole number from 1 on, as in "
            "--iterations 100");
  for (const double bad : {-0.5, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()})
    EXPECT_NE(refusal("pagerank", {{"tolerance", bad}}), "") << bad;
}

TEST(Parameters, stand_instead_of_each_other) {
  const ParameterValue roots = std::vector<std::uint64_t>{3};
  EXPECT_EQ(refusal("betweenness", {{"roots", roots}}), "");
  EXPECT_EQ(refusal("betweenness", {{"samples", std::uint64_t{3}}}), "");
  EXPECT_EQ(refusal("betweenness", {{"roots", roots}, {"samples", std::uint64_t{3}}}),
            "--roots and --samples: the one stands instead of the other; leave one of them out");
}

TEST(Catalog, declares_what_there_is) {
  for (const Algorithm& entry : catalog()) {
    SCOPED_TRACE(entry.name);
    EXPECT_EQ(refusal(entry.name.c_str(), {}), "");
    for (const Parameter& parameter : entry.parameters) {
      const auto is_called = [&](const Parameter& other) { return other.name == parameter.instead_of; };
      EXPECT_TRUE(parameter.instead_of.empty() || std::ranges::any_of(entry.parameters, is_called));
      if (parameter.for_columns.empty()) continue;
      Parameters chosen = defaults(entry);
      EXPECT_TRUE(entry.columns_of(chosen).empty());
      chosen.set(parameter.name, parameter.for_columns);
      EXPECT_FALSE(entry.columns_of(chosen).empty());
    }
    if (entry.columns_of == nullptr) continue;
    for (const std::string& column : entry.columns_of(defaults(entry)))
      EXPECT_NE(std::ranges::find(entry.columns, column), entry.columns.end());
  }
}

// Four parts of a graph that has some vertices without arcs.
struct JoinedQuestion {
  std::string name = "bfs";
  RunChoice run = {};
  PartitionChoice choice = {.parts = 4};
  std::string machine = "1x2";
};

Graph drawn_for_joining() {
  Crew crew(synthetic_machine("1x2"), {.threads = 2});
  return generate::draw(generate::Kronecker{.scale = 7, .degree = 4}, {}, crew, Watch());
}

bool are_joined(const JoinedQuestion& question) {
  Crew crew(synthetic_machine(question.machine), {.threads = 2});
  Graph graph = drawn_for_joining();
  const Needs needs = needs_of(algorithm(question.name), question.run, question.choice, graph, crew);
  const Layout layout = prepare(graph, needs, question.choice, crew, Watch());
  EXPECT_EQ(layout.partition.parts(), question.choice.parts);
  EXPECT_EQ(layout.parts(), needs.joined ? 1 : question.choice.parts);
  return needs.joined && question.choice.parts > 1;
}

TEST(Needs, JoinPartsOfOneDomainForWhoRunsNoProgram) {
  for (const char* name : {"bfs", "sssp", "pagerank", "components", "triangles", "cores", "betweenness"})
    EXPECT_TRUE(are_joined({.name = name})) << name;
  EXPECT_FALSE(are_joined({.name = "degree"}));
  EXPECT_FALSE(are_joined({.run = {.plain = true}}));
  EXPECT_FALSE(are_joined({.run = {.counted = true}}));
  EXPECT_FALSE(are_joined({.run = {.direction = DirectionChoice::push}}));
  EXPECT_FALSE(are_joined({.choice = {.parts = 4, .exchange = ExchangeKind::zero_box}}));
  EXPECT_FALSE(are_joined({.choice = {.parts = 4, .placement = Placement::interleave}}));
  EXPECT_FALSE(are_joined({.choice = {.parts = 1}}));
  EXPECT_FALSE(are_joined({.machine = "2x1"}));
  EXPECT_FALSE(are_joined({.name = "triangles", .machine = "2x1"}));
}

TEST(Needs, LeaveJoinedPartsWhatTheyAre) {
  Crew crew(synthetic_machine("1x2"), {.threads = 2});
  const Graph kept = drawn_for_joining();
  for (const char* strategy : {"", "random", "degree", "hybrid", "contiguous-vertices"}) {
    SCOPED_TRACE(strategy);
    const PartitionChoice choice{.strategy = strategy, .parts = 5, .seed = 7};
    Graph graph = drawn_for_joining();
    const Layout layout = prepare(graph, {.push = true, .joined = true}, choice, crew, Watch());
    const std::string named = *strategy == 0 ? "contiguous" : strategy;
    const Partition expected = partition::named(named, kept, 5, 7, crew);
    EXPECT_EQ(layout.partition.strategy, named);
    EXPECT_EQ(layout.partition.first, expected.first);
    for (std::uint64_t v = 0; v < kept.vertices; ++v) {
      EXPECT_EQ(layout.partition.internal_of[v], expected.internal_of[v]);
      EXPECT_EQ(layout.place_of(v).part, 0);
      EXPECT_EQ(layout.place_of(v).local, expected.internal_of[v]);
    }
    const Quality found = quality(layout, crew);
    const Quality wanted = quality(kept, expected, crew);
    EXPECT_EQ(found.vertices, wanted.vertices);
    EXPECT_EQ(found.arcs, wanted.arcs);
    EXPECT_EQ(found.remote_arcs, wanted.remote_arcs);
    for (std::size_t part = 0; part < wanted.ghosts.size(); ++part)
      EXPECT_TRUE(std::ranges::equal(found.ghosts[part], wanted.ghosts[part]));
  }
}

}  // namespace
}  // namespace Atoll
