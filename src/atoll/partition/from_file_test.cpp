// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <fcntl.h>
#include <future>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

#include "atoll/partition/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

std::string refusal(const std::string& file_text, const Graph& graph, int parts) {
  const TemporaryFile file(file_text);
  Crew crew = crew_of(2);
  const std::string message =
      message_of([&] { partition::from_file(graph, parts, file.path(), crew); }, ErrorKind::input);
  return message.starts_with(file.path()) ? message.substr(file.path().size()) : message;
}

TEST(PartitionFile, ReadsOnePartPerLine) {
  const Graph graph = drawn("0-1 1-2 2-3");
  Crew crew = crew_of(2);
  for (const char* text : {"1\n0\n1\n0\n", "1\n0\n1\n0", "1\r\n 0\r\n1 \r\n0\r\n", "1\n0\n1\n0\n\n \n"}) {
    const TemporaryFile file(text);
    EXPECT_EQ(drawn_parts(partition::from_file(graph, 2, file.path(), crew)), "1 3 | 0 2 ");
  }
}

TEST(PartitionFile, ReadsALongFileInPieces) {
  const std::uint64_t n = 300'000;
  std::string text;
  for (std::uint64_t v = 0; v < n; ++v) text += v % 3 == 0 ? "10\n" : "0\n";
  const TemporaryFile file(text);
  const Graph graph = drawn(std::to_string(n - 1));
  Crew crew = crew_of(2);
  const Partition parts = partition::from_file(graph, 11, file.path(), crew);
  for (std::uint64_t v = 0; v < n; ++v) ASSERT_EQ(parts.owner(parts.internal_of[v]), v % 3 == 0 ? 10 : 0);
}

TEST(PartitionFile, SaysWhatIsWrongAndWhere) {
  const Graph graph = drawn("0-1 1-2");
  EXPECT_EQ(refusal("0\n2\n1\n", graph, 2), ":2: part 2 is not in 0 .. 1; ask for as many parts as the file has");
  for (const char* garbage : {"x", "", "-1", "1 0", "1.5", "99999999999999999999"}) {
    EXPECT_EQ(
        refusal(fmt::format("0\n1\n{}\n", garbage), graph, 2),
        fmt::format(":3: '{}' is not a part number; give one number per line, from 0, and nothing else", garbage));
  }
  EXPECT_EQ(refusal("0\n\1\xff\n1\n", graph, 2),
            ":2: '\?\?' is not a part number; give one number per line, from 0, and nothing else");
  EXPECT_EQ(refusal("0\n1\n", graph, 2),
            ":2: ends here, but the graph has 3 vertices; use the partition of this very graph");
  EXPECT_EQ(refusal("0\n1\n1\n\n0\n", graph, 2),
            ":5: more lines than the graph has vertices, 3; use the partition of this very graph");
  EXPECT_NE(refusal("", graph, 2).find("empty"), std::string::npos);
}

TEST(PartitionFile, stops_on_request_though_the_pipe_is_silent) {
  const TemporaryFile place("");
  const std::string fifo = place.path() + ".fifo";
  ASSERT_EQ(mkfifo(fifo.c_str(), 0600), 0);
  const int writer = ::open(fifo.c_str(), O_RDWR | O_CLOEXEC);
  std::promise<void> left;
  std::thread closer([&, leaving = left.get_future()] {  // so that a failure ends
    leaving.wait_for(std::chrono::seconds(5));
    close(writer);
  });
  Watch watch;
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false, .watch = &watch});
  const Graph graph = drawn("0-1 1-2");
  watch.cancel();
  EXPECT_EQ(message_of([&] { partition::from_file(graph, 2, fifo, crew); }, ErrorKind::cancelled),
            "stopped on request");
  left.set_value();
  closer.join();
  unlink(fifo.c_str());
}

TEST(PartitionFile, ReportsTheFirstOfManyBadLines) {
  std::string text;
  for (int v = 0; v < 200'000; ++v) text += v >= 100'000 ? "bad\n" : "1\n";
  EXPECT_TRUE(refusal(text, drawn("199999"), 2).starts_with(":100001: 'bad'"));
}

TEST(PartitionFile, RefusesAMissingFileAndAFolder) {
  const Graph graph = drawn("0-1");
  Crew crew = crew_of(1);
  for (const std::string& path : {::testing::TempDir() + "atoll_no_such_file", ::testing::TempDir()}) {
    const std::string message = message_of([&] { partition::from_file(graph, 2, path, crew); }, ErrorKind::input);
    EXPECT_TRUE(message.starts_with(path)) << message;
  }
}

}  // namespace
}  // namespace Atoll
