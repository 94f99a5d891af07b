// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/partition.hpp"

#include <gtest/gtest.h>

#include "atoll/partition/assemble.hpp"
#include "atoll/partition/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

std::uint64_t degree(const Graph& graph, std::uint64_t v) {
  const auto offsets = graph.offsets();
  return offsets[v + 1] - offsets[v];
}

void expect_valid(const Partition& partition, const Graph& graph, int parts) {
  EXPECT_EQ(partition.parts(), parts);
  EXPECT_EQ(partition.first.front(), 0u);
  EXPECT_EQ(partition.vertices(), graph.vertices);
  EXPECT_TRUE(std::ranges::is_sorted(partition.first));
  ASSERT_EQ(partition.internal_of.size(), graph.vertices);
  ASSERT_EQ(partition.user_of.size(), graph.vertices);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    const std::uint64_t internal = partition.internal_of[v];
    ASSERT_LT(internal, graph.vertices);
    ASSERT_EQ(partition.user_of[internal], v);
    const int owner = partition.owner(internal);
    ASSERT_LE(partition.first[static_cast<std::size_t>(owner)], internal);
    ASSERT_LT(internal, partition.first[static_cast<std::size_t>(owner) + 1]);
  }
}

TEST(ContiguousPartition, CutsByVerticesAndByArcs) {
  const Graph graph = drawn("0-1 0-2 0-3 0-4 0-5 4-5");
  Crew crew = crew_of(1);
  EXPECT_EQ(drawn_parts(partition::contiguous(graph, 2, partition::Balance::vertices, crew)), "0 1 2 | 3 4 5 ");
  EXPECT_EQ(drawn_parts(partition::contiguous(graph, 2, partition::Balance::arcs, crew)), "0 1 | 2 3 4 5 ");
}

TEST(ContiguousPartition, CutsWhereTheArcsAreNearestToTheirShare) {
  const Graph graph = drawn("0>1 0>2 0>3 0>4 1>0 1>2 1>3 1>4 1>5 1>6");
  Crew crew = crew_of(1);
  EXPECT_EQ(drawn_parts(partition::contiguous(graph, 2, partition::Balance::arcs, crew)), "0 | 1 2 3 4 5 6 ");
}

TEST(ContiguousPartition, TakesNoMemory) {
  const Graph graph = drawn("0-1 1-2");
  Crew crew = crew_of(1);
  const Partition parts = partition::contiguous(graph, 2, partition::Balance::arcs, crew);
  EXPECT_TRUE(parts.internal_of.is_counting());
  EXPECT_TRUE(parts.user_of.is_counting());
  EXPECT_EQ(parts.internal_of.bytes() + parts.user_of.bytes(), 0u);
}

TEST(ContiguousPartition, CutsAGraphWithoutArcsByVertices) {
  Crew crew = crew_of(1);
  EXPECT_EQ(drawn_parts(partition::contiguous(drawn("3"), 2, partition::Balance::arcs, crew)), "0 1 | 2 3 ");
}

TEST(DegreePartition, SortsByFallingDegreeAndSharesTheArcs) {
  const Graph graph = drawn("3-0 3-1 3-2 3-4 2-4 5");
  Crew crew = crew_of(1);
  EXPECT_EQ(drawn_parts(partition::degree(graph, 1, crew)), "3 2 4 0 1 5 ");
  EXPECT_EQ(drawn_parts(partition::degree(graph, 2, crew)), "3 2 | 4 0 1 5 ");
}

TEST(RandomPartition, GivesEveryPartAboutTheSame) {
  const Graph graph = skewed<std::uint32_t>(40000, 100000);
  Crew crew = crew_of(2);
  const Partition parts = partition::random(graph, 4, 1, crew);
  EXPECT_LT(quality(graph, parts, crew).imbalance_vertices, 1.03);
  EXPECT_NE(drawn_parts(parts), drawn_parts(partition::random(graph, 4, 2, crew)));
}

TEST(HybridPartition, IsRandomWithEachPartSortedByDegree) {
  const Graph graph = skewed<std::uint32_t>(3000, 20000);
  Crew crew = crew_of(2);
  const Partition random = partition::random(graph, 3, 5, crew);
  const Partition hybrid = partition::hybrid(graph, 3, 5, crew);
  EXPECT_EQ(random.first, hybrid.first);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    ASSERT_EQ(random.owner(random.internal_of[v]), hybrid.owner(hybrid.internal_of[v]));
  }
  for (std::uint64_t i = 1; i < graph.vertices; ++i) {
    if (hybrid.owner(i - 1) != hybrid.owner(i)) continue;
    ASSERT_LT(std::pair(~degree(graph, hybrid.user_of[i - 1]), hybrid.user_of[i - 1]),
              std::pair(~degree(graph, hybrid.user_of[i]), hybrid.user_of[i]));
  }
}

TEST(PartitionByFunction, DoesAsTheFunctionSays) {
  const Graph graph = drawn("0-1 1-2 2-3 3-4");
  Crew crew = crew_of(2);
  EXPECT_EQ(drawn_parts(partition::by(graph, 2, [](std::uint64_t v) { return v % 2 == 0; }, crew)), "1 3 | 0 2 4 ");
}

