// SPDX-License-Identifier: Apache-2.0
// What is counted is what the thesis's Table 3.1 says, exactly, where (N-1) V' is read as the sum over pairs of parts of
// the ghosts that one holds of the other. The numbers expected come from the list of edges and from who owns what.
#include <algorithm>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <memory>
#include <set>
#include <vector>

#include "tests/everywhere/programs.hpp"
#include "tests/support/access_sums.hpp"
#include "tests/support/reference.hpp"

namespace Atoll::testing {
namespace {

using Where = Atoll::Place;  // a Place is also where a test runs
using Accesses = PerAccess<AccessCount>;

constexpr Access local_read_random{Where::local, Operation::read, Order::random};
constexpr Access local_read_sequential{Where::local, Operation::read, Order::sequential};
constexpr Access local_write_sequential{Where::local, Operation::write, Order::sequential};
constexpr Access remote_read_random{Where::remote, Operation::read, Order::random};
constexpr Access remote_read_sequential{Where::remote, Operation::read, Order::sequential};
constexpr Access remote_write_random{Where::remote, Operation::write, Order::random};
constexpr Access remote_write_sequential{Where::remote, Operation::write, Order::sequential};

// Expected counts, all of one size.
class Table {
 public:
  explicit Table(std::uint64_t bytes) : bytes_(bytes) {}
  Table& add(Access access, std::uint64_t count) {
    accesses_[access] += {count, count * bytes_};
    return *this;
  }
  operator const Accesses&() const { return accesses_; }

 private:
  std::uint64_t bytes_;
  Accesses accesses_;
};

std::string text_of(const Accesses& accesses) {
  std::string text;
  for (const Access access : all_accesses) {
    text += fmt::format("{} {} {}: {} of {} bytes\n", access.place == Where::local ? "local" : "remote",
                        access.operation == Operation::read ? "read" : "write",
                        access.order == Order::sequential ? "sequential" : "random", accesses[access].count,
                        accesses[access].bytes);
  }
  return text;
}

void expect_same(const Accesses& counted, const Accesses& expected, const char* what) {
  EXPECT_TRUE(counted == expected) << what << " counted\n" << text_of(counted) << "expected\n" << text_of(expected);
}

// The symbols of Table 3.1, for a pull.
struct Crossings {
  struct Part {
    std::uint64_t vertices = 0;  // V
    std::uint64_t local = 0;     // E: arcs to mine from mine
    std::uint64_t remote = 0;    // E': arcs to mine from others
    std::uint64_t ghosts = 0;    // vertices of others that arcs lead to me from, by pairs of parts
    std::uint64_t mirrored = 0;  // the same the other way: mine, once for each part that hears them
  };
  std::vector<Part> parts;

