// SPDX-License-Identifier: Apache-2.0
// Bins of segments that are small, so that a graph has many, and of one that all parts have slots in: answers are those
// of 0-Box. And what a bin tells of what was put into it.
#include "atoll/exchange/binned.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <gtest/gtest.h>
#include <vector>

#include "atoll/exchange/shared_zero_box.hpp"
#include "atoll/graph/generate/generate.hpp"

#include "tests/everywhere/programs.hpp"

namespace Atoll::testing {
namespace {

constexpr std::uint64_t no_cache = 1, large_cache = std::uint64_t{1} << 30;

struct InOneSpace {
  InOneSpace(int parts, int threads) : crew(synthetic_machine("2x2"), {.threads = threads}) {
    graph = generate::draw(generate::Kronecker{.scale = 14}, {.weights = generate::DrawnWeights::byte}, crew, watch);
    layout = build_layout(graph, partition::random(graph, parts, 1, crew),
                          {.arrangement = Arrangement::shared, .push = true, .weights = true, .source_ids = true},
                          Placement::partitioned, crew, watch);
  }

  template <Program P, class X>
  Values<P> values(const P& program, const std::function<X(State<P>&)>& exchange_of, std::uint64_t rounds_max) {
    Run<P> run(program, layout, {.steering = {SteeringRule::push}, .rounds_max = rounds_max}, crew, watch);
    X exchange = exchange_of(run.state());
    run(exchange);
    return values_of(run);
  }
  template <Program P>
  Values<P> by_bins(const P& program, std::uint64_t cache_bytes, std::uint64_t rounds_max = 1000) {
    return values<P, Binned<P>>(
        program, [&](State<P>& state) { return Binned<P>(state, crew.threads(), cache_bytes); }, rounds_max);
  }
  template <Program P>
  Values<P> at_once(const P& program, std::uint64_t rounds_max = 1000) {
    return values<P, SharedZeroBox<P>>(program, [](State<P>& state) { return SharedZeroBox<P>(state); }, rounds_max);
  }

  Crew crew;
  Watch watch;
  Graph graph;
  Layout layout;
};

template <Program P>
void expect_same(InOneSpace& place, const P& program, std::uint64_t cache_bytes) {
  EXPECT_TRUE(
      std::ranges::equal(place.by_bins(program, cache_bytes), place.at_once(program), same_bits<typename P::Value>));
}

TEST(Binned, answers_of_integers_are_those_of_zero_box) {
  for (const int parts : {1, 3}) {
    for (const int threads : {1, 4}) {
      InOneSpace place(parts, threads);
      for (const std::uint64_t cache_bytes : {no_cache, large_cache}) {
        SCOPED_TRACE(fmt::format("{} parts, {} threads, a cache of {} bytes", parts, threads, cache_bytes));
        expect_same(place, Degree{}, cache_bytes);
        expect_same(place, NarrowBfs{1}, cache_bytes);
        expect_same(place, IntegerPaths{1}, cache_bytes);
      }
    }
  }
}

TEST(Binned, ranks_are_near_those_of_zero_box) {
  InOneSpace place(3, 2);
  const PageRank program{.vertices = static_cast<double>(place.layout.vertices)};
  const auto ranks = place.by_bins(program, no_cache, 5);
  const auto expected = place.at_once(program, 5);
  for (std::size_t v = 0; v < ranks.size(); ++v) ASSERT_NEAR(ranks[v], expected[v], 1e-12 * expected[v]);
}

struct OfBins {
  static constexpr std::uint64_t segments = 2;
  OfBins() : pools({.parts = 2}), bins(segments) {
    for (const int part : {0, 1}) pools.allocate(part, blocks_for(2 * messages_per_block, segments, 1));
  }
  void put(int part, std::uint64_t superstep, std::uint64_t segment, std::uint32_t message) {
    auto& bin = bins.of_scan(superstep, part)[segment];
    if (bin.is_full()) bin.begin_block(pools, part);
    bin.put(static_cast<std::uint16_t>(message), message);
  }
  std::vector<std::uint32_t> messages(std::uint64_t superstep, std::uint64_t segment) const {
    std::vector<std::uint32_t> all;
    bins.for_blocks(superstep, segment, [&](const MessageBlock<std::uint32_t>& block, std::uint32_t size) {
      for (std::uint32_t i = 0; i < size; ++i) {
        EXPECT_EQ(block.slots[i], block.messages[i]);
        all.push_back(block.messages[i]);
      }
    });
    std::ranges::sort(all);
    return all;
  }
  BlockPools<std::uint32_t> pools;
  Bins<std::uint32_t> bins;
};

TEST(Bins, tell_all_that_was_put_into_a_segment) {
  OfBins of;
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < messages_per_block + 3; ++i) {
    of.put(0, 1, 1, i);
    expected.push_back(i);
  }
  EXPECT_EQ(of.messages(1, 1), expected);
  EXPECT_TRUE(of.messages(1, 0).empty());
  EXPECT_TRUE(of.messages(2, 1).empty()) << "of a superstep in which nothing was put";
}

TEST(Bins, blocks_lie_in_the_part_that_is_scanned) {
  OfBins of;
  of.put(0, 1, 0, 10);
  of.put(1, 1, 0, 11);
  of.put(1, 1, 0, 12);
  of.put(0, 1, 0, 13);
  EXPECT_EQ(of.messages(1, 0), (std::vector<std::uint32_t>{10, 11, 12, 13}));
  std::vector<std::uint32_t> in_part_1;
  of.bins.for_blocks(1, 0, [&](const MessageBlock<std::uint32_t>& block, std::uint32_t size) {
    const auto blocks = of.pools[1];
    if (&block < blocks.data() || &block >= blocks.data() + blocks.size()) return;
    in_part_1.assign(block.messages.begin(), block.messages.begin() + size);
  });
  EXPECT_EQ(in_part_1, (std::vector<std::uint32_t>{11, 12}));
}

TEST(Bins, are_empty_in_the_next_superstep) {
  OfBins of;
  of.put(0, 1, 0, 1);
  of.pools.begin();
  of.put(1, 2, 1, 2);
  EXPECT_TRUE(of.messages(2, 0).empty());
  EXPECT_EQ(of.messages(2, 1), std::vector<std::uint32_t>{2});
}

}  // namespace
}  // namespace Atoll::testing
