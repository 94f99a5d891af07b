// SPDX-License-Identifier: Apache-2.0
// Where an algorithm on one address space must give its answer: every sample, as given and prepared, on one part and on
// four, by one thread and by several, with ids of both widths. All of it through the catalog. Of the product of samples,
// weighings and grounds a pairwise cover is enough, but for the full product.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <iterator>
#include <set>
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

struct SharedGround {
  int parts;
  int threads;
  bool wide;
  bool prepared;
  bool joined = false;  // the parts, in their order
};
inline constexpr SharedGround shared_grounds[] = {
    {1, 1, false, false}, {1, 4, true, false},       {1, 4, false, true},
    {4, 1, true, false},  {4, 4, false, false},      {4, 7, true, false},
    {1, 7, true, true},   {4, 1, true, false, true}, {3, 4, false, false, true}};

// Rows (shape, undirected, weighing, ground) in ascending order: the chosen ones, and each weighed sample on the first
// ground.
inline std::set<Choice> shared_rows(int shapes, std::size_t weighings) {
  const std::vector<int> levels = {shapes, 2, static_cast<int>(weighings), static_cast<int>(std::size(shared_grounds))};
  const std::vector<Choice> chosen = cells(levels, test_seed());
  std::set<Choice> rows(chosen.begin(), chosen.end());
  for (Choice weighed : full_product({levels[0], levels[1], levels[2]})) {
    weighed.push_back(0);
    rows.insert(weighed);
  }
  return rows;
}

// check(place) for each, until the first failure.
template <class Check>
void on_shared(const Algorithm& algorithm, const std::vector<Weighing>& weighings, Check check) {
  const Shapes shapes(all_samples(test_seed()));
  for (const Choice& row : shared_rows(shapes.count(), weighings.size())) {
    const Sample& sample = shapes.sample(row[0], row[1]);
    const Weighing weighing = weighings[static_cast<std::size_t>(row[2])];
    const SharedGround& ground = shared_grounds[row[3]];
    SCOPED_TRACE(fmt::format("{}, {} weights, {} parts, {} threads, {}-bit ids{}{}, seed {}", sample.name,
                             name_of(weighing), ground.parts, ground.threads, ground.wide ? 64 : 32,
                             ground.prepared ? ", prepared" : "", ground.joined ? ", joined" : "", test_seed()));
    Crew& crew = crew_of(ground.threads, ground.joined ? 1 : 2);
    Graph graph = sample.graph(weighing, ground.wide);
    Needs needs = algorithm.needs(DirectionChoice::automatic);
    needs.joined = ground.joined;
    Layout layout = prepare(graph, needs, {.strategy = "random", .parts = ground.parts, .prepared = ground.prepared},
                            crew, Watch());
    check(SharedPlace{.sample = sample,
                      .weighing = weighing,
                      .graph = sample.graph(weighing),
                      .layout = std::move(layout),
                      .crew = &crew,
                      .first_of_sample = row[3] == 0});
    if (::testing::Test::HasFailure()) return;
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

// A run that was cancelled before it began ends with an error, and soon.
inline void expect_stops(const Algorithm& algorithm) {
  Crew& crew = crew_of(2);
  Watch stopped;
  stopped.cancel();
  for (const Sample& sample : random_samples(test_seed())) {
    Graph graph = sample.graph(Weighing::integers);
    const Layout layout = prepare(graph, algorithm.needs(DirectionChoice::automatic), {.parts = 2}, crew, Watch());
    EXPECT_THROW(algorithm.run(layout, defaults(algorithm), {}, crew, stopped), Error) << sample.name;
  }
}

}  // namespace Atoll::testing
