// SPDX-License-Identifier: Apache-2.0
// Where an algorithm on one address space must give its answer: every sample, as given and prepared, on one part and on
// four, by one thread and by several, with ids of both widths. All of it through the catalog.
#pragma once

#include <gtest/gtest.h>
#include <string>
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

// check(place) for each.
template <class Check>
void on_shared(const Algorithm& algorithm, const std::vector<Weighing>& weighings, Check check) {
  struct Cut {
    int parts;
    bool prepared;
  };
  for (const Sample& sample : all_samples(test_seed())) {
    for (const Weighing weighing : weighings) {
      bool first = true;
      for (const bool wide : {false, true}) {
        for (const Cut cut : {Cut{1, false}, Cut{1, true}, Cut{4, false}}) {
          for (const int threads : {1, 4, 7}) {
            SCOPED_TRACE(sample.name + ", " + name_of(weighing) + (wide ? ", 64 bits, " : ", 32 bits, ") +
                         std::to_string(cut.parts) + (cut.prepared ? " parts, prepared, " : " parts, ") +
                         std::to_string(threads) + " threads, seed " + std::to_string(test_seed()));
            Crew& crew = crew_of(threads);
            Graph graph = sample.graph(weighing, wide);
            Layout layout = prepare(graph, algorithm.needs(DirectionChoice::automatic),
                                    {.parts = cut.parts, .prepared = cut.prepared}, crew, Watch());
            check(SharedPlace{.sample = sample,
                              .weighing = weighing,
                              .graph = sample.graph(weighing),
                              .layout = std::move(layout),
                              .crew = &crew,
                              .first_of_sample = first});
            first = false;
            if (::testing::Test::HasFailure()) return;
          }
        }
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
