// SPDX-License-Identifier: Apache-2.0
// Where algorithms run that are no vertex programs: every sample, in every weighing asked for, laid out as their entry
// needs it, on one part and several, by one thread and several, as given and prepared, with both widths of ids.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

#include "tests/everywhere/everywhere.hpp"
#include "tests/support/samples.hpp"

namespace Atoll::testing {

// check(graph, its layout, crew), until the first failure. Without weighings the samples have no weights.
template <class Check>
void on_shared_layouts(const Algorithm& entry, std::vector<Weighing> weighings, const Check& check) {
  struct Ground {
    int parts;
    int threads;
    bool wide;
    bool prepared;
  };
  constexpr Ground grounds[] = {{1, 1, false, false}, {1, 4, true, false}, {1, 4, false, true}, {4, 1, true, false},
                                {4, 4, false, false}, {4, 7, true, false}, {1, 1, true, true}};
  if (weighings.empty()) weighings = {Weighing::none};
  for (const Sample& sample : all_samples(test_seed())) {
    for (const Weighing weighing : weighings) {
      for (const Ground& ground : grounds) {
        SCOPED_TRACE(fmt::format("{}, {} weights, {} parts, {} threads, {}-bit ids{}, seed {}", sample.name,
                                 name_of(weighing), ground.parts, ground.threads, ground.wide ? 64 : 32,
                                 ground.prepared ? ", prepared" : "", test_seed()));
        Crew& crew = crew_of(ground.threads);
        const Graph graph = sample.graph(weighing, ground.wide);
        Graph given = sample.graph(weighing, ground.wide);
        const PartitionChoice choice{.parts = ground.parts, .prepared = ground.prepared};
        const Layout layout = prepare(given, entry.needs(DirectionChoice::automatic), choice, crew, Watch());
        check(graph, layout, crew);
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

}  // namespace Atoll::testing
