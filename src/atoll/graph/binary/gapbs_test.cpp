// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <vector>

#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/read/testing.hpp"
#include "atoll/graph/write/write.hpp"

namespace Atoll {
namespace {

using testing::arcs_of;
using testing::drawn;
using testing::inverse_arcs_of;

// A file put together by hand.
struct Bytes {
  std::string text;

  template <class T>
  Bytes& operator<<(T value) {
    text.append(reinterpret_cast<const char*>(&value), sizeof(value));
    return *this;
  }
};

Bytes file_of(bool directed, const std::vector<std::int64_t>& offsets, const std::vector<std::int32_t>& words,
              std::int64_t arcs) {
  Bytes bytes;
  bytes << directed << arcs << static_cast<std::int64_t>(offsets.size() - 1);
  for (const std::int64_t offset : offsets) bytes << offset;
  for (const std::int32_t word : words) bytes << word;
  return bytes;
}

class GapbsTest : public testing::FolderTest {
 protected:
  Graph read(const std::string& bytes, bool weighted = false, const ReadOptions& options = {}) {
    return read_gapbs(file("graph", bytes), weighted, options, crew_, watch_);
  }
  std::string written(const Graph& graph, const std::string& format) {
    write_graph(graph, path("graph"), format, crew_, watch_);
    return content("graph");
  }
  std::string refusal(const std::string& bytes, bool weighted = false) {
    return testing::refusal_by(ErrorKind::input, [&] { read(bytes, weighted); });
  }

