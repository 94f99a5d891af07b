// SPDX-License-Identifier: Apache-2.0
// Where an algorithm on one address space must give its answer: every sample, as given and prepared, on one part and on
// four, by one thread and by several, with ids of both widths. All of it through the catalog.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <iterator>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

#include "tests/everywhere/everywhere.hpp"

namespace Atoll::testing {

struct SharedPlace {
  Sample sample;
  Weighing weighing = Weighing::none;
  Graph graph;  // the sample, weighed
  Layout layout;
  Crew* crew = nullptr;
  bool first_of_sample = false;  // of its weighing, too
};

// check(place) for each, until the first failure.
template <class Check>
void on_shared(const Algorithm& algorithm, const std::vector<Weighing>& weighings, Check check) {
  struct Ground {
    int parts;
    int threads;
    bool wide;
    bool prepared;
  };
  constexpr Ground grounds[] = {{1, 1, false, false}, {1, 4, true, false}, {1, 4, false, true}, {4, 1, true, false},
                                {4, 4, false, false}, {4, 7, true, false}, {1, 7, true, true}};
  for (const Sample& sample : all_samples(test_seed())) {
    for (const Weighing weighing : weighings) {
      for (const Ground& ground : grounds) {
        SCOPED_TRACE(fmt::format("{}, {} weights, {} parts, {} threads, {}-bit ids{}, seed {}", sample.name,
                                 name_of(weighing), ground.parts, ground.threads, ground.wide ? 64 : 32,
                                 ground.prepared ? ", prepared" : "", test_seed()));
        Crew& crew = crew_of(ground.threads);
        Graph graph = sample.graph(weighing, ground.wide);
        Layout layout = prepare(graph, algorithm.needs(DirectionChoice::automatic),
                                {.parts = ground.parts, .prepared = ground.prepared}, crew, Watch());
        check(SharedPlace{.sample = sample,
                          .weighing = weighing,
                          .graph = sample.graph(weighing),
                          .layout = std::move(layout),
                          .crew = &crew,
                          .first_of_sample = &ground == std::begin(grounds)});
        if (::testing::Test::HasFailure()) return;
      }
    }
  }
}

template <class Values>
auto vector_of(const Values& values) {
  std::vector<std::decay_t<decltype(values[0])>> copy;
  for (std::uint64_t v = 0; v < values.size(); ++v) copy.push_back(values[v]);
  return copy;
}

// Runs it as a user would, and has the certificate look at the answer.
inline Answer checked_answer(const Algorithm& algorithm, const SharedPlace& place, const Parameters& parameters) {
  Answer answer = algorithm.run(place.layout, parameters, {}, *place.crew, Watch());
  const certify::Verdict verdict = algorithm.check(place.layout, parameters, answer, *place.crew);
  EXPECT_TRUE(verdict.ok) << verdict.reason;
  return answer;
}

}  // namespace Atoll::testing
