// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/read.hpp"

#include "atoll/base/memory.hpp"
#include "atoll/graph/read/testing.hpp"

namespace Atoll {
namespace {

using testing::arcs_of;
using testing::gz;
using testing::labels_of;
using testing::ReadTest;

TEST_F(ReadTest, ReadsAnEdgeListWithCommentsBlanksAndAnyLineEnds) {
  EXPECT_EQ(arcs("# SNAP\n% KONECT\n\n0\t1\r\n 1   2 \n\n2 0"), "0>1 1>2 2>0");
}

TEST_F(ReadTest, NumbersSparseIdsInAscendingOrderAndKeepTheirLabels) {
  const Graph graph = read("70 5\n5 9\n");
  EXPECT_EQ(arcs_of(graph), "0>1 2>0");
  EXPECT_EQ(labels_of(graph), "5 9 70");
}

TEST_F(ReadTest, KeepsNoLabelsForIdsWithoutGaps) {
  EXPECT_TRUE(read("1 2\n0 1\n").labels.ids().empty());
  const Graph from_one = read("1 2\n2 3\n");
  EXPECT_EQ(labels_of(from_one), "1 2 3");
  EXPECT_TRUE(from_one.labels.ids().empty());
}

TEST_F(ReadTest, NumbersVerySparseIdsToo) {
  const Graph graph = read("9223372036854775807 5000000000\n5000000000 3\n");
  EXPECT_EQ(arcs_of(graph), "1>0 2>1");
  EXPECT_EQ(labels_of(graph), "3 5000000000 9223372036854775807");
  EXPECT_FALSE(graph.wide());
}

TEST_F(ReadTest, TakesWeightsAsIntegersUnlessOneHasAPoint) {
  EXPECT_EQ(arcs("0 1 7\n1 2 -3\n"), "0>1:7 1>2:-3");
  EXPECT_EQ(arcs("0 1 7\n1 2 0.5\n2 0 1e3\n3 0 +4\n"), "0>1:7 1>2:0.5 2>0:1000 3>0:4");
  EXPECT_EQ(arcs("0 1 5000000000\n1 2 0.5\n"), "0>1:5000000000 1>2:0.5");
}

TEST_F(ReadTest, NumbersNamesInOrderOfAppearance) {
  const Graph graph = read("bash libc6\nlibc6 gcc\n0ad bash\n");
  EXPECT_EQ(arcs_of(graph), "0>1 1>2 3>0");
  EXPECT_EQ(labels_of(graph), "bash libc6 gcc 0ad");
}

TEST_F(ReadTest, TakesNumbersAsNamesOnRequest) {
  EXPECT_EQ(labels_of(read("07 7\n-1 07\n", "graph.txt", {.ids = IdKind::string})), "07 7 -1");
}

TEST_F(ReadTest, ReadsCsvByTheNamesOfItsColumns) {
  EXPECT_EQ(arcs("id_1,id_2\n0,2\n2,1\n", "a.csv"), "0>2 2>1");
  EXPECT_EQ(arcs("from,to,km\n0,2,7\n2,1,5\n", "a.csv"), "0>2:7 2>1:5");
  EXPECT_EQ(arcs("from,to,name\n0,2,A1\n2,1,B2\n", "a.csv"), "0>2 2>1");
  EXPECT_EQ(arcs("weight;\"to\";note;from\n1.5;0;x;1\n2;1;;0\n"), "0>1:2 1>0:1.5");
  EXPECT_EQ(arcs("source\ttarget\n4\t5\n"), "0>1");
  EXPECT_EQ(arcs("0,1,8\n1,0,9\n"), "0>1:8 1>0:9");
}

TEST_F(ReadTest, ReadsQuotedNamesInCsv) {
  const Graph graph = read("from,to\n\"Smith, J\",\"the \"\"boss\"\"\"\n\"the \"\"boss\"\"\", Lee \n");
  EXPECT_EQ(arcs_of(graph), "0>1 1>2");
  EXPECT_EQ(labels_of(graph), "Smith, J the \"boss\" Lee");
}

TEST_F(ReadTest, ReadsMatrixMarket) {
  const std::string banner = "%%MatrixMarket matrix coordinate ";
  EXPECT_EQ(arcs(banner + "pattern general\n% comment\n3 3 2\n1 2\n3 1\n"), "0>1 2>0");
  EXPECT_EQ(arcs(banner + "real general\n2 2 1\n2 1 4\n"), "1>0:4");
  const Graph graph = read(banner + "integer symmetric\n4 4 2\n2 1 5\n3 3 6\n");
  EXPECT_EQ(arcs_of(graph), "0>1:5 1>0:5 2>2:6");
  EXPECT_FALSE(graph.directed);
  EXPECT_EQ(labels_of(graph), "1 2 3 4");
}

TEST_F(ReadTest, ReadsDimacsAndPace) {
  const Graph road = read("c roads\np sp 3 3\na 1 2 7\nc half\na 2 1 7\na 2 1 7\n");
  EXPECT_EQ(arcs_of(road), "0>1:7 1>0:7 1>0:7");
  EXPECT_EQ(labels_of(road), "1 2 3");
  EXPECT_TRUE(road.directed);
  const Graph width = read("p tw 3 1\n1 3\n");
  EXPECT_EQ(arcs_of(width), "0>2 2>0");
  EXPECT_FALSE(width.directed);
}

TEST_F(ReadTest, ReadsMetis) {
  const Graph graph = read("% a path and a vertex\n4 2\n2\n1 3\n2\n\n", "a.graph");
  EXPECT_EQ(arcs_of(graph), "0>1 1>0 1>2 2>1");
  EXPECT_EQ(labels_of(graph), "1 2 3 4");
  EXPECT_EQ(arcs("2 1 1\n2 9\n1 9\n", "a.graph"), "0>1:9 1>0:9");
  EXPECT_EQ(arcs("2 1 011 2\n5 6 2 9\n7 8 1 9\n", "a.graph"), "0>1:9 1>0:9");
  EXPECT_EQ(arcs("2 1\n2\n1\n", "a.txt", {.format = "metis"}), "0>1 1>0");
}

TEST_F(ReadTest, ReadsGapbsTextWithAllIdsUpToTheLargest) {
  EXPECT_EQ(read("0 5\n", "a.el").vertices, 6);
  EXPECT_EQ(arcs("1 0 4\n", "a.wel"), "1>0:4");
}

TEST_F(ReadTest, FindsTheFormatByContentBeforeSuffix) {
  EXPECT_EQ(arcs("%%MatrixMarket matrix coordinate pattern general\n2 2 1\n2 1\n", "a.graph"), "1>0");
  EXPECT_EQ(arcs("p sp 2 1\na 2 1 5\n", "a.csv"), "1>0:5");
  EXPECT_EQ(arcs("a b\nb a\n", "a.graph"), "0>1 1>0");
}

TEST_F(ReadTest, FindsTheSuffixBehindThatOfAnArchive) { EXPECT_EQ(arcs(gz("2 1\n2\n1\n"), "a.graph.gz"), "0>1 1>0"); }

TEST_F(ReadTest, TakesAnEmptyGraphWhereAHeaderSaysSo) {
  EXPECT_EQ(read("%%MatrixMarket matrix coordinate pattern general\n0 0 0\n").vertices, 0);
  EXPECT_EQ(read("0 0\n", "a.graph").vertices, 0);
  EXPECT_EQ(read("p tw 3 0\n").vertices, 3);
}

TEST_F(ReadTest, MakesDirectedEdgesUndirectedOnRequest) {
  const Graph graph = read("0 1\n1 0\n1 2\n", "graph.txt", {.directed = false, .merge = Merge::first});
  EXPECT_EQ(arcs_of(graph), "0>1 1>0 1>2 2>1");
  EXPECT_FALSE(graph.directed);
}

TEST_F(ReadTest, KeepsBothArcsOfAnUndirectedFileThatIsCalledDirected) {
  const Graph graph = read("p tw 2 1\n1 2\n", "graph.txt", {.directed = true});
  EXPECT_EQ(arcs_of(graph), "0>1 1>0");
  EXPECT_TRUE(graph.directed);
}

TEST_F(ReadTest, ChoosesTheWidthOfIdsAsAsked) {
  EXPECT_TRUE(read("0 1\n", "graph.txt", {.width = IdWidth::wide}).wide());
  EXPECT_FALSE(read("0 1\n", "graph.txt", {.width = IdWidth::narrow}).wide());
  EXPECT_EQ(arcs("9000000000 1\n", "graph.txt", {.width = IdWidth::wide}), "1>0");
}

TEST_F(ReadTest, DropsSelfLoopsAndMergesOnRequest) {
  EXPECT_EQ(arcs("0 0 1\n0 1 2\n0 1 3\n", "graph.txt", {.drop_self_loops = true, .merge = Merge::sum}), "0>1:5");
}

// Lines of every kind, so that windows and blocks end anywhere and modes change on the way.
std::string long_text(const char* format, std::uint64_t scale) {
  std::string text;
  for (std::uint64_t i = 0; i < 40'000; ++i) {
    if (i % 1000 == 7) text += "# comment\n\n";
    text += fmt::format(fmt::runtime(format), i * scale % 10'007, i * i % 9'001);
    if (i > 30'000 && i % 97 == 0) text += ".5";
    text += '\n';
  }
  return text;
}

TEST_F(ReadTest, GivesTheSameGraphForAnyNumberOfThreads) {
  for (const std::string& text :
       {long_text("{} {} 3", 3), long_text("v{} v{} 3", 3), long_text("{}000000001 {} 3", 3)}) {
    const std::string plain = file("graph.txt", text);
    const std::string packed = file("graph.gz", gz(text));
    const Graph one = load(plain, {}, 1);
    for (const int threads : {1, 2, 4}) {
      for (const std::string& path : {plain, packed}) {
        const Graph graph = load(path, {}, threads);
        EXPECT_EQ(arcs_of(graph), arcs_of(one));
        EXPECT_EQ(labels_of(graph), labels_of(one));
      }
    }
  }
}

TEST_F(ReadTest, NeedsAtMostHalfAsMuchAgainAsEdgesAndRows) {
  std::string text;
  constexpr std::uint64_t edges = 1'000'000;
  for (std::uint64_t i = 0; i < edges; ++i) text += fmt::format("{} {}\n", i * 7919 % 100'003, i * 104'729 % 100'003);
  for (const std::string& name : {file("graph.txt", text), file("graph.txt.gz", gz(text))}) {
    const memory::PeakFromHere peak;
    const std::uint64_t before = memory::current_bytes();
    const Graph graph = load(name);
    EXPECT_LE(memory::peak_bytes() - before, 3 * (8 * edges + graph.bytes()) / 2) << name;
  }
}

TEST_F(ReadTest, TellsHowFarItIsAndStopsOnRequest) {
  const std::string path = file("graph.txt", long_text("{} {} 3", 3));
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false});
  std::uint64_t done = 0;
  const Watch watch([&](const Progress& progress) {
    if (progress.phase == "reading") done = progress.done * 100 / progress.total;
  });
  read_graph(path, {}, crew, watch);
  EXPECT_EQ(done, 100);
  Watch cancelled;
  cancelled.cancel();
  EXPECT_THROW(read_graph(path, {}, crew, cancelled), Error);
}

}  // namespace
}  // namespace Atoll