  Crossings(const Sample& sample, const Partition& partition) : parts(static_cast<std::size_t>(partition.parts())) {
    const auto owner = [&](std::uint64_t v) {
      return static_cast<std::size_t>(partition.owner(partition.internal_of[v]));
    };
    std::set<std::pair<std::size_t, std::uint64_t>> heard;
    const auto arc = [&](std::uint64_t from, std::uint64_t to) {
      Part& reader = parts[owner(to)];
      if (owner(from) == owner(to)) {
        ++reader.local;
        return;
      }
      ++reader.remote;
      if (!heard.emplace(owner(to), from).second) return;
      ++reader.ghosts;
      ++parts[owner(from)].mirrored;
    };
    for (std::uint64_t v = 0; v < sample.vertices; ++v) ++parts[owner(v)].vertices;
    for (const auto& [from, to] : sample.edges) {
      arc(from, to);
      if (!sample.directed && from != to) arc(to, from);
    }
  }
};

constexpr Way ways[] = {Way::zero_box, Way::shared_zero_box, Way::one_box, Way::two_box, Way::binned};

// Table 3.1: one row per design.
void expect_table(Way way, const Crossings::Part& n, bool packed, const AccessCounts& counted) {
  constexpr std::uint64_t bytes = sizeof(double);
  Table computation(bytes);
  Table communication(bytes);
  Table memcopy(bytes);
  computation.add(local_write_sequential, n.vertices);
  if (way == Way::one_box || way == Way::two_box) {
    computation.add(local_read_random, n.local + n.remote);
    communication.add(local_read_random, n.mirrored);
    communication.add(way == Way::two_box ? local_write_sequential : remote_write_sequential, n.mirrored);
    if (way == Way::two_box) memcopy.add(remote_read_sequential, n.ghosts).add(local_write_sequential, n.ghosts);
  } else {
    computation.add(local_read_random, n.local).add(remote_read_random, n.remote);
  }
  expect_same(counted.of(Effort::computation, Subject::state), computation, "computation");
  expect_same(counted.of(Effort::communication, Subject::state), communication, "communication");
  expect_same(counted.of(Effort::communication, Subject::copies), memcopy, "memcopy");
  // What the table leaves out.
  const Table signals = Table(bytes).add(local_read_sequential, n.vertices).add(local_write_sequential, n.vertices);
  expect_same(counted.of(Effort::computation, Subject::signals), signals, "signals");
  const AccessCount graph = counted.of(Effort::computation, Subject::graph)[local_read_sequential];
  EXPECT_EQ(graph.count, n.vertices + n.local + n.remote);
  // Where arcs are copied for programs alone, an offset has as few bytes as all of the part need.
  const std::uint64_t arcs = n.local + n.remote;
  const std::uint64_t offset_bytes = packed ? RowOffsets::bytes_for(arcs) : sizeof(std::uint64_t);
  EXPECT_EQ(graph.bytes, n.vertices * offset_bytes + arcs * sizeof(std::uint32_t));
  for (const Effort effort : {Effort::computation, Effort::communication, Effort::switching})
    expect_same(counted.of(effort, Subject::frontier), Accesses{}, "frontier");
}

// Runs the program counted, and as everywhere, and compares the answers.
template <Program P>
RunStatistics counted_run(const P& program, const Cell& cell, Place& place, std::uint64_t rounds_max = 10000) {
  const Counted<P> counted{program};
  Run<Counted<P>> run(counted, place.layout, {.steering = {cell.steering}, .rounds_max = rounds_max}, *place.crew,
                      place.watch);
  run_through(run, cell.kinds());
  const auto expected = values_everywhere(program, cell, place, rounds_max);
  const auto values = values_of(run);
  EXPECT_TRUE(std::ranges::equal(values, expected, same_bits<typename P::Value>)) << "counting changed the answer";
  return run.statistics();
}

std::vector<Cell> cells_with(const std::vector<int>& parts, SteeringRule rule, Weighing weighing) {
  std::vector<Cell> cells;
  for (const Sample& sample : random_samples(test_seed())) {
    if (!sample.name.starts_with("skewed")) continue;
    const auto shared = std::make_shared<Sample>(sample);
    for (const int count : parts) {
      for (const char* partitioner : {"random", "degree", "hybrid", "contiguous", "contiguous-vertices", "file"}) {
        for (const Way way : ways) {
          cells.push_back({.sample = shared,
                           .weighing = weighing,
                           .partitioner = partitioner,
                           .way = way,
                           .steering = rule,
                           .parts = count,
                           .threads = count / 2,
                           .seed = test_seed()});
        }
      }
    }
  }
  EXPECT_FALSE(cells.empty()) << "no sample is called skewed";
  return cells;
}

TEST(Counted, accesses_of_pagerank_are_those_of_table_3_1) {
  for (const Cell& cell : cells_with({2, 4, 8}, SteeringRule::pull, Weighing::none)) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {});
    const Crossings crossings(*cell.sample, place->layout.partition);
    const PageRank program{.vertices = static_cast<double>(place->graph.vertices)};
    const RunStatistics statistics = counted_run(program, cell, *place, 2);
    ASSERT_EQ(statistics.supersteps.size(), 2u);
    for (const SuperstepStatistics& step : statistics.supersteps) {
      for (std::size_t part = 0; part < step.parts.size(); ++part) {
        ASSERT_NE(step.parts[part].accesses, nullptr);
        const bool packed = cell.arrangement() != Arrangement::shared && step.parts.size() > 1;
        expect_table(cell.way, crossings.parts[part], packed, *step.parts[part].accesses);
      }
    }
    if (HasFailure()) return;
  }
}

// Messages that crossed, as the counts have them: one access each to the box or to the owner's slot. Where the owner's
// value was looked at first (`wants`), sizes tell the two apart.
template <Program P>
std::uint64_t crossed(Way way, const AccessCounts& counts) {
  if (way == Way::two_box) return counts.of(Effort::communication, Subject::state)[local_read_sequential].count;
  if (way == Way::one_box || way == Way::binned)
    return counts.of(Effort::communication, Subject::state)[remote_read_sequential].count;
  const Accesses& state = counts.of(Effort::computation, Subject::state);
  AccessCount sum = state[remote_read_random];
  sum += state[remote_write_random];
  if constexpr (!Traits<P>::has_wants) return sum.count;
  static_assert(!Traits<P>::has_wants || sizeof(typename P::Value) == 2 * sizeof(typename P::Message));
  return sum.bytes / sizeof(typename P::Message) - sum.count;
}

