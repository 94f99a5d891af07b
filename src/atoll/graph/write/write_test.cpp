// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/write/write.hpp"

#include <filesystem>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <optional>
#include <zlib.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/binary/binary.hpp"
#include "atoll/graph/read/testing.hpp"

namespace Atoll {
namespace {

namespace fs = std::filesystem;
using testing::arcs_of;
using testing::drawn;
using testing::names;

class WriteTest : public testing::FolderTest {
 protected:
  // What a file of this name becomes.
  std::string written(const Graph& graph, const std::string& name, const std::string& format = "") {
    write_graph(graph, path(name), format, crew_, watch_);
    return content(name);
  }
  std::string refusal(const Graph& graph, const std::string& name, const std::string& format = "") {
    const std::string message =
        testing::refusal_by(ErrorKind::usage, [&] { write_graph(graph, path(name), format, crew_, watch_); });
    EXPECT_TRUE(folder_is_empty()) << name;
    return message;
  }

  Watch watch_;
  Crew crew_{synthetic_machine("1"), {.threads = 2, .pin = false}};
};

TEST_F(WriteTest, an_edge_list_has_labels_and_both_arcs_of_an_edge) {
  EXPECT_EQ(written(drawn("0>1:5 2>0:-7"), "a.txt"),
            "# Atoll edge list: 3 vertices from 0, 2 arcs\n0\t1\t5\n2\t0\t-7\n");
  Graph graph = drawn("0-1 1-1");
  graph.labels = Labels::counting_from(10);
  EXPECT_EQ(written(graph, "b.edges"),
            "# Atoll edge list: 2 vertices from 10, 3 arcs\n# undirected: every edge is listed in both "
            "directions\n10\t11\n11\t10\n11\t11\n");
  graph.labels = names({"bash", "libc6"});
  EXPECT_EQ(written(graph, "c.csv"), "source,target\nbash,libc6\nlibc6,bash\nlibc6,libc6\n");
}

TEST_F(WriteTest, real_weights_stay_real) {
  EXPECT_EQ(written(drawn("0>1:1.0 1>0:0.1 1>1:-3e10 1>1:1e-7"), "a.csv"),
            "source,target,weight\n0,1,1.0\n1,0,0.1\n1,1,-3e+10\n1,1,1e-07\n");
}

TEST_F(WriteTest, csv_quotes_and_an_edge_list_refuses_odd_labels) {
  Graph graph = drawn("0>1");
  graph.labels = names({"a b", "say \"x\", y"});
  EXPECT_NE(refusal(graph, "a.txt").find("write csv"), std::string::npos);
  EXPECT_EQ(written(graph, "a.csv"), "source,target\n\"a b\",\"say \"\"x\"\", y\"\n");
}

TEST_F(WriteTest, gapbs_text_counts_from_zero) {
  Graph graph = drawn("0>1:5 1>0:6");
  graph.labels = Labels::counting_from(10);
  EXPECT_EQ(written(drawn("0>1 1>0"), "a.el"), "0 1\n1 0\n");
  EXPECT_EQ(written(graph, "a.wel"), "0 1 5\n1 0 6\n");
  EXPECT_EQ(written(drawn("0>1"), "b.wel"), "0 1 1\n");
}

TEST_F(WriteTest, headers_count_and_vertices_count_from_one) {
  EXPECT_EQ(written(drawn("0>1 2>0"), "a.mtx"), "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n3 1\n");
  EXPECT_EQ(written(drawn("0-1:2 1-1:3"), "b.mtx"),
            "%%MatrixMarket matrix coordinate integer symmetric\n2 2 2\n2 1 2\n2 2 3\n");
  EXPECT_EQ(written(drawn("0-1"), "a.gr"), "p sp 2 2\na 1 2 1\na 2 1 1\n");
  EXPECT_EQ(written(drawn("0-1 1-3 4"), "a.graph"), "5 2\n2\n1 4\n\n2\n\n");
  EXPECT_EQ(written(drawn("0-1:7 1-2:8"), "b.graph"), "3 2 001\n2 7\n1 7 3 8\n2 8\n");
}

TEST_F(WriteTest, metis_refuses_what_it_cannot_say) {
  EXPECT_NE(refusal(drawn("0>1"), "a.graph").find("symmetrise"), std::string::npos);
  EXPECT_NE(refusal(drawn("0-1 1-1"), "a.graph").find("self-loops"), std::string::npos);
  EXPECT_NE(refusal(drawn("0-1 0-1"), "a.graph").find("parallel"), std::string::npos);
  EXPECT_NE(refusal(drawn("0-1:0"), "a.graph").find("weights"), std::string::npos);
  EXPECT_NE(refusal(drawn("0-1:0.5"), "a.graph").find("real"), std::string::npos);
  EXPECT_NE(refusal(drawn("0-1:0.5"), "a.gr").find("real"), std::string::npos);
}

TEST_F(WriteTest, a_suffix_or_a_name_gives_the_format) {
  EXPECT_NE(refusal(drawn("0>1"), "a.png").find("edges, csv, mtx"), std::string::npos);
  EXPECT_NE(refusal(drawn("0>1"), "a.csv", "png").find("no format \"png\""), std::string::npos);
  EXPECT_EQ(written(drawn("0>1"), "a.png", "el"), "0 1\n");
}

TEST_F(WriteTest, gz_is_packed) {
  std::string arcs;
  for (int i = 0; i < 1000; ++i) arcs += fmt::format("{}>{} ", i, i * 7919 % 1000);
  const Graph graph = drawn(arcs);
  const std::string plain = written(graph, "a.el");
  EXPECT_LT(written(graph, "a.el.gz").size(), plain.size());
  std::string unpacked(plain.size() + 1, '\0');
  const gzFile packed = gzopen(path("a.el.gz").c_str(), "rb");
  unpacked.resize(static_cast<std::size_t>(gzread(packed, unpacked.data(), static_cast<unsigned>(unpacked.size()))));
  gzclose(packed);
  EXPECT_TRUE(unpacked == plain);
}

TEST_F(WriteTest, packed_binary_graphs_are_read_as_well) {
  const Graph graph = drawn("0-1:4 1-2:5");
  Crew crew(synthetic_machine("1"), {.threads = 1, .pin = false});
  for (const char* name : {"a.atoll.gz", "a.wsg.gz", "b.atoll.xz", "b.wsg.zst"}) {
    write_graph(graph, path(name), "", crew_, watch_);
    const Graph copy = std::string(name).contains("atoll") ? read_atoll(path(name), {}, crew, watch_)
                                                           : read_gapbs(path(name), true, {}, crew, watch_);
    EXPECT_EQ(arcs_of(copy), arcs_of(graph));
  }
}

// A graph with every kind of arc that the format can say.
struct RoundTrip {
  std::string name;
  std::string graph;
  std::string expected;  // empty: the same
};

TEST_F(WriteTest, what_is_written_reads_back) {
  const RoundTrip trips[] = {
      {"a.edges", "0>1 0>1 1>1 2>0", ""},
      {"a.txt.gz", "0>1:-5 1>0:3 2>2:0", ""},
      {"a.tsv", "0>1:1.0 1>0:0.1 2>1:-3e+10", ""},
      {"b.txt", "0-1 1-1 1-2", ""},
      {"a.csv", "0>1 0>1 1>1 2>0", ""},
      {"b.csv.gz", "0>1:1.0 1>0:2.0", ""},
      {"a.el", "0>1 0>1 1>1 2>0", ""},
      {"c.txt", "0>1 2>0 7", ""},
      {"d.edges.xz", "0-2:4 5", ""},
      {"b.el.zst", "0>1 3>0", ""},
      {"a.wel", "0>1:-5 1>0:3 2>2:0", ""},
      {"b.wel", "0>1 1>0", "0>1:1 1>0:1"},
      {"a.mtx", "0>1 0>1 1>1 2>0 6", ""},
      {"b.mtx", "0-1:2 1-1:-3 2-0:5 4", ""},
      {"c.mtx.gz", "0-1:1.0 1-1:0.25", ""},
      {"a.gr", "0>1:4 0>1:5 1>1:6 4", ""},
      {"b.gr", "0-1 1-2", "0>1:1 1>0:1 1>2:1 2>1:1"},
      {"a.graph", "0-1 1-3 5", ""},
      {"b.graph.gz", "0-1:7 1-3:8 5", ""},
      {"a.sg", "0>1 0>1 1>1 2>0 4", ""},
      {"b.sg.gz", "0-1 1-2 5", ""},
      {"a.wsg", "0-1:3 1-1:-4 3", ""},
      {"a.atoll", "0>1:0.5 1>1:-0.5 7", ""},
      {"b.atoll.gz", "0-1 1-1 7", ""},
  };
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false});
  for (const RoundTrip& trip : trips) {
    const Graph graph = drawn(trip.graph);
    write_graph(graph, path(trip.name), "", crew_, watch_);
    const Graph copy = read_graph(path(trip.name), {}, crew, watch_);
    EXPECT_EQ(arcs_of(copy), trip.expected.empty() ? arcs_of(graph) : trip.expected) << trip.name;
    EXPECT_EQ(copy.vertices, graph.vertices) << trip.name;
  }
}

