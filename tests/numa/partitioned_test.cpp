// SPDX-License-Identifier: Apache-2.0
// A partitioned graph on a machine with several NUMA nodes: every page of a part lies on the part's node, its team
// scans it there, a boxed scan leaves the other nodes alone, and the answers are right. tools/test-numa makes such a
// machine.
#include <algorithm>
#include <atomic>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/runs/runs.hpp"
#include "atoll/exchange/one_box.hpp"
#include "atoll/exchange/two_box.hpp"
#include "atoll/exchange/zero_box.hpp"
#include "atoll/graph/generate/generate.hpp"

#include "tests/support/guarded.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/segments.hpp"

namespace Atoll::testing {
namespace {

constexpr int parts = 4;
constexpr std::uint64_t source = 1;
constexpr std::size_t page_bytes = 4096;
constexpr int pages_scale = 12;

class NumaPartitioned : public ::testing::Test {
 protected:
  void SetUp() override {
    const int domains = machine.is_here ? machine.domains_with_cores() : 0;
    if (domains < 2) GTEST_SKIP() << "SKIPPED: needs a machine with several NUMA nodes: run tools/test-numa";
  }

  Graph drawn(int scale, Crew& crew, generate::DrawnWeights weights = generate::DrawnWeights::byte) const {
    return generate::draw(generate::Kronecker{.scale = scale}, {.weights = weights}, crew, watch);
  }

  // Large enough to have pages for every part.
  Layout laid_out(Crew& crew, const std::string& partitioner, const Needs& needs,
                  generate::DrawnWeights weights = generate::DrawnWeights::byte) const {
    Graph graph = drawn(pages_scale, crew, weights);
    return prepare(graph, needs, {.strategy = partitioner, .parts = parts, .exchange = ExchangeKind::two_box}, crew,
                   watch);
  }

  void expect_right(const Algorithm& entry, const Layout& layout, ExchangeKind exchange, Crew& crew) const {
    SCOPED_TRACE(entry.name + " through exchange " + std::to_string(static_cast<int>(exchange)));
    Parameters parameters = defaults(entry);
    if (std::ranges::find(entry.parameters, "source", &Parameter::name) != entry.parameters.end())
      parameters.set("source", source);
    Answer answer = entry.run(layout, parameters, {.exchange = exchange}, crew, watch);
    const certify::Verdict verdict = entry.check(layout, parameters, answer, crew);
    EXPECT_TRUE(verdict.ok) << verdict.reason;
  }

  int node_of_part(const Crew& crew, int part) const {
    return machine.domains[static_cast<std::size_t>(crew.home_of_part(part, parts))].os_index;
  }

  // Every page that was ever touched lies on the node of its part, and at least half were touched.
  void expect_at_home(const Crew& crew, const std::vector<Segment>& segments) const {
    std::uint64_t pages = 0;
    std::uint64_t touched = 0;
    for (const Segment& segment : segments) {
      if (segment.owner == Segment::nobody) continue;
      std::vector<const void*> addresses;
      for (std::size_t at = 0; at < segment.bytes.size(); at += page_bytes)
        addresses.push_back(segment.bytes.data() + at);
      const int home = node_of_part(crew, segment.owner);
      const std::vector<int> nodes = node_of_pages(addresses);
      const auto absent = std::ranges::count(nodes, -1);
      EXPECT_EQ(std::ranges::count(nodes, home) + absent, std::ssize(nodes))
          << segment.name << " of part " << segment.owner;
      pages += nodes.size();
      touched += nodes.size() - static_cast<std::size_t>(absent);
    }
    EXPECT_GT(touched, pages / 2) << "of " << pages << " pages";
    EXPECT_GT(pages, 0u);
  }

  const Machine machine = detect_machine();
  const Watch watch;
};

// Notes scans that run on another node than their part's.
struct Whereabouts {
  struct Nothing {};
  const std::vector<int>& nodes;  // [part]
  std::atomic<std::uint64_t> scans{0};
  std::atomic<std::uint64_t> astray{0};

