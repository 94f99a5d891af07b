// SPDX-License-Identifier: Apache-2.0
// A sample as specialised kernels walk it, for their tests: they stand beside the vertex programs and are asked through the
// catalog, as anybody asks.
#pragma once

#include <gtest/gtest.h>
#include <iterator>
#include <string>
#include <variant>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

#include "tests/everywhere/everywhere.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

struct Prepared {
  Layout layout;
  RunChoice choice;
};

// What kernels walk: one part as it is given or prepared, or several that were joined, in the order of each partition.
struct Ground {
  const char* name;
  PartitionChoice choice;
  bool joined = false;
};
inline const Ground as_given{.name = "as given", .choice = {.parts = 1}};
inline const Ground prepared_ground{.name = "prepared", .choice = {.parts = 1, .prepared = true}};
inline const Ground grounds[] = {
    as_given,
    prepared_ground,
    {.name = "random parts joined", .choice = {.strategy = "random", .parts = 3}, .joined = true},
    {.name = "hybrid parts joined", .choice = {.strategy = "hybrid", .parts = 5}, .joined = true},
    {.name = "contiguous parts joined", .choice = {.parts = 2}, .joined = true}};

inline Prepared lay_out_on(const Ground& ground, const Algorithm& algorithm, const Sample& sample, Crew& crew,
                           Weighing weighing = Weighing::none) {
  Graph graph = sample.graph(weighing);
  Needs needs = algorithm.needs(DirectionChoice::automatic);
  needs.joined = ground.joined;
  Prepared made;
  made.layout = prepare(graph, needs, ground.choice, crew, Watch());
  if (ground.choice.prepared && algorithm.prepare != nullptr)
    made.choice.prepared = algorithm.prepare(made.layout, defaults(algorithm), crew);
  return made;
}

inline Prepared one_part_of(const Algorithm& algorithm, const Sample& sample, bool prepared, Crew& crew) {
  return lay_out_on(prepared ? prepared_ground : as_given, algorithm, sample, crew);
}

// check(sample, its layout and choice, crew) for each sample on each ground, by 1 and 4 threads.
template <class Check>
void on_one_part(const std::string& name, Check check) {
  const std::vector<Sample> samples = all_samples(test_seed());
  const std::vector<int> levels = {static_cast<int>(samples.size()), static_cast<int>(std::size(grounds)), 2};
  for (const Choice& choice : cells(levels, test_seed())) {
    const Sample& sample = samples[static_cast<std::size_t>(choice[0])];
    if (sample.vertices == 0) continue;
    const Ground& ground = grounds[choice[1]];
    const int threads = choice[2] == 1 ? 4 : 1;
    if (threads < fewest_threads) continue;
    SCOPED_TRACE(sample.name + ", " + ground.name + ", " + std::to_string(threads) + " threads, seed " +
                 std::to_string(test_seed()));
    Crew& crew = crew_of(threads, 1);
    const Prepared made = lay_out_on(ground, algorithm(name), sample, crew);
    check(sample, made, crew);
    if (::testing::Test::HasFailure()) return;
  }
}

inline bool by_kernel(const Answer& answer) {
  const auto& steps = answer.statistics.supersteps;
  return !steps.empty() && steps.front().exchange == "kernel";
}

inline void expect_levels(const Answer& answer, const std::vector<std::uint32_t>& expected) {
  const auto& levels = answer.as<Array<std::uint32_t>>("level");
  for (std::uint64_t v = 0; v < expected.size(); ++v) ASSERT_EQ(levels[v], expected[v]) << "vertex " << v;
}

// In double, whatever they were computed with.
inline std::vector<double> ranks_of(const Answer& answer) {
  const auto& column = answer.column("rank").values;
  if (const auto* const floats = std::get_if<Array<float>>(&column)) return {floats->begin(), floats->end()};
  const auto& doubles = std::get<Array<double>>(column);
  return {doubles.begin(), doubles.end()};
}

// In the user's order, the least neighbour of the level before; in another, one of them: the certificate tells.
inline void expect_parents(const Answer& answer, const Graph& graph, std::uint64_t source) {
  const auto expected = reference::bfs_parents(graph, source);
  const auto& parents = answer.as<IdArray>("parent");
  for (std::uint64_t v = 0; v < expected.size(); ++v) {
    const std::uint64_t parent = expected[v] == reference::no_vertex ? parents.none() : expected[v];
    ASSERT_EQ(parents[v], parent) << "vertex " << v << " from " << source;
  }
}

}  // namespace Atoll::testing