  Crew crew_{synthetic_machine("1"), {.threads = 2, .pin = false}};
  Watch watch_;
};

TEST_F(GapbsTest, reads_an_undirected_file) {
  const Graph graph = read(file_of(false, {0, 1, 3, 4}, {1, 0, 2, 1}, 4).text);
  EXPECT_EQ(arcs_of(graph), "0>1 1>0 1>2 2>1");
  EXPECT_FALSE(graph.directed);
  EXPECT_EQ(graph.labels.of(2), "2");
}

TEST_F(GapbsTest, reads_a_directed_file_without_its_inverse) {
  Bytes bytes = file_of(true, {0, 2, 2}, {0, 1}, 2);
  bytes << std::int64_t{0} << std::int64_t{1} << std::int64_t{2} << 0 << 0;
  EXPECT_EQ(arcs_of(read(bytes.text)), "0>0 0>1");
  EXPECT_TRUE(read(bytes.text).directed);
}

TEST_F(GapbsTest, keeps_the_inverse_if_asked_to) {
  for (const IdWidth width : {IdWidth::narrow, IdWidth::wide}) {
    const ReadOptions with_inverse{.width = width, .inverse = true};
    const std::string bytes = written(drawn("0>1 0>2 1>2 3>0 3>3"), "sg");
    EXPECT_EQ(inverse_arcs_of(read(bytes, false, with_inverse)), "0>3 1>0 2>0 2>1 3>3");
    EXPECT_EQ(arcs_of(read(bytes, false, with_inverse)), "0>1 0>2 1>2 3>0 3>3");
    const std::string weighted = written(drawn("0>1:5 0>1:3 2>1:4"), "wsg");
    EXPECT_EQ(inverse_arcs_of(read(weighted, true, with_inverse)), "1>0:3 1>0:5 1>2:4");
    EXPECT_FALSE(read(bytes).in);
    EXPECT_FALSE(read(written(drawn("0-1"), "sg"), false, with_inverse).in);
    EXPECT_FALSE(read(bytes, false, {.drop_self_loops = true, .inverse = true}).in);
    EXPECT_FALSE(read(bytes, false, {.merge = Merge::min, .inverse = true}).in);
    EXPECT_FALSE(read(bytes, false, {.directed = false, .inverse = true}).in);
  }
}

TEST_F(GapbsTest, sorts_an_inverse_that_is_not) {
  Bytes bytes = file_of(true, {0, 1, 2, 2}, {2, 2}, 2);
  for (const std::int64_t offset : {0, 0, 0, 2}) bytes << offset;
  bytes << 1 << 0;
  EXPECT_EQ(inverse_arcs_of(read(bytes.text, false, {.inverse = true})), "2>0 2>1");
}

TEST_F(GapbsTest, refuses_an_inverse_of_other_arcs) {
  const auto refused = [&](const std::vector<std::int64_t>& offsets, const std::vector<std::int32_t>& sources) {
    Bytes bytes = file_of(true, {0, 1, 2, 2, 2}, {1, 0}, 2);
    for (const std::int64_t offset : offsets) bytes << offset;
    for (const std::int32_t source : sources) bytes << source;
    return testing::refusal_by(ErrorKind::input, [&] { read(bytes.text, false, {.inverse = true}); });
  };
  EXPECT_EQ(refused({0, 1, 2, 2, 2}, {1, 0}), "accepted");
  EXPECT_NE(refused({0, 0, 0, 1, 2}, {3, 2}).find("turned round"), std::string::npos);
  EXPECT_NE(refused({0, 1, 2, 2, 2}, {0, 1}).find("turned round"), std::string::npos);
  EXPECT_NE(refused({0, 1, 2, 2, 2}, {1, 4}).find("beyond"), std::string::npos);
  EXPECT_NE(refused({0, 2, 1, 2, 2}, {1, 0}).find("do not grow"), std::string::npos);
  EXPECT_NE(refused({0, 1, 2, 2, 1}, {1, 0}).find("promises"), std::string::npos);
}

TEST_F(GapbsTest, sorts_rows_that_are_not) {
  EXPECT_EQ(arcs_of(read(file_of(false, {0, 2, 3, 4}, {2, 1, 0, 0}, 4).text)), "0>1 0>2 1>0 2>0");
  const std::string weighted = file_of(false, {0, 2, 3, 4}, {2, 7, 1, -5, 0, -5, 0, 7}, 4).text;
  EXPECT_EQ(arcs_of(read(weighted, true)), "0>1:-5 0>2:7 1>0:-5 2>0:7");
  EXPECT_EQ(arcs_of(read(weighted, true, {.width = IdWidth::wide})), "0>1:-5 0>2:7 1>0:-5 2>0:7");
}

TEST_F(GapbsTest, writes_what_it_reads) {
  for (const char* text : {"0>1 0>1 2>0 2>2", "0-1 1-2 2-2 5", "7"}) {
    const Graph graph = drawn(text);
    EXPECT_EQ(arcs_of(read(written(graph, "sg"))), arcs_of(graph));
    EXPECT_EQ(read(written(graph, "sg")).vertices, graph.vertices);
    EXPECT_EQ(arcs_of(read(written(drawn(text, {.wide = true}), "sg"), false, {.width = IdWidth::wide})),
              arcs_of(graph));
  }
  for (const char* text : {"0>1:3 1>0:-4 1>0:9", "0-1:5 1-2:1 2-2:-7"}) {
    EXPECT_EQ(arcs_of(read(written(drawn(text), "wsg"), true)), arcs_of(drawn(text)));
  }
  EXPECT_EQ(arcs_of(read(written(drawn("0>1"), "wsg"), true)), "0>1:1");
}

TEST_F(GapbsTest, writes_the_inverse_of_a_directed_graph) {
  Bytes expected = file_of(true, {0, 2, 2, 3}, {1, 5, 2, 6, 0, 7}, 3);
  for (const std::int64_t offset : {0, 1, 2, 3}) expected << offset;
  for (const std::int32_t word : {2, 7, 0, 5, 0, 6}) expected << word;
  EXPECT_TRUE(written(drawn("0>1:5 0>2:6 2>0:7"), "wsg") == expected.text);
}

TEST_F(GapbsTest, reads_as_asked) {
  const std::string directed = written(drawn("0>1:3 0>0:4 0>1:2 2>0:9"), "wsg");
  EXPECT_EQ(arcs_of(read(directed, true, {.drop_self_loops = true})), "0>1:2 0>1:3 2>0:9");
  EXPECT_EQ(arcs_of(read(directed, true, {.merge = Merge::sum})), "0>0:4 0>1:5 2>0:9");
  const Graph edges = read(directed, true, {.directed = false, .drop_self_loops = true, .merge = Merge::max});
  EXPECT_EQ(arcs_of(edges), "0>1:3 0>2:9 1>0:3 2>0:9");
  EXPECT_FALSE(edges.directed);
  const std::string undirected = written(drawn("0-1"), "sg");
  EXPECT_TRUE(read(undirected, false, {.directed = true}).directed);
  EXPECT_EQ(arcs_of(read(undirected, false, {.directed = true})), "0>1 1>0");
}

TEST_F(GapbsTest, refuses_real_weights) { EXPECT_THROW(written(drawn("0>1:0.5"), "wsg"), Error); }

TEST_F(GapbsTest, says_which_format_it_is_instead) {
  EXPECT_NE(refusal(written(drawn("0-1:5"), "wsg")).find("read it as wsg"), std::string::npos);
  EXPECT_NE(refusal(written(drawn("0-1"), "sg"), true).find("read it as sg"), std::string::npos);
  EXPECT_NE(refusal("0 1\n1 2\n2 3\n3 4\n4 5\n5 6\n").find("not a serialized graph"), std::string::npos);
}

TEST_F(GapbsTest, refuses_every_truncation) {
  for (const char* text : {"0>1 0>2 2>0", "0-1 1-2"}) {
    const std::string bytes = written(drawn(text), "sg");
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const std::string message = refusal(bytes.substr(0, size));
      EXPECT_TRUE(message != "accepted" && message != "of the wrong kind") << size;
    }
    EXPECT_NE(refusal(bytes + "x"), "accepted");
  }
}

TEST_F(GapbsTest, refuses_rows_that_are_no_graph) {
  EXPECT_NE(refusal(file_of(false, {0, 1, 2}, {1, 2}, 2).text).find("beyond"), std::string::npos);
  EXPECT_NE(refusal(file_of(false, {0, 1, 2}, {1, -1}, 2).text).find("beyond"), std::string::npos);
  EXPECT_NE(refusal(file_of(false, {0, 3, 2}, {1, 0}, 2).text).find("do not grow"), std::string::npos);
  EXPECT_NE(refusal(file_of(false, {0, 1, 1}, {1, 0}, 2).text).find("promises"), std::string::npos);
  EXPECT_NE(refusal(file_of(false, {0, 1, 1}, {1}, 1).text).find("no counterpart"), std::string::npos);
  EXPECT_NE(refusal(file_of(false, {0, -1, 2}, {1, 0}, 2).text).find("do not grow"), std::string::npos);
  Bytes negative = file_of(false, {0, 1, 2}, {1, 0}, -1);
  EXPECT_NE(refusal(negative.text).find("counts"), std::string::npos);
}

}  // namespace
}  // namespace Atoll