TEST_F(WriteTest, weights_without_a_place_are_refused) {
  EXPECT_NE(refusal(drawn("0>1:7"), "a.el").find("write wel"), std::string::npos);
  EXPECT_NE(refusal(drawn("0>1:7"), "a.sg").find("write wsg"), std::string::npos);
}

TEST_F(WriteTest, a_graph_without_arcs_is_refused_where_only_arcs_are_said) {
  for (const char* name : {"a.el", "a.wel", "a.csv"}) {
    EXPECT_NE(refusal(drawn("2"), name).find("without edges"), std::string::npos) << name;
  }
  Crew crew(synthetic_machine("1"), {.threads = 1, .pin = false});
  for (const char* name : {"a.txt", "a.mtx", "a.gr", "a.graph", "a.sg", "a.atoll"}) {
    write_graph(drawn("2"), path(name), "", crew_, watch_);
    EXPECT_EQ(read_graph(path(name), {}, crew, watch_).vertices, 3) << name;
  }
}

TEST_F(WriteTest, what_is_left_out_is_told) {
  const auto left_out = [&](const Graph& graph, const char* name) {
    std::string all;
    for (const std::string& sentence : write_graph(graph, path(name), "", crew_, watch_)) all += sentence + ". ";
    return all;
  };
  EXPECT_EQ(left_out(drawn("0>2 5"), "a.txt"), "");
  EXPECT_EQ(left_out(drawn("0>2 3>0 1"), "a.el"), "");
  EXPECT_NE(left_out(drawn("0>2 5"), "a.el").find("3 vertices without edges are left out"), std::string::npos);
  EXPECT_NE(left_out(drawn("0>2 5"), "a.csv").find("4 vertices without edges are left out"), std::string::npos);
  Graph graph = drawn("0>1 2");
  graph.labels = names({"a", "b", "c"});
  EXPECT_NE(left_out(graph, "a.txt").find("1 vertex without edges is left out"), std::string::npos);
  EXPECT_NE(left_out(graph, "a.mtx").find("labels are left out"), std::string::npos);
  EXPECT_EQ(left_out(graph, "a.atoll"), "");
  graph.labels = names({"8", "7", "07"});
  EXPECT_NE(left_out(graph, "b.txt").find("--ids string"), std::string::npos);
  graph.labels = names({"07", "7", "c"});  // which is a name, and says so in the first line
  EXPECT_EQ(left_out(graph, "b.txt").find("--ids string"), std::string::npos);
}