TEST(PartitionByFunction, RefusesPartsOutOfRange) {
  const Graph graph = drawn("0-1 1-2 2-3 3-4");
  Crew crew = crew_of(2);
  for (const int bad : {-1, 2, 1 << 20}) {
    const auto owner = [bad](std::uint64_t v) { return v >= 3 ? bad : 0; };
    EXPECT_EQ(message_of([&] { partition::by(graph, 2, owner, crew); }, ErrorKind::usage),
              "the partition function gives vertex 3 to a part outside 0 .. 1; return a part number below the number "
              "of parts");
  }
}

// ---- all of them

// Every partitioner by name, one by a function, and one by a file where `file` names it.
Partition partition_of(const std::string& name, const Graph& graph, int parts, const std::string& file, Crew& crew) {
  if (name == "function") {
    return partition::by(graph, parts, [=](std::uint64_t v) { return static_cast<int>(mix64(v) % 7) % parts; }, crew);
  }
  return partition::named(name == "file:PATH" ? "file:" + file : name, graph, parts, 3, crew);
}

class EveryPartitioner : public ::testing::TestWithParam<std::string> {
 protected:
  static std::string zeros(std::uint64_t lines) {
    std::string text;
    for (std::uint64_t v = 0; v < lines; ++v) text += "0\n";
    return text;
  }

  static void check(const Graph& graph) {
    const TemporaryFile file(zeros(graph.vertices));
    for (const int parts : {1, 2, 3, 7}) {
      Crew alone = crew_of(1);
      const Partition expected = partition_of(GetParam(), graph, parts, file.path(), alone);
      expect_valid(expected, graph, parts);
      for (const int threads : {2, 4}) {
        Crew crew = crew_of(threads);
        const Partition found = partition_of(GetParam(), graph, parts, file.path(), crew);
        EXPECT_EQ(found.first, expected.first);
        for (std::uint64_t v = 0; v < graph.vertices; ++v) {
          ASSERT_EQ(found.internal_of[v], expected.internal_of[v]) << "vertex " << v;
          ASSERT_EQ(found.user_of[v], expected.user_of[v]) << "vertex " << v;
        }
      }
    }
  }
};

TEST_P(EveryPartitioner, IsAPermutationAndTheSameForAnyNumberOfThreads) {
  check(skewed<std::uint32_t>(70'000, 200'000));
  check(skewed<std::uint64_t>(300, 2'000));
}

TEST_P(EveryPartitioner, TakesFewerVerticesThanParts) {
  check(drawn(""));
  check(drawn("0"));
  check(drawn("0-1"));
  check(drawn("0>1 4", {.wide = true}));
}

TEST_P(EveryPartitioner, KeepsIdsAsWideAsTheGraphs) {
  const std::uint64_t n = std::uint64_t{1} << 16;
  const TemporaryFile file(zeros(n));
  Crew crew = crew_of(2);
  const auto bytes = [&](bool wide) {
    const Partition parts = partition_of(GetParam(), drawn("0-1", {.wide = wide, .vertices = n}), 2, file.path(), crew);
    return std::pair(parts.internal_of.bytes(), parts.user_of.bytes());
  };
  const auto [narrow_internal, narrow_user] = bytes(false);
  EXPECT_EQ(bytes(true), std::pair(2 * narrow_internal, 2 * narrow_user));
  const bool counted = GetParam().starts_with("contiguous");
  EXPECT_EQ(narrow_user, counted ? 0 : n * sizeof(std::uint32_t));
}

TEST_P(EveryPartitioner, RefusesImpossibleNumbersOfParts) {
  const Graph graph = drawn("0-1");
  Crew crew = crew_of(1);
  for (const int parts : {0, -1, partition::parts_max + 1}) {
    const auto attempt = [&] { partition_of(GetParam(), graph, parts, "missing", crew); };
    EXPECT_EQ(message_of(attempt, ErrorKind::usage),
              fmt::format("cannot cut a graph into {} parts; choose 1 to 4096", parts));
  }
}

TEST_P(EveryPartitioner, TakesAsManyPartsAsThereMayBe) {
  const Graph graph = skewed<std::uint32_t>(500, 3000);
  const TemporaryFile file(zeros(graph.vertices));
  Crew crew = crew_of(2);
  expect_valid(partition_of(GetParam(), graph, partition::parts_max, file.path(), crew), graph, partition::parts_max);
}

std::vector<std::string> every_name() {
  std::vector<std::string> all = partition::names();
  all.emplace_back("function");
  return all;
}

INSTANTIATE_TEST_SUITE_P(, EveryPartitioner, ::testing::ValuesIn(every_name()), [](const auto& test) {
  std::string name = test.param;
  std::ranges::replace_if(name, [](char c) { return c == ':' || c == '-'; }, '_');
  return name;
});

TEST(NamedPartition, ListsWhatItKnows) {
  const Graph graph = drawn("0-1");
  Crew crew = crew_of(1);
  for (const char* unknown : {"", "metis", "random:7", "file", "file:", "Random"}) {
    EXPECT_EQ(
        message_of([&] { partition::named(unknown, graph, 2, 1, crew); }, ErrorKind::usage),
        fmt::format("there is no partitioner '{}'; choose random, degree, hybrid, contiguous, contiguous-vertices, "
                    "file:PATH",
                    unknown));
  }
}

TEST(NamedPartition, NamesItsResult) {
  const Graph graph = drawn("0-1");
  Crew crew = crew_of(1);
  for (const std::string name : {"random", "degree", "hybrid", "contiguous", "contiguous-vertices"}) {
    EXPECT_EQ(partition::named(name, graph, 2, 1, crew).strategy, name);
  }
}

}  // namespace
}  // namespace Atoll
