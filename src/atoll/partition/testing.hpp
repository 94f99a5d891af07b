// SPDX-License-Identifier: Apache-2.0
// For tests only: crews, skewed graphs, partitions written as text, files that go away, and the message of an error.
#pragma once

#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <unistd.h>

#include "atoll/base/random.hpp"
#include "atoll/graph/testing.hpp"
#include "atoll/partition/partition.hpp"

namespace Atoll::testing {

inline Crew crew_of(int threads) { return Crew(synthetic_machine("2x2"), {.threads = threads, .pin = false}); }

// Degrees fall off like a power law in a scrambled order; the last tenth of the vertices has no arcs.
template <class Id>
Graph skewed(std::uint64_t vertices, std::uint64_t arcs) {
  const Random random(7);
  EdgeList<Id> edges{.vertices = vertices, .source = Array<Id>(arcs), .target = Array<Id>(arcs), .weights = {}};
  const auto draw = [&](std::uint64_t i) {
    const double x = random.unit(i);
    const auto rank = static_cast<std::uint64_t>(x * x * x * static_cast<double>(vertices) * 0.9);
    return static_cast<Id>(rank * 7919 % vertices);
  };
  for (std::uint64_t i = 0; i < arcs; ++i) {
    edges.source[i] = draw(2 * i);
    edges.target[i] = draw(2 * i + 1);
  }
  Crew crew = crew_of(1);
  return build_graph(std::move(edges), {.labels = {}}, crew, Watch());
}

// The vertices of each part in their order: "2 0 | 1 | ".
inline std::string drawn_parts(const Partition& partition) {
  std::string text;
  for (int p = 0; p < partition.parts(); ++p) {
    if (p != 0) text += "| ";
    const std::uint64_t first = partition.first[static_cast<std::size_t>(p)];
    for (std::uint64_t i = 0; i < partition.size(p); ++i) text += std::to_string(partition.user_of[first + i]) + " ";
  }
  return text;
}

// A file in the tests' temporary folder, gone with the object; one at a time.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& text) { std::ofstream(path_, std::ios::binary) << text; }
  ~TemporaryFile() { std::filesystem::remove(path_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_ = fmt::format("{}atoll_{}.part", ::testing::TempDir(), getpid());
};

inline std::string message_of(const std::function<void()>& work, ErrorKind kind) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  return "no error";
}

}  // namespace Atoll::testing