TEST_F(WriteTest, a_name_and_a_format_agree) {
  EXPECT_NE(refusal(drawn("0>1"), "a.mtx", "el").find("says mtx"), std::string::npos);
  EXPECT_NE(refusal(drawn("0>1"), "a.sg.gz", "wsg").find("says sg"), std::string::npos);
  EXPECT_EQ(written(drawn("0>1"), "a.txt", "el"), "0 1\n");
}

TEST_F(WriteTest, what_text_cannot_hold_is_refused) {
  Graph graph = drawn("0>1");
  for (const char* label : {"", "a\nb", "a\rb", "a\x01"}) {
    graph.labels = names({"x", label});
    EXPECT_NE(refusal(graph, "a.txt").find("does not fit"), std::string::npos) << label;
    EXPECT_NE(refusal(graph, "a.csv").find("write atoll"), std::string::npos) << label;
  }
}

TEST_F(WriteTest, labels_read_back_from_edge_lists_and_csv) {
  Crew crew(synthetic_machine("1"), {.threads = 1, .pin = false});
  const auto labels_after = [&](Labels&& labels, const std::string& name) {
    Graph graph = drawn("0>1 1>2");
    graph.labels = std::move(labels);
    write_graph(graph, path(name), "", crew_, watch_);
    const Graph copy = read_graph(path(name), {}, crew, watch_);
    return copy.labels.of(0) + "|" + copy.labels.of(1) + "|" + copy.labels.of(2);
  };
  EXPECT_EQ(labels_after(Labels::counting_from(1'000'000'000'000), "a.txt"),
            "1000000000000|1000000000001|1000000000002");
  EXPECT_EQ(labels_after(names({"bash", "libc6", "g++"}), "b.txt"), "bash|libc6|g++");
  EXPECT_EQ(labels_after(names({"a b", "say \"x\", y", "#3"}), "c.csv"), "a b|say \"x\", y|#3");
  EXPECT_EQ(labels_after(names({"a b", "", "two\nlines"}), "d.atoll"), "a b||two\nlines");
}

