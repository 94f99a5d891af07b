// SPDX-License-Identifier: Apache-2.0
#include <cstring>
#include <filesystem>
#include <functional>
#include <gtest/gtest.h>

#include "atoll/graph/binary/atoll_format.hpp"
#include "atoll/graph/binary/testing.hpp"

namespace Atoll {
namespace {

namespace fs = std::filesystem;
using atoll_format::Header;
using atoll_format::Section;
using testing::arcs_of;
using testing::drawn;
using testing::names;

class AtollFormatTest : public testing::AtollFileTest {
 protected:
  Graph again(const Graph& graph, const ReadOptions& options = {}) { return read(written(graph), options); }

  std::string refusal(const std::string& bytes) {
    file(name_, bytes);
    return refusal();
  }
  std::string refusal() {
    return testing::refusal_by(ErrorKind::input, [&] { read_atoll(path_, {}, crew_, watch_); });
  }

  // The file with its front changed and its checksum put right again: what another writer could have made.
  std::string forged(const std::string& bytes, const std::function<void(Header&, Section*)>& change) {
    std::string result = bytes;
    Header header;
    std::memcpy(&header, result.data(), sizeof(header));
    std::vector<Section> sections(header.sections);
    std::memcpy(sections.data(), result.data() + sizeof(header), sections.size() * sizeof(Section));
    const std::size_t front = header.front_bytes;
    change(header, sections.data());
    header.checksum = 0;
    std::memcpy(result.data(), &header, sizeof(header));
    std::memcpy(result.data() + sizeof(header), sections.data(), sections.size() * sizeof(Section));
    header.checksum = atoll_format::checksum_of(std::as_bytes(std::span(result)).first(front));
    std::memcpy(result.data(), &header, sizeof(header));
    return result;
  }
};

Graph named() {
  Graph graph = drawn("0>1:5 0>2:-1 2>0:7");
  graph.labels = names({"bash", "libc6", "zlib1g"});
  return graph;
}

TEST_F(AtollFormatTest, keeps_arcs_weights_and_direction) {
  for (const bool wide : {false, true}) {
    for (const char* text :
         {"0>1 0>1 2>0 2>2", "0-1 1-2 2-2 5", "0>1:3 1>0:-4", "0-1:0.5 1-2:1e-7 2-2:-0.0", "7", ""}) {
      const Graph graph = drawn(text, {.wide = wide});
      const Graph copy = again(graph);
      EXPECT_EQ(arcs_of(copy), arcs_of(graph));
      EXPECT_EQ(copy.vertices, graph.vertices);
      EXPECT_EQ(copy.arcs, graph.arcs);
      EXPECT_EQ(copy.directed, graph.directed);
      EXPECT_EQ(copy.weights.type, graph.weights.type);
    }
  }
}

TEST_F(AtollFormatTest, keeps_labels) {
  Graph graph = drawn("0>1 1>2");
  graph.labels = Labels::counting_from(100);
  EXPECT_EQ(again(graph).labels.of(2), "102");
  Array<std::uint64_t> ids(3);
  ids[0] = 7, ids[1] = 3, ids[2] = 1ull << 60;
  graph.labels = Labels::integers(std::move(ids));
  EXPECT_EQ(again(graph).labels.of(2), std::to_string(1ull << 60));
  EXPECT_EQ(again(graph).labels.find("7", 3), 0u);
  const Graph copy = again(named());
  EXPECT_EQ(copy.labels.of(1), "libc6");
  EXPECT_EQ(copy.labels.find("zlib1g", 3), 2u);
}

TEST_F(AtollFormatTest, gives_ids_the_width_asked_for) {
  const Graph narrow = drawn("0-1 1-2"), wide = drawn("0-1 1-2", {.wide = true});
  EXPECT_FALSE(again(wide).wide());
  EXPECT_FALSE(again(wide, {.width = IdWidth::narrow}).wide());
  EXPECT_TRUE(again(narrow, {.width = IdWidth::wide}).wide());
  EXPECT_EQ(arcs_of(again(narrow, {.width = IdWidth::wide})), arcs_of(narrow));
}

TEST_F(AtollFormatTest, spans_many_blocks) {
  Graph graph;
  graph.vertices = 5'700'000;  // more than 64 MiB: the large alignment
  graph.arcs = graph.vertices;
  Csr<std::uint32_t> ring{.offsets = Array<std::uint64_t>(graph.vertices + 1),
                          .targets = Array<std::uint32_t>(graph.vertices)};
  for (std::uint32_t v = 0; v < graph.vertices; ++v) {
    ring.offsets[v + 1] = v + 1;
    ring.targets[v] = (v + 1) % static_cast<std::uint32_t>(graph.vertices);
  }
  graph.out = std::move(ring);
  const std::string bytes = written(graph);
  const Graph copy = read(bytes);
  EXPECT_TRUE(std::ranges::equal(std::get<0>(copy.out).targets, std::get<0>(graph.out).targets));
  EXPECT_TRUE(std::ranges::equal(std::get<0>(copy.out).offsets, std::get<0>(graph.out).offsets));
  std::string damaged = bytes;
  damaged[bytes.size() / 2] ^= 1;
  EXPECT_NE(refusal(damaged).find("wrong checksum"), std::string::npos);
}

TEST_F(AtollFormatTest, refuses_a_flipped_byte_wherever_it_is) { expect_flips_refused(written(named()), {}); }

TEST_F(AtollFormatTest, refuses_every_truncation) {
  const std::string bytes = written(named());
  for (std::size_t size = bytes.size() - 1; size > 0; --size) {
    fs::resize_file(path_, size);
    ASSERT_NE(refusal().find("cut short"), std::string::npos) << size;
  }
  EXPECT_NE(refusal("").find("empty"), std::string::npos);
  EXPECT_NE(refusal(bytes + "x").find("follow its end"), std::string::npos);
}

TEST_F(AtollFormatTest, says_what_to_do_about_a_newer_version) {
  std::string bytes = written(named());
  bytes[8] = 9;
  EXPECT_EQ(refusal(bytes),
            path_ +
                ": written by a newer Atoll (version 9, this one reads 1); update this Atoll, or convert the "
                "graph again with it");
  EXPECT_NE(refusal("0 1\n1 2\n").find("not an .atoll file"), std::string::npos);
}

TEST_F(AtollFormatTest, refuses_a_front_that_contradicts_itself) {
  const std::string bytes = written(named());
  EXPECT_EQ(refusal(forged(bytes, [](Header&, Section*) {})), "accepted");
  const auto refused = [&](const std::function<void(Header&, Section*)>& change) {
    const std::string message = refusal(forged(bytes, change));
    return message != "accepted" && message != "of the wrong kind";
  };
  EXPECT_TRUE(refused([](Header& h, Section*) { h.vertices = 4; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.vertices = ~0ull; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.arcs = 1ull << 62; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.arcs = 2; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.id_bytes = 2; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.id_bytes = 8; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.weight_type = 0; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.label_kind = 1; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.flags |= 2; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.flags = 0; }));  // undirected, but not symmetric
  EXPECT_TRUE(refused([](Header& h, Section*) { h.block_bytes = 0; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.block_bytes = 12288; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.alignment = 3; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.sections = 1u << 31; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.blocks = ~0ull; }));
  EXPECT_TRUE(refused([](Header& h, Section*) { h.file_bytes -= 4096; }));
  EXPECT_TRUE(refused([](Header&, Section* s) { s[1].offset = 1ull << 62; }));
  EXPECT_TRUE(refused([](Header&, Section* s) { s[1].offset = s[0].offset; }));
  EXPECT_TRUE(refused([](Header&, Section* s) { s[1].bytes = ~0ull; }));
  EXPECT_TRUE(refused([](Header&, Section* s) { s[1].first_block = 99; }));
  EXPECT_TRUE(refused([](Header&, Section* s) { s[1].id = s[0].id; }));
  const std::string message = refusal(forged(bytes, [](Header& h, Section*) { h.alignment = 1ull << 31; }));
  EXPECT_NE(message.find("its alignment is no power of two from 4 KiB to 1 GiB"), message.npos) << message;
}

TEST_F(AtollFormatTest, skips_unknown_sections_unless_they_are_mandatory) {
  Graph graph = named();
  graph.labels = Labels::counting_from(0);
  const std::string bytes = written(graph);
  const auto to_unknown = [](std::uint32_t flags) {
    return [flags](Header& h, Section* s) {
      h.weight_type = 0;  // the section of the weights gets another meaning
      s[2].id = 77;
      s[2].flags = flags;
    };
  };
  EXPECT_EQ(arcs_of(read(forged(bytes, to_unknown(0)))), "0>1 0>2 2>0");
  EXPECT_NE(refusal(forged(bytes, to_unknown(1))).find("section 77"), std::string::npos);
}

// A writer may err where no checksum can tell.
TEST_F(AtollFormatTest, refuses_rows_that_are_no_graph) {
  const auto refused = [&](auto&& change) {
    Graph graph = drawn("0>1 0>3 1>2 3>0");
    change(std::get<0>(graph.out));
    const std::string message = refusal(written(graph));
    return message != "accepted" && message != "of the wrong kind";
  };
  using Rows = Csr<std::uint32_t>;
  EXPECT_FALSE(refused([](Rows&) {}));
  EXPECT_TRUE(refused([](Rows& rows) { rows.targets[1] = 4; }));
  EXPECT_TRUE(refused([](Rows& rows) { rows.targets[1] = ~0u; }));
  EXPECT_TRUE(refused([](Rows& rows) { std::swap(rows.targets[0], rows.targets[1]); }));
  EXPECT_TRUE(refused([](Rows& rows) { rows.offsets[0] = 1; }));
  EXPECT_TRUE(refused([](Rows& rows) { rows.offsets[1] = 4; }));
  EXPECT_TRUE(refused([](Rows& rows) { rows.offsets[2] = ~0ull; }));
  EXPECT_TRUE(refused([](Rows& rows) { rows.offsets[4] = 3; }));
}

TEST_F(AtollFormatTest, refuses_labels_that_do_not_fill_their_text) {
  Graph graph = named();
  Array<std::uint64_t> starts(4);
  starts[1] = 9, starts[2] = 2, starts[3] = 4;
  graph.labels = Labels::strings(Array<char>(4), std::move(starts));
  EXPECT_NE(refusal(written(graph)).find("labels"), std::string::npos);
}

TEST_F(AtollFormatTest, refuses_a_label_that_is_there_twice) {
  const auto refusal_of = [&](Labels labels) {
    Graph graph = drawn("0>1:5 0>2:-1 2>0:7");
    graph.labels = std::move(labels);
    const std::string message = refusal(written(graph));
    return message.starts_with(path_ + ": ") ? message.substr(path_.size() + 2) : message;
  };
  const auto numbers = [](std::uint64_t first, std::uint64_t second, std::uint64_t third) {
    Array<std::uint64_t> ids(3);
    ids[0] = first, ids[1] = second, ids[2] = third;
    return Labels::integers(std::move(ids));
  };
  EXPECT_TRUE(refusal_of(names({"bash", "zlib1g", "bash"})).starts_with("the label 'bash' is there twice"));
  EXPECT_TRUE(refusal_of(numbers(7, 3, 7)).starts_with("the label '7' is there twice"));
  EXPECT_TRUE(refusal_of(numbers(3, 7, 7)).starts_with("the label '7' is there twice"));
  EXPECT_EQ(refusal_of(numbers(7, 3, 5)), "accepted");
}

TEST_F(AtollFormatTest, stops_on_request) {
  const std::string bytes = written(named());
  watch_.cancel();
  try {
    read(bytes);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::cancelled);
  }
}

TEST_F(AtollFormatTest, says_what_is_wrong_with_a_path) {
  EXPECT_THROW(read_atoll(path_ + ".missing", {}, crew_, watch_), Error);
  EXPECT_THROW(read_atoll(::testing::TempDir(), {}, crew_, watch_), Error);
  EXPECT_THROW(read_atoll("/dev/null", {}, crew_, watch_), Error);
}

}  // namespace
}  // namespace Atoll