  template <Program P>
  void begin(const State<P>&) {}
  Nothing enter(int part) {
    unsigned processor = 0;
    unsigned node = 0;
    syscall(SYS_getcpu, &processor, &node, nullptr);
    ++scans;
    if (static_cast<int>(node) != nodes[static_cast<std::size_t>(part)]) ++astray;
    return {};
  }
};

TEST_F(NumaPartitioned, EveryPageOfALayoutLiesOnTheNodeOfItsPart) {
  Crew crew(machine);
  for (const std::string partitioner : {"random", "degree", "hybrid", "contiguous", "contiguous-vertices"}) {
    SCOPED_TRACE(partitioner);
    expect_at_home(crew, segments_of(laid_out(crew, partitioner,
                                              {.push = true, .pull = true, .weights = true, .source_ids = true})));
  }
  EXPECT_EQ(placement_warning(), std::nullopt);
}

TEST_F(NumaPartitioned, EveryPageOfTheStateLiesThereTooAndIsScannedThere) {
  Crew crew(machine, {.threads = 2 * parts});
  ASSERT_TRUE(crew.pinned());
  std::vector<int> nodes;
  for (int part = 0; part < parts; ++part) nodes.push_back(node_of_part(crew, part));
  const Layout layout = laid_out(crew, "random", {.push = true, .pull = true});
  for (const SteeringRule rule : {SteeringRule::push, SteeringRule::pull}) {
    using P = PageRank;
    const P program{.vertices = static_cast<double>(layout.vertices)};
    Atoll::Run<P> run(program, layout, {.steering = {rule}, .rounds_max = 3}, crew, watch);
    TwoBox<P> exchange(run.state());
    Whereabouts whereabouts{nodes};
    Around<P, TwoBox<P>, Whereabouts> located(run.state(), exchange, whereabouts);
    run(located);
    expect_at_home(crew, segments_of(run.state()));
    EXPECT_GT(whereabouts.scans, 0u);
    EXPECT_EQ(whereabouts.astray, 0u);
  }
}

// What of other parts' memory was touched by the scans of a run; empty: nothing.
template <class X, Program P>
std::string breaches_of(const P& program, const Layout& layout, const RunOptions& options, Crew& crew) {
  const Watch watch;
  Run<P> run(program, layout, options, crew, watch);
  X exchange(run.state());
  Fence fence;
  Guarded<P, X> guarded(run.state(), exchange, fence);
  run(guarded);
  EXPECT_GT(fence.scans(), 0u);
  return fence.report();
}

template <Program P>
void expect_only_0_box_breaks_the_fence(const P& program, const Layout& layout, Crew& crew, std::uint64_t rounds_max) {
  for (const SteeringRule rule : {SteeringRule::push, SteeringRule::pull}) {
    const RunOptions options{.steering = {rule}, .rounds_max = rounds_max};
    EXPECT_EQ(breaches_of<OneBox<P>>(program, layout, options, crew), "");
    EXPECT_EQ(breaches_of<TwoBox<P>>(program, layout, options, crew), "");
    EXPECT_NE(breaches_of<ZeroBox<P>>(program, layout, options, crew), "");
  }
}

TEST_F(NumaPartitioned, ABoxedScanLeavesTheOtherPartsAlone) {
  Crew crew(machine, {.threads = 1});  // so that parts are scanned one at a time
  const Layout layout = laid_out(crew, "random", {.push = true, .pull = true, .weights = true, .source_ids = true});
  expect_only_0_box_breaks_the_fence(Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>{source}, layout, crew, 1000);
  expect_only_0_box_breaks_the_fence(Sssp<std::uint32_t, std::int32_t>{source}, layout, crew, 1000);
  expect_only_0_box_breaks_the_fence(PageRank{.vertices = static_cast<double>(layout.vertices)}, layout, crew, 2);
  expect_only_0_box_breaks_the_fence(Components<std::uint32_t>{}, layout, crew, 1000);
  expect_only_0_box_breaks_the_fence(Degree{}, layout, crew, 1);
  std::vector<std::uint32_t> distances;  // of 20 bits and little more
  for (const std::uint64_t distance : reference::integer_paths(drawn(pages_scale, crew), source).distance)
    distances.push_back(static_cast<std::uint32_t>(distance));
  const auto unreached = std::ranges::count(distances, static_cast<std::uint32_t>(reference::no_distance));
  using Tree = ShortestPathTree<std::uint32_t, std::int32_t, std::uint32_t>;
  const Tree tree{distances.data(), source, distances.size() - static_cast<std::size_t>(unreached)};
  expect_only_0_box_breaks_the_fence(tree, layout, crew, 1000);
}

TEST_F(NumaPartitioned, ABoxedScanOfRealWeightsLeavesTheOtherPartsAlone) {
  Crew crew(machine, {.threads = 1});
  const Layout layout =
      laid_out(crew, "random", {.push = true, .pull = true, .weights = true}, generate::DrawnWeights::unit);
  expect_only_0_box_breaks_the_fence(Sssp<float, float>{source}, layout, crew, 1000);
}

TEST_F(NumaPartitioned, EveryAlgorithmIsRightThroughEveryExchange) {
  Crew crew(machine, {.threads = parts});
  ASSERT_EQ(crew.teams(), std::min(parts, machine.domains_with_cores()));
  for (const Algorithm& entry : catalog()) {
    const Needs needs = entry.needs(DirectionChoice::automatic);
    const auto small = [&](ExchangeKind exchange) {
      Graph graph = drawn(9, crew);
      return prepare(graph, needs, {.strategy = "hybrid", .parts = parts, .exchange = exchange}, crew, watch);
    };
    expect_right(entry, small(ExchangeKind::zero_box), ExchangeKind::zero_box, crew);
    if (needs.shared) continue;  // no vertex program: no other exchange carries it
    expect_right(entry, small(ExchangeKind::binned), ExchangeKind::binned, crew);
    const Layout ghosted = small(ExchangeKind::two_box);
    for (const ExchangeKind kind : {ExchangeKind::zero_box, ExchangeKind::one_box, ExchangeKind::two_box})
      expect_right(entry, ghosted, kind, crew);
  }
}

}  // namespace
}  // namespace Atoll::testing
