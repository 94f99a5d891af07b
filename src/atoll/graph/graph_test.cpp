// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/graph.hpp"

#include <cstring>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <thread>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/testing.hpp"

namespace Atoll {
namespace {

Labels words(const std::vector<std::string>& names) {
  std::string all;
  Array<std::uint64_t> starts(names.size() + 1);
  for (std::size_t i = 0; i < names.size(); ++i) {
    all += names[i];
    starts[i + 1] = all.size();
  }
  Array<char> text(all.size());
  if (!all.empty()) std::memcpy(text.data(), all.data(), all.size());
  return Labels::strings(std::move(text), std::move(starts));
}

Labels numbers(const std::vector<std::uint64_t>& ids) {
  Array<std::uint64_t> copy(ids.size());
  std::ranges::copy(ids, copy.begin());
  return Labels::integers(std::move(copy));
}

TEST(Labels, CountFromTheFirst) {
  const Labels labels = Labels::counting_from(1);
  EXPECT_EQ(labels.of(0), "1");
  EXPECT_EQ(labels.find("1", 5), 0u);
  EXPECT_EQ(labels.find("5", 5), 4u);
  for (const char* missing : {"0", "6", "", "x", "-1", "1x", "99999999999999999999"})
    EXPECT_EQ(labels.find(missing, 5), 5u);
}

TEST(Labels, FindIntegersInOrder) {
  const Labels labels = numbers({3, 10, 1'000'000'000'000});
  EXPECT_EQ(labels.of(2), "1000000000000");
  EXPECT_EQ(labels.find("10", 3), 1u);
  EXPECT_EQ(labels.find("11", 3), 3u);
}

TEST(Labels, FindIntegersInAnyOrder) {
  const Labels labels = numbers({10, 3, 7, 0});
  for (std::uint64_t v = 0; v < 4; ++v) EXPECT_EQ(labels.find(labels.of(v), 4), v);
  EXPECT_EQ(labels.find("1", 4), 4u);
}

TEST(Labels, FindStrings) {
  const Labels labels = words({"libc6", "bash", "", "dpkg"});
  EXPECT_TRUE(labels.are_strings());
  for (std::uint64_t v = 0; v < 4; ++v) EXPECT_EQ(labels.find(labels.of(v), 4), v);
  EXPECT_EQ(labels.find("Bash", 4), 4u);
}

TEST(Labels, OfNoVerticesFindNothing) {
  EXPECT_EQ(words({}).find("a", 0), 0u);
  EXPECT_EQ(numbers({}).find("0", 0), 0u);
  EXPECT_EQ(Labels().find("0", 0), 0u);
}

TEST(Labels, FindFromSeveralThreadsAtOnce) {
  std::vector<std::string> names;
  for (int i = 0; i < 20'000; ++i) names.push_back(fmt::format("v{}", i * 7));
  const Labels labels = words(names);
  std::vector<std::uint64_t> found(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t t = 0; t < found.size(); ++t) {
      threads.emplace_back([&, t] { found[t] = labels.find(names[t * 5000], names.size()); });
    }
  }
  EXPECT_EQ(found, (std::vector<std::uint64_t>{0, 5000, 10'000, 15'000}));
}

TEST(Labels, AreIndexedByAllThreads) {
  std::vector<std::string> names;
  std::vector<std::uint64_t> mixed, ascending;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    names.push_back(fmt::format("v{}", i * 7));
    mixed.push_back(mix64(i));
    ascending.push_back(3 * i);
  }
  Crew crew(synthetic_machine("4"), {.threads = 4, .pin = false});
  const Labels all[] = {words(names), numbers(mixed), numbers(ascending)};
  for (const Labels& labels : all) {
    labels.build_index(crew);
    for (std::uint64_t v = 0; v < names.size(); ++v) ASSERT_EQ(labels.find(labels.of(v), names.size()), v);
    EXPECT_EQ(labels.find("1", names.size()), names.size());
  }
  Labels::counting_from(1).build_index(crew);
}

TEST(Labels, of_which_two_are_equal_find_the_first_and_tell_the_other) {
  std::vector<std::string> names;
  std::vector<std::uint64_t> ids;
  for (std::uint64_t i = 0; i < 100'000; ++i) {
    names.push_back(fmt::format("v{}", i % 50'000));
    ids.push_back(mix64(i % 50'000));
  }
  Crew crew(synthetic_machine("4"), {.threads = 4, .pin = false});
  const Labels all[] = {words(names), numbers(ids)};
  for (const Labels& labels : all) {
    EXPECT_EQ(labels.repeated(crew), 50'000u);
    labels.build_index(crew);
    for (std::uint64_t v = 0; v < names.size(); ++v) ASSERT_EQ(labels.find(labels.of(v), names.size()), v % 50'000);
  }
  EXPECT_EQ(numbers({1, 2, 2}).repeated(crew), 2u);
  EXPECT_EQ(numbers({1, 2, 3}).repeated(crew), std::nullopt);
  EXPECT_EQ(Labels::counting_from(0).repeated(crew), std::nullopt);
}

TEST(Graph, CountsItsBytes) {
  const Graph graph = testing::drawn("0-1:3 1-2:4");
  EXPECT_GE(graph.bytes(), 4 * 8 + 4 * 4 + 4 * 4u);
  EXPECT_TRUE(graph.weighted());
  EXPECT_FALSE(graph.wide());
  EXPECT_TRUE(testing::drawn("0-1", {.wide = true}).wide());
}

}  // namespace
}  // namespace Atoll