template <Program P>
void expect_crossings(const P& program, const Cell& cell, Place& place) {
  const bool boxed = cell.way == Way::one_box || cell.way == Way::two_box || cell.way == Way::binned;
  std::uint64_t all = 0;
  for (const SuperstepStatistics& step : counted_run(program, cell, place).supersteps) {
    for (const PartStatistics& part : step.parts) {
      EXPECT_EQ(crossed<P>(cell.way, *part.accesses), part.remote_updates);
      all += part.remote_updates;
      if (boxed) {
        EXPECT_EQ(accesses_in(*part.accesses, Effort::computation, Where::remote), 0u);
      } else {
        EXPECT_EQ(accesses_in(*part.accesses, Effort::communication), 0u);
      }
      EXPECT_EQ(accesses_in(*part.accesses, Effort::switching, Where::remote), 0u);
      for (const Effort effort : {Effort::computation, Effort::communication, Effort::switching}) {
        for (const Access access : all_accesses) {
          const AccessCount words = part.accesses->of(effort, Subject::frontier)[access];
          EXPECT_EQ(words.bytes, words.count * sizeof(std::uint64_t));
          const AccessCount copied = part.accesses->of(effort, Subject::copies)[access];
          EXPECT_EQ(copied.bytes, copied.count * sizeof(typename P::Message));
        }
      }
    }
  }
  EXPECT_GT(all, 0u);
}

TEST(Counted, messages_of_a_search_are_those_that_crossed) {
  for (const Cell& cell : cells_with({4}, SteeringRule::push, Weighing::none)) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {.source_ids = true});
    expect_crossings(NarrowBfs{sources_of(place->graph, cell.seed).front()}, cell, *place);
    if (HasFailure()) return;
  }
}

TEST(Counted, messages_of_shortest_paths_are_those_that_crossed) {
  for (const Cell& cell : cells_with({4}, SteeringRule::push, Weighing::integers)) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {.weights = true});
    expect_crossings(IntegerPaths{sources_of(place->graph, cell.seed).front()}, cell, *place);
    if (HasFailure()) return;
  }
}

TEST(Counted, a_search_that_turns_round_hears_bits) {
  for (const Cell& cell : cells_with({4}, SteeringRule::by_arcs, Weighing::none)) {
    SCOPED_TRACE(cell.name());
    const auto place = place_of(cell, {.source_ids = true});
    const NarrowBfs program{sources_of(place->graph, cell.seed).front()};
    for (const SuperstepStatistics& step : counted_run(program, cell, *place).supersteps) {
      if (step.direction != Direction::pull) continue;
      std::uint64_t bits = 0;
      std::uint64_t arcs = 0;
      for (const PartStatistics& part : step.parts) {
        const Accesses& frontier = part.accesses->of(Effort::computation, Subject::frontier);
        bits += frontier[local_read_random].count + frontier[remote_read_random].count;
        arcs += part.arcs_scanned;
      }
      EXPECT_EQ(bits, arcs);
    }
    if (HasFailure()) return;
  }
}

// A superstep costs its frontier: on a path that is one vertex, whose piece is swept, and not the bitmap.
TEST(Counted, sweeps_pass_over_quiet_pieces) {
  constexpr std::uint64_t pieces = 40;
  Sample path{.name = "long path", .vertices = pieces * bits_per_piece};
  for (std::uint64_t v = 1; v < path.vertices; ++v) path.edges.emplace_back(v - 1, v);
  const auto sample = std::make_shared<Sample>(path);
  for (const Way way : ways) {
    for (const int parts : {1, 2}) {
      const Cell cell{.sample = sample,
                      .partitioner = "contiguous-vertices",
                      .way = way,
                      .steering = SteeringRule::push,
                      .parts = parts,
                      .threads = 2,
                      .seed = 1};
      SCOPED_TRACE(cell.name());
      const auto place = place_of(cell, {.source_ids = true});
      const RunStatistics statistics = counted_run(NarrowBfs{3 * bits_per_piece - 50}, cell, *place, 100);
      for (const SuperstepStatistics& step : statistics.supersteps) {
        std::uint64_t words = 0;
        for (const PartStatistics& part : step.parts) {
          for (const Effort effort : {Effort::computation, Effort::communication, Effort::switching}) {
            for (const Access access : all_accesses)
              words += part.accesses->of(effort, Subject::frontier)[access].count;
          }
        }
        EXPECT_LT(words, pieces * words_per_piece);  // of one sweep over all
      }
    }
  }
}

}  // namespace
}  // namespace Atoll::testing
