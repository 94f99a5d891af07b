// SPDX-License-Identifier: Apache-2.0
// What a first line is where no suffix says it: an edge, the names of the columns, or the counts of a METIS graph.
#include "atoll/graph/read/format.hpp"
#include "atoll/graph/read/read.hpp"
#include "atoll/graph/read/testing.hpp"

namespace Atoll {
namespace {

using testing::arcs_of;
using testing::labels_of;
using HeaderTest = testing::ReadTest;

TEST_F(HeaderTest, OfACsvByAnyNameStandsOverIntegers) {
  EXPECT_EQ(labels_of(read("id_1,id_2\n0,23\n0,5\n", "git.dat")), "0 5 23");
  EXPECT_EQ(labels_of(read("alice,bob\nbob,eve\n", "friends.dat")), "alice bob eve");
  EXPECT_EQ(labels_of(read("a,1\n2,3\n", "mixed.dat")), "a 1 2 3");
  EXPECT_EQ(labels_of(read("alice,bob\n", "one.dat")), "alice bob");
}

TEST_F(HeaderTest, is_told_by_its_first_columns_however_long_the_line_is) {
  std::string line = "a b";
  for (int word = 0; word < 1000; ++word) line += " 1";
  EXPECT_EQ(reading::words_of(line).size(), 256u);
}

TEST_F(HeaderTest, OfACsvHoldsNoNumber) {
  EXPECT_EQ(read("1,2,\n2,3,\n3,1,\n", "v.csv").arcs, 3u);
  EXPECT_EQ(read("1,2,friend\n2,3,foe\n", "v.csv").arcs, 2u);
  EXPECT_EQ(arcs("A,B,0.5\nB,C,0.25\n", "v.csv"), "0>1:0.5 1>2:0.25");
  EXPECT_EQ(arcs("A,W,5\nW,C,2\n", "v.csv"), "0>1:5 1>2:2") << "W is no weight there";
  EXPECT_EQ(arcs("from,to,2020\n1,2,5\n", "v.csv"), "0>1:5") << "but it names the ends";
}

TEST_F(HeaderTest, MissingLeavesAWeightInTheThirdColumnAndSaysWhatIsPassedOver) {
  const Graph rated = read("6,2,4,1289241911.7\n6,5,2,1289241941.5\n", "rated.csv");
  EXPECT_EQ(arcs_of(rated), "2>0:4 2>1:2");
  EXPECT_EQ(rated.origin.notes,
            std::vector<std::string>{"of 4 columns without a header, source, target and weight are "
                                     "read; write source,target,weight above those that are meant"});
  const Graph named = read("1,2,friend\n2,3,foe\n", "named.csv");
  EXPECT_EQ(named.weights.type, WeightType::none);
  EXPECT_EQ(named.origin.notes, std::vector<std::string>{"of 3 columns without a header, the first two are read; write "
                                                         "source,target,weight above those that are meant"});
}

TEST_F(HeaderTest, OfAColumnThatNumbersTheLinesOrThingsIsNoWeight) {
  for (const std::string name : {"", "Unnamed: 0", "edge_id", "ts", "epoch", "phone"})
    EXPECT_EQ(read("source,target," + name + "\n5,6,7\n", "g.csv").weights.type, WeightType::none) << name;
  EXPECT_EQ(arcs(",source,target\n0,5,6\n1,6,7\n", "pandas.csv"), "0>1 1>2");
  for (const std::string index : {"", "index", "Unnamed: 0"})
    EXPECT_EQ(labels_of(read(index + ",head,tail\n0,5,6\n1,6,7\n", "pandas.csv")), "5 6 7") << index;
  EXPECT_EQ(read("index,head\n5,6\n", "two.csv").arcs, 1u);
}

TEST_F(HeaderTest, stands_over_a_column_of_numbers) {
  const Graph genes = read("gene_a\tgene_b\tscore\nA\tB\t0.5\nB\tC\t1\n", "genes.tsv");
  EXPECT_EQ(arcs_of(genes), "0>1:0.5 1>2:1");
  EXPECT_EQ(genes.origin.notes.front(),
            "the first line is taken as a header, of 'gene_a' and 'gene_b'; if it is an edge, write one such as "
            "source,target above it");
  EXPECT_EQ(labels_of(read("A\tB\tfriend\nB\tC\tfoe\n", "named.tsv")), "A B C");
}

TEST_F(HeaderTest, IsNotNeededWhereTabsPartNamesWithBlanks) {
  EXPECT_EQ(labels_of(read("Bob\tRoom 5\nAnn\tRoom 6\n", "room.tsv")), "Bob Room 5 Ann Room 6");
  EXPECT_EQ(labels_of(read("1\t2\n2\t3\n", "ids.tsv")), "1 2 3");
}

TEST_F(HeaderTest, OrNotIdsWithLeadingZerosAreNames) {
  EXPECT_EQ(labels_of(read("source,target\n02139,10001\n2139,94105\n", "zip.csv")), "02139 10001 2139 94105");
  EXPECT_EQ(labels_of(read("007 7\n")), "007 7");
  EXPECT_EQ(labels_of(read("0 10\n")), "0 10");
}

TEST_F(HeaderTest, OfAnEdgeListNamesItsColumnsOrStandsOverIntegers) {
  EXPECT_EQ(arcs("source target\n1 2\n"), "0>1");
  EXPECT_EQ(arcs("# list\nnode1 node2 km\n1 2 7\n"), "0>1:7");
  EXPECT_EQ(labels_of(read("from to\nBern Thun\n")), "Bern Thun");
  EXPECT_EQ(labels_of(read("Bern Thun\nThun Brig\n")), "Bern Thun Brig");
  EXPECT_EQ(read("source target\n1 2\n").origin.notes,
            std::vector<std::string>{"the line 'source target' is passed over as a header"});
}

TEST_F(HeaderTest, OfAnEdgeListOverIntegersHasNamesThatEndsAreKnownBy) {
  for (const std::string known : {"u v", "U V w", "from to", "Src Dst", "node_1 node_2", "id1 id2",
                                  "FromNodeId ToNodeId", "source_id target_id", "NodeId1 NodeId2", "FromId ToId"})
    EXPECT_EQ(labels_of(read(known + "\n1 2\n")), "1 2") << known;
}

TEST_F(HeaderTest, NamesTheEndsInWordsWhateverPartsTheColumns) {
  const std::string rows[] = {"A,B,3\nB,C,4\n", "A\tB\t3\nB\tC\t4\n", "A;B;3\nB;C;4\n"};
  const char delimiters[] = {',', '\t', ';'};
  for (int i = 0; i < 3; ++i) {
    for (const std::string file : {"g.txt", "g.tsv", "g.csv", "g"}) {
      for (const auto& [source, target] : {std::pair{"from_city", "to_city"}, std::pair{"origin", "destination"},
                                           std::pair{"Source Node", "Target Node"}}) {
        const std::string header = source + std::string(1, delimiters[i]) + target + delimiters[i] + "fare\n";
        EXPECT_EQ(arcs(header + rows[i], file), "0>1:3 1>2:4") << file << ": " << header;
      }
    }
  }
  const Graph read_it = read("from_city to_city fare\nA B 3\n");
  EXPECT_EQ(arcs_of(read_it), "0>1:3");
  EXPECT_EQ(read("A\tB\t3\n", "plain.tsv").arcs, 1u) << "letters name nothing";
}

TEST_F(HeaderTest, OfAnEdgeListHasTheSourceFirst) {
  EXPECT_EQ(
      refusal("target source\n1 2\n"),
      "graph.txt:1: 'target source' has the source elsewhere than before the target; write them in this order, or "
      "put commas between the columns");
  EXPECT_EQ(arcs("target,source\n1,2\n"), "1>0");
}

TEST_F(HeaderTest, ThatMayHaveBeenMeantIsTold) {
  EXPECT_EQ(read("u v\nA B\n").origin.notes,
            std::vector<std::string>{"the line 'u v' is taken as an edge; put # before it if it is a header"});
}

TEST_F(HeaderTest, OverNumbersWithACommaForAPointIsToldOf) {
  EXPECT_EQ(read("origin;destination;km\nA;B;3,5\n", "g.csv").origin.notes.back(),
            "the column 'km' is passed over: numbers have a point, and not a comma as in '3,5'");
  EXPECT_TRUE(read("source,target,airline\nA,B,LH\n", "g.csv").origin.notes.empty());
}

TEST_F(HeaderTest, ThatCouldBeAnEdgeIsRefused) {
  const std::string fix = "; say --ids string, or put # before a header";
  EXPECT_EQ(refusal("a b\n1 2\n"), "graph.txt:1: 'a b' over integers is an edge of names, or a header" + fix);
  EXPECT_EQ(refusal("# list\n\nBern Thun 7x\n1 2 3\n"),
            "graph.txt:3: 'Bern Thun 7x' over integers is an edge of names, or a header" + fix);
  EXPECT_EQ(refusal("u b\n1 2\n"), "graph.txt:1: 'u b' over integers is an edge of names, or a header" + fix);
  EXPECT_EQ(labels_of(read("friends\n1 2\n")), "1 2") << "one word is no edge";
  EXPECT_EQ(labels_of(read("a b\n1 2\n", "graph.txt", {.ids = IdKind::integer})), "1 2") << "names are no integers";
  EXPECT_EQ(labels_of(read("# a b\n1 2\n")), "1 2");
  EXPECT_EQ(labels_of(read("a b 5\n1 2 3\n")), "a b 1 2") << "no header has a number";
}

TEST_F(HeaderTest, StandsOverNoNamesThatAreSaidToBeNames) {
  EXPECT_EQ(labels_of(read("a b\n1 2\n", "graph.txt", {.ids = IdKind::string})), "a b 1 2");
  EXPECT_EQ(labels_of(read("a,b\n1,2\n", "graph.txt", {.ids = IdKind::string})), "a b 1 2");
}

TEST_F(HeaderTest, IsNotLookedForInAnEdgeListOfOurs) {
  EXPECT_EQ(labels_of(read("# Atoll edge list: 4 vertices, 2 arcs\nfrom\tto\n1\t2\n")), "from to 1 2");
}

TEST_F(HeaderTest, OfMetisIsKnownByItsCounts) {
  const std::string path = "4 2\n2\n1 3\n2\n\n";
  EXPECT_EQ(arcs(path, "graph.txt"), "0>1 1>0 1>2 2>1");
  EXPECT_EQ(arcs(path, "graph"), "0>1 1>0 1>2 2>1");
  EXPECT_EQ(read(path, "graph").origin.format, "metis");
  EXPECT_EQ(arcs(path + "\n \n"), "0>1 1>0 1>2 2>1") << "blank lines behind the last row";
  EXPECT_EQ(arcs("% weighted\n3 2 001\n2 7\n1 7 3 8\n2 8\n"), "0>1:7 1>0:7 1>2:8 2>1:8");
}

TEST_F(HeaderTest, OfMetisThatCouldBeAnEdgeIsRefused) {
  const std::string triangle = "3 3\n2 3\n1 3\n1 2\n";
  EXPECT_EQ(refusal(triangle),
            "graph.txt:1: could be a METIS graph, or an edge list; say --format metis, or --format edges");
  EXPECT_EQ(arcs(triangle, "graph.txt", {.format = "edges"}), "0>1 0>2 1>2 2>2");
  EXPECT_EQ(arcs(triangle, "graph.txt", {.format = "metis"}), "0>1 0>2 1>0 1>2 2>0 2>1");
  EXPECT_EQ(arcs(triangle, "graph.graph"), "0>1 0>2 1>0 1>2 2>0 2>1");
  EXPECT_EQ(arcs(triangle, "graph.el").size(), std::string("1>2 1>3 2>3 3>3").size());
}

TEST_F(HeaderTest, OfALargeMetisGraphIsKnownByItsFirstRows) {
  std::string path = "30000 29999\n2\n", cycle = "30000 30000\n30000 2\n";
  for (int v = 2; v < 30'000; ++v) {
    path += fmt::format("{} {}\n", v - 1, v + 1);
    cycle += fmt::format("{} {}\n", v - 1, v + 1);
  }
  EXPECT_EQ(read(path + "29999\n").origin.format, "metis");
  EXPECT_NE(refusal(cycle + "29999 1\n").find("--format metis"), std::string::npos);
  std::string star = "30000 29999\n", leaves;
  for (int v = 2; v <= 30'000; ++v) {
    star += fmt::format("{} ", v);
    leaves += "1\n";
  }
  EXPECT_EQ(read(star + "\n" + leaves).origin.format, "metis");
  EXPECT_EQ(read(cycle.substr(cycle.find('\n') + 1)).origin.format, "edges");
}

TEST_F(HeaderTest, OfMetisIsNoneWhereTheCountsAreOthers) {
  EXPECT_EQ(arcs("3 3\n2 3\n1 3\n"), "0>2 1>2 2>2");
  EXPECT_EQ(arcs("3 4\n2 3\n1 3\n1 2\n"), "0>1 0>2 1>2 2>3");
  EXPECT_EQ(refusal("5 4\n2 3\n1\n"), "graph.txt:3: 1 field where an edge needs 2; a line is SOURCE TARGET");
}

TEST_F(HeaderTest, NamesTheWeightOfACsv) {
  const auto notes = [&](const char* text) { return read(text, "a.csv").origin.notes; };
  using Notes = std::vector<std::string>;
  EXPECT_EQ(notes("from,to,km\n0,1,7\n"), Notes{"the weights are those of the column 'km'"});
  EXPECT_EQ(notes("from,to,weight\n0,1,7\n"), Notes{});
  EXPECT_EQ(notes("from,to,year\n0,1,1999\n"),
            Notes{"the column 'year' is passed over; call it 'weight' if it is one"});
  EXPECT_EQ(notes("from,to,km,name\n0,1,7,x\n"),
            Notes{"the column 'km' is passed over; call it 'weight' if it is one"});
  EXPECT_EQ(notes("from,to,km,minutes\n0,1,7,8\n"),
            Notes{"the column 'km' and 1 more with numbers are passed over; call one 'weight' if it is one"});
  EXPECT_EQ(notes("from,to,name,street\n0,1,x,y\n"), Notes{});
  EXPECT_EQ(arcs("id,source,target\n9,0,1\n", "a.csv"), "0>1");
  EXPECT_EQ(arcs("from,to,name,cost\n0,1,x,5\n", "a.csv"), "0>1:5");
  EXPECT_EQ(arcs("from,to,length,weight\n0,1,4,5\n", "a.csv"), "0>1:5");
  EXPECT_NE(refusal("from,to,length,cost\n0,1,4,5\n", "a.csv"), "accepted");
}

TEST_F(HeaderTest, OfACsvNamesTheEndsByWordsOrIsTold) {
  const auto told = [&](const char* text) {
    const Graph graph = read(text, "a.csv");
    return labels_of(graph) + (graph.origin.notes.empty() ? "" : "; " + graph.origin.notes.back());
  };
  const auto taken = [](std::string_view source, std::string_view target) {
    return fmt::format(
        "; source and target are the columns '{}' and '{}'; call others 'source' and 'target' if these are meant",
        source, target);
  };
  EXPECT_EQ(told("airline,origin,destination\nAA,JFK,LAX\n"), "JFK LAX" + taken("origin", "destination"));
  EXPECT_EQ(told("Airline,Source airport,Source town,Destination airport\nAA,JFK,York,LAX\n"),
            "JFK LAX" + taken("Source airport", "Destination airport"));
  EXPECT_EQ(told("day,to_city,from_city\nmay,JFK,LAX\n"), "LAX JFK" + taken("from_city", "to_city"));
  EXPECT_EQ(told("source_type,source,destination\nx,JFK,LAX\n"), "JFK LAX" + taken("source", "destination"));
  EXPECT_EQ(told("airline,start,end\nAA,JFK,LAX\n"), "AA JFK" + taken("airline", "start"));
  EXPECT_EQ(told("tomato,fromage,source\n1,2,x\n"), "1 2" + taken("tomato", "fromage"));
  EXPECT_EQ(told("u,v,colour\n1,2,red\n"), "1 2");
  EXPECT_EQ(told("kind,from,to\nx,JFK,LAX\n"), "JFK LAX");
}

TEST_F(HeaderTest, IsNoneWhereAnEdgeHasSuchWords) {
  EXPECT_EQ(labels_of(read("src/a.c dest/a.o\nsrc/b.c dest/b.o\n", "graph.txt")), "src/a.c dest/a.o src/b.c dest/b.o");
  EXPECT_EQ(labels_of(read("src/a.c\tdest/a.o\n", "graph.txt")), "src/a.c dest/a.o");
  EXPECT_EQ(read("Letter from Rome,Road to Rome\nx,y\n", "a.csv").origin.notes.size(), 1);
}

TEST_F(HeaderTest, ADictionaryOfNetworkXIsRefusedWithTheWayToWriteIt) {
  for (const char* text : {"1 2 {}\n2 3 {}\n", "1 2 {'weight': 3}\n"}) {
    EXPECT_EQ(refusal(text),
              "graph.txt:1: a dictionary behind an edge, as NetworkX writes it; write_edgelist(..., data=False) leaves "
              "it out, data=['weight'] writes a number");
  }
}

TEST_F(HeaderTest, TheOriginTellsFormatAndPacking) {
  EXPECT_EQ(read("0 1\n").origin.format, "edges");
  EXPECT_EQ(read("0 1\n").origin.packing, "");
  const Graph packed = read(testing::xz("0,1\n"), "a.csv.xz");
  EXPECT_EQ(packed.origin.format + " " + packed.origin.packing, "csv xz");
}

}  // namespace
}  // namespace Atoll