TEST_F(WriteTest, a_cancel_on_the_way_leaves_no_file) {
  for (const char* name : {"a.txt", "a.txt.gz", "a.txt.xz", "a.txt.zst", "a.csv", "a.mtx", "a.gr", "a.graph", "a.el",
                           "a.wel", "a.sg", "a.wsg", "a.atoll"}) {
    Graph wide_path = drawn("0-1", {.vertices = 600'000});
    Csr<std::uint32_t> rows{.offsets = Array<std::uint64_t>(600'001), .targets = Array<std::uint32_t>(1'199'998)};
    for (std::uint32_t v = 0, e = 0; v < 600'000; ++v) {
      if (v > 0) rows.targets[e++] = v - 1;
      if (v < 599'999) rows.targets[e++] = v + 1;
      rows.offsets[v + 1] = e;
    }
    wide_path.arcs = rows.targets.size();
    wide_path.out = std::move(rows);
    Watch* self = nullptr;
    Watch watch([&](const Progress& progress) {
      EXPECT_EQ(progress.phase, "writing");
      self->cancel();
    });
    self = &watch;
    std::optional<ErrorKind> kind;
    try {
      write_graph(wide_path, path(name), "", crew_, watch);
    } catch (const Error& error) {
      kind = error.kind();
    }
    EXPECT_EQ(kind, ErrorKind::cancelled) << name;
    EXPECT_TRUE(folder_is_empty()) << name;
  }
}

TEST_F(WriteTest, a_full_disk_is_an_error_of_the_machine) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
  for (const char* format : {"edges", "csv", "mtx", "gr", "metis", "el", "wel", "sg", "wsg", "atoll"}) {
    try {
      write_graph(drawn("0-1"), "/dev/full", format, crew_, watch_);
      ADD_FAILURE() << format;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::resource) << format;
    }
  }
}

TEST_F(WriteTest, a_graph_without_vertices_is_written) {
  const Graph none = drawn("");
  EXPECT_EQ(written(none, "a.txt"),
            "# Atoll edge list: 0 vertices from 0, 0 arcs\n# undirected: every edge is listed in both directions\n");
  EXPECT_EQ(written(none, "a.mtx"), "%%MatrixMarket matrix coordinate pattern symmetric\n0 0 0\n");
  EXPECT_EQ(written(none, "a.sg").size(), 25u);
}

}  // namespace
}  // namespace Atoll
