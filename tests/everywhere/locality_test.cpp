// SPDX-License-Identifier: Apache-2.0
// During the scan a boxed exchange touches nothing outside its part's memory: counted access by access, and enforced by
// a fence around the part. 0-Box breaks the same fence, so the fence is there.
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "atoll/exchange/one_box.hpp"
#include "atoll/exchange/two_box.hpp"
#include "atoll/exchange/zero_box.hpp"

#include "tests/everywhere/programs.hpp"
#include "tests/support/access_sums.hpp"
#include "tests/support/guarded.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

// Four parts on one thread, so that they are scanned one at a time.
std::vector<Cell> cells_under_guard(Weighing weighing) {
  std::vector<Cell> all;
  int turn = 0;
  for (const Sample& sample : random_samples(test_seed())) {
    const bool chosen = sample.name.starts_with("sparse") || sample.name.starts_with("dense");
    if (!chosen) continue;
    for (const Way way : {Way::one_box, Way::replicated_one_box, Way::tiled_two_box}) {
      for (const SteeringRule rule : {SteeringRule::push, SteeringRule::pull, SteeringRule::by_vertices}) {
        if (way == Way::tiled_two_box && rule != SteeringRule::push) continue;
        const char* const partitioner = turn++ % 2 == 0 ? "random" : "contiguous";
        all.push_back({.sample = std::make_shared<Sample>(sample),
                       .weighing = weighing,
                       .partitioner = partitioner,
                       .way = way,
                       .steering = rule,
                       .parts = 4,
                       .threads = 1,
                       .seed = test_seed()});
      }
    }
  }
  EXPECT_FALSE(all.empty()) << "no sample is called sparse or dense";
  return all;
}

template <class Value>
bool same(const std::vector<Value>& a, const std::vector<Value>& b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), same_bits<Value>);
}

struct Outside {
  std::uint64_t counted_local = 0;
  std::uint64_t counted_remote = 0;
  std::uint64_t breaches = 0;
  std::string report;
};

// Runs the program twice, as everywhere and then counted and fenced, and compares.
template <template <Program> class X, Program P>
Outside run_guarded(const P& program, Cell cell, Way way, Place& place, std::uint64_t rounds_max) {
  cell.way = way;
  const Values<P> expected = values_everywhere(program, cell, place, rounds_max);
  const Counted<P> counted{program};
  Run<Counted<P>> run(counted, place.layout, {.steering = {cell.steering}, .rounds_max = rounds_max}, *place.crew,
                      place.watch);
  X<Counted<P>> exchange(run.state());
  Fence fence;
  Guarded<Counted<P>, X<Counted<P>>> guarded(run.state(), exchange, fence);
  run(guarded);
  EXPECT_GT(fence.scans(), 0u);
  EXPECT_TRUE(same(values_of(run), expected)) << "the fence changed the answer";
  const AccessCounts accesses = run.statistics().accesses.value_or(AccessCounts{});
  return {accesses_in(accesses, Effort::computation, Atoll::Place::local),
          accesses_in(accesses, Effort::computation, Atoll::Place::remote), fence.breaches(), fence.report()};
}

template <Program P>
void expect_locality(const P& program, const Cell& cell, Place& place, std::uint64_t rounds_max = 1000) {
  for (const Outside& boxed : {run_guarded<OneBox>(program, cell, Way::one_box, place, rounds_max),
                               run_guarded<TwoBox>(program, cell, Way::two_box, place, rounds_max)}) {
    EXPECT_GT(boxed.counted_local, 0u);
    EXPECT_EQ(boxed.counted_remote, 0u);
    EXPECT_EQ(boxed.breaches, 0u) << boxed.report;
  }
  if (cell.arrangement() != Arrangement::ghosted) return;
  const Outside unboxed = run_guarded<ZeroBox>(program, cell, Way::zero_box, place, rounds_max);
  EXPECT_GT(unboxed.counted_local, 0u);
  EXPECT_GT(unboxed.counted_remote, 0u);
  EXPECT_GT(unboxed.breaches, 0u);
}

// check(cell, place, source) for every cell; the source is a vertex of the largest degree.
template <class F>
void everywhere_under_guard(Weighing weighing, const PlaceNeeds& needs, F&& check) {
  for (const Cell& cell : cells_under_guard(weighing)) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, needs);
    const auto degree = [&](std::uint64_t v) {
      return std::visit([&](const auto& csr) { return csr.offsets[v + 1] - csr.offsets[v]; }, place->graph.out);
    };
    std::uint64_t hub = 0;
    for (std::uint64_t v = 1; v < place->graph.vertices; ++v) hub = degree(v) > degree(hub) ? v : hub;
    check(cell, *place, hub);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(Locality, of_bfs) {
  everywhere_under_guard(
      Weighing::none, {.source_ids = true},
      [](const Cell& cell, Place& place, std::uint64_t source) { expect_locality(NarrowBfs{source}, cell, place); });
}

TEST(Locality, of_components) {
  everywhere_under_guard(Weighing::none, {.both_ways = true}, [](const Cell& cell, Place& place, std::uint64_t) {
    expect_locality(NarrowComponents{}, cell, place);
  });
}

TEST(Locality, of_shortest_paths_and_their_tree) {
  everywhere_under_guard(Weighing::zeros, {.weights = true}, [](const Cell& cell, Place& place, std::uint64_t source) {
    expect_locality(IntegerPaths{source}, cell, place);
    const auto distances = reference::integer_paths(place.graph, source).distance;
    const auto reached =
        distances.size() - static_cast<std::size_t>(std::ranges::count(distances, reference::no_distance));
    expect_locality(IntegerTree{distances.data(), source, reached}, cell, place);
  });
}

TEST(Locality, of_shortest_paths_in_floats) {
  everywhere_under_guard(Weighing::reals, {.weights = true}, [](const Cell& cell, Place& place, std::uint64_t source) {
    expect_locality(RealPaths{source}, cell, place);
  });
}

TEST(Locality, of_pagerank) {
  everywhere_under_guard(Weighing::none, {}, [](const Cell& cell, Place& place, std::uint64_t) {
    expect_locality(PageRank{.vertices = static_cast<double>(place.graph.vertices)}, cell, place, 2);
  });
}

TEST(Locality, of_degrees) {
  everywhere_under_guard(Weighing::none, {},
                         [](const Cell& cell, Place& place, std::uint64_t) { expect_locality(Degree{}, cell, place); });
}

}  // namespace
}  // namespace Atoll::testing
