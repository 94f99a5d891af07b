// SPDX-License-Identifier: Apache-2.0
// A sample on one part, as it is and prepared, for the tests of specialised kernels: they stand beside the vertex programs
// and are asked through the catalog, as anybody asks.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

#include "tests/everywhere/everywhere.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {

struct Prepared {
  Layout layout;
  RunChoice choice;
};

inline Prepared one_part_of(const Algorithm& algorithm, const Sample& sample, bool prepared, Crew& crew,
                            Weighing weighing = Weighing::none) {
  Graph graph = sample.graph(weighing);
  Prepared made;
  made.layout =
      prepare(graph, algorithm.needs(DirectionChoice::automatic), {.parts = 1, .prepared = prepared}, crew, Watch());
  if (prepared && algorithm.prepare != nullptr) made.choice.prepared = algorithm.prepare(made.layout, crew);
  return made;
}

// check(sample, prepared, its layout and choice, crew) for each sample, as it is and prepared, on 1 and 4 threads.
template <class Check>
void on_one_part(const std::string& name, Check check) {
  const std::vector<Sample> samples = all_samples(test_seed());
  for (const Choice& choice : cells({static_cast<int>(samples.size()), 2, 2}, test_seed())) {
    const Sample& sample = samples[static_cast<std::size_t>(choice[0])];
    if (sample.vertices == 0) continue;
    const bool prepared = choice[1] == 1;
    const int threads = choice[2] == 1 ? 4 : 1;
    SCOPED_TRACE(sample.name + (prepared ? ", prepared, " : ", as given, ") + std::to_string(threads) +
                 " threads, seed " + std::to_string(test_seed()));
    Crew& crew = crew_of(threads);
    const Prepared made = one_part_of(algorithm(name), sample, prepared, crew);
    check(sample, prepared, made, crew);
    if (::testing::Test::HasFailure()) return;
  }
}

inline bool by_kernel(const Answer& answer) {
  const auto& steps = answer.statistics.supersteps;
  return !steps.empty() && steps.front().exchange == "kernel";
}

// As given, the least neighbour of the level before; prepared, one of them: the certificate tells.
inline void expect_parents(const Answer& answer, const Graph& graph, std::uint64_t source) {
  const auto expected = reference::bfs_parents(graph, source);
  const auto& parents = answer.as<IdArray>("parent");
  for (std::uint64_t v = 0; v < expected.size(); ++v) {
    const std::uint64_t parent = expected[v] == reference::no_vertex ? parents.none() : expected[v];
    ASSERT_EQ(parents[v], parent) << "vertex " << v << " from " << source;
  }
}

}  // namespace Atoll::testing
