// SPDX-License-Identifier: Apache-2.0
// What an .atoll file keeps for many runs: the arcs turned round, and rows in an order of their own.
#include <algorithm>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <random>

#include "atoll/graph/binary/atoll_format.hpp"
#include "atoll/graph/binary/testing.hpp"
#include "atoll/graph/transform/transform.hpp"

#include "tests/support/samples.hpp"

namespace Atoll {
namespace {

using atoll_format::Header;
using atoll_format::Section;
using atoll_format::SectionId;
using testing::arcs_of;
using testing::drawn;
using testing::inverse_arcs_of;

const ReadOptions as_kept{.inverse = true, .in_order = true};
constexpr const char* star = "0>3:1 1>3:2 2>3:3 3>0:4 3>1:5 3>2:6 3>3:7 4>3:8 4>3:9";

class PreparedFileTest : public testing::AtollFileTest {
 protected:
  std::string refusal(const std::string& bytes) {
    return testing::refusal_by(ErrorKind::input, [&] { read(bytes, as_kept); });
  }
  bool refused(const std::string& bytes) {
    const std::string message = refusal(bytes);
    return message != "accepted" && message != "of the wrong kind";
  }

  // Its rows in the order given, whatever the degrees.
  Graph ordered(Graph graph, const std::vector<std::uint64_t>& user_of) {
    IdArray order(user_of.size(), graph.wide());
    for (std::uint64_t row = 0; row < user_of.size(); ++row) order.set(row, user_of[row]);
    IdArray back(user_of.size(), graph.wide());
    invert(order, back, crew_);
    graph.order = {.strategy = "test", .first = {0, graph.vertices}, .user_of = std::move(back)};
    transform::in_users_order(graph, crew_, watch_);  // the rows of a graph that was in the inverse order
    graph.order = {.strategy = "test", .first = {0, graph.vertices}, .user_of = std::move(order)};
    return graph;
  }
  Graph prepared(const char* text, bool wide = false) {
    Graph graph = drawn(text, {.wide = wide});
    if (graph.directed) graph.in = transform::inverse_of(graph, graph.weighted(), crew_, watch_);
    return ordered(std::move(graph), {3, 1, 4, 0, 2});
  }
};

TEST_F(PreparedFileTest, keeps_both_directions_and_the_order) {
  for (const bool wide : {false, true}) {
    const std::string bytes = written(prepared(star, wide));
    for (const IdWidth width : {IdWidth::narrow, IdWidth::wide}) {
      const Graph graph = read(bytes, {.width = width, .inverse = true, .in_order = true});
      ASSERT_TRUE(graph.in && graph.order);
      EXPECT_EQ(arcs_of(graph), "0>0:7 0>1:5 0>3:4 0>4:6 1>0:2 2>0:8 2>0:9 3>0:1 4>0:3");
      EXPECT_EQ(inverse_arcs_of(read(bytes, {.width = width, .inverse = true, .in_order = true})),
                "0>0:7 0>1:2 0>2:8 0>2:9 0>3:1 0>4:3 1>0:5 3>0:4 4>0:6");
      EXPECT_EQ(graph.user_of(0), 3u);
      EXPECT_EQ(graph.user_of(4), 2u);
      EXPECT_EQ(graph.order->strategy, "test");
      EXPECT_EQ(graph.order->first, (std::vector<std::uint64_t>{0, 5}));
    }
  }
}

TEST_F(PreparedFileTest, gives_the_users_order_to_who_does_not_ask) {
  const std::string bytes = written(prepared(star));
  const Graph plain = read(bytes);
  EXPECT_EQ(arcs_of(plain), arcs_of(drawn(star)));
  EXPECT_FALSE(plain.in || plain.order);
  EXPECT_EQ(plain.origin.order, "test");
  EXPECT_TRUE(plain.origin.inverse);
  EXPECT_EQ(read(bytes, {.directed = false}).origin.order, "test");
  const Graph with_inverse = read(bytes, {.inverse = true});
  EXPECT_EQ(arcs_of(with_inverse), arcs_of(drawn(star)));
  EXPECT_EQ(inverse_arcs_of(read(bytes, {.inverse = true})), "0>3:4 1>3:5 2>3:6 3>0:1 3>1:2 3>2:3 3>3:7 3>4:8 3>4:9");
  EXPECT_FALSE(read(bytes, {.drop_self_loops = true, .inverse = true, .in_order = true}).in);
  EXPECT_EQ(arcs_of(read(bytes, {.drop_self_loops = true, .in_order = true})),
            "0>3:1 1>3:2 2>3:3 3>0:4 3>1:5 3>2:6 4>3:8 4>3:9");
}

TEST_F(PreparedFileTest, keeps_what_an_undirected_graph_has) {
  const std::string bytes = written(prepared("0-3 1-3 2-3 3-4 3-3"));
  EXPECT_EQ(arcs_of(read(bytes)), arcs_of(drawn("0-3 1-3 2-3 3-4 3-3")));
  const Graph graph = read(bytes, as_kept);
  EXPECT_FALSE(graph.in);
  ASSERT_TRUE(graph.order);
  EXPECT_EQ(arcs_of(graph), "0>0 0>1 0>2 0>3 0>4 1>0 2>0 3>0 4>0");
}

TEST_F(PreparedFileTest, is_refused_by_other_formats) {
  for (const char* const format : {"edges", "csv", "mtx", "el", "sg"})
    EXPECT_THROW(write_graph(prepared("0-3 1-3 2-3 3-4"), path("graph"), format, crew_, watch_), Error);
}

TEST_F(PreparedFileTest, refuses_a_flipped_byte_wherever_it_is) {
  expect_flips_refused(written(prepared(star)), as_kept);
}

// A writer may err where no checksum can tell.
TEST_F(PreparedFileTest, refuses_an_order_that_is_none) {
  const auto wrong = [&](const std::function<void(RowOrder&)>& change) {
    Graph graph = prepared(star);
    change(*graph.order);
    return refusal(written(graph));
  };
  EXPECT_EQ(wrong([](RowOrder&) {}), "accepted");
  EXPECT_NE(wrong([](RowOrder& order) { order.user_of.set(1, 3); }).find("a vertex twice"), std::string::npos);
  EXPECT_NE(wrong([](RowOrder& order) { order.user_of.set(1, 5); }).find("beyond the last of 5"), std::string::npos);
  EXPECT_NE(wrong([](RowOrder& order) { order.user_of.set(4, ~0u); }).find("beyond"), std::string::npos);
  EXPECT_NE(wrong([](RowOrder& order) { order.first = {0, 4}; }).find("parts"), std::string::npos);
  EXPECT_NE(wrong([](RowOrder& order) { order.first = {1, 5}; }).find("parts"), std::string::npos);
  EXPECT_NE(wrong([](RowOrder& order) { order.first = {0, 3, 2, 5}; }).find("parts"), std::string::npos);
  EXPECT_NE(wrong([](RowOrder& order) { order.first = {5}; }).find("parts"), std::string::npos);
  EXPECT_NE(wrong([](RowOrder& order) { order.first.resize(5000, 5); }).find("4096 parts"), std::string::npos);
  EXPECT_NE(wrong([](RowOrder& order) { order.strategy = "a\nb"; }).find("printed"), std::string::npos);
  EXPECT_EQ(wrong([](RowOrder& order) { order.first = {0, 2, 2, 5}; }), "accepted");
}

TEST_F(PreparedFileTest, refuses_an_inverse_that_is_none) {
  const auto wrong = [&](auto&& change) {
    Graph graph = prepared(star);
    change(std::get<0>(graph.in->rows), graph.in->weights);
    return refused(written(graph));
  };
  using Rows = Csr<std::uint32_t>;
  using Bits = Array<std::uint32_t>;
  EXPECT_FALSE(wrong([](Rows&, Bits&) {}));
  EXPECT_TRUE(wrong([](Rows& rows, Bits&) { rows.targets[0] = 5; }));
  EXPECT_TRUE(wrong([](Rows& rows, Bits&) { std::swap(rows.targets[0], rows.targets[1]); }));
  EXPECT_TRUE(wrong([](Rows& rows, Bits&) { rows.targets[7] = 1; }));
  EXPECT_TRUE(wrong([](Rows& rows, Bits&) { rows.offsets[1] = 5; }));
  EXPECT_TRUE(wrong([](Rows& rows, Bits&) { rows.offsets[5] = 8; }));
  EXPECT_TRUE(wrong([](Rows&, Bits& bits) { bits[8] += 1; }));
}

// Two cycles turned round are themselves, so that a sum which knows no direction would take one for the other.
TEST_F(PreparedFileTest, tells_one_pair_of_arcs_from_another) {
  Graph graph = drawn("0>1 1>0 2>2 3>3");
  graph.in = transform::inverse_of(drawn("0>0 1>1 2>3 3>2"), false, crew_, watch_);
  EXPECT_NE(refusal(written(graph)).find("turned round"), std::string::npos);
}

TEST_F(PreparedFileTest, needs_all_sections_of_a_kind) {
  const std::string bytes = written(prepared(star));
  const auto without = [&](SectionId id, std::uint32_t flags) {
    std::string result = bytes;
    Header header;
    std::memcpy(&header, result.data(), sizeof(header));
    std::vector<Section> sections(header.sections);
    std::memcpy(sections.data(), result.data() + sizeof(header), sections.size() * sizeof(Section));
    const auto found = std::ranges::find(sections, static_cast<std::uint32_t>(id), &Section::id);
    found->id = 99;
    found->flags = flags;
    header.checksum = 0;
    std::memcpy(result.data(), &header, sizeof(header));
    std::memcpy(result.data() + sizeof(header), sections.data(), sections.size() * sizeof(Section));
    header.checksum = atoll_format::checksum_of(std::as_bytes(std::span(result)).first(header.front_bytes));
    std::memcpy(result.data(), &header, sizeof(header));
    return refused(result);
  };
  for (const SectionId id : {SectionId::in_offsets, SectionId::in_targets, SectionId::in_weights, SectionId::order,
                             SectionId::part_bounds, SectionId::strategy})
    EXPECT_TRUE(without(id, 0)) << static_cast<std::uint32_t>(id);
}

TEST_F(PreparedFileTest, marks_as_mandatory_what_the_rows_mean_and_not_what_saves_work) {
  const std::string bytes = written(prepared(star));
  Header header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  std::vector<Section> sections(header.sections);
  std::memcpy(sections.data(), bytes.data() + sizeof(header), sections.size() * sizeof(Section));
  for (const Section& section : sections) {
    const auto id = static_cast<SectionId>(section.id);
    const bool spare = id == SectionId::in_offsets || id == SectionId::in_targets || id == SectionId::in_weights;
    EXPECT_EQ(section.flags, spare ? 0u : atoll_format::flag_mandatory) << section.id;
  }
}

// Any bytes in the sections, with checksums that fit: a graph, or an Error.
TEST_F(PreparedFileTest, survives_sections_of_noise) {
  SCOPED_TRACE(fmt::format("ATOLL_SEED={}", testing::test_seed()));
  std::mt19937_64 draw(testing::test_seed());
  const std::string bytes = written(prepared(star));
  for (int round = 0; round < 300; ++round) {
    Graph graph = read(bytes, as_kept);
    const auto noise = [&]<class T>(Array<T>& array) {
      if (draw() % 3 == 0 && !array.empty()) array[draw() % array.size()] = static_cast<T>(draw() % 7);
    };
    noise(std::get<0>(graph.out).offsets);
    noise(std::get<0>(graph.in->rows).offsets);
    noise(std::get<0>(graph.in->rows).targets);
    noise(graph.in->weights);
    graph.order->user_of.set(draw() % 5, draw() % 5);
    try {
      const Graph copy = read(written(graph), as_kept);
      EXPECT_EQ(copy.arcs, 9u);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
    }
  }
}

}  // namespace
}  // namespace Atoll
