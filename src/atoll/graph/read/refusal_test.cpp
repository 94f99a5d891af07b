// SPDX-License-Identifier: Apache-2.0
// Every refusal of a reader is one line: where, what, how to fix it.
#include "atoll/graph/read/read.hpp"
#include "atoll/graph/read/testing.hpp"

namespace Atoll {
namespace {

using testing::gz;
using testing::labels_of;
using testing::ReadTest;

using RefusalTest = ReadTest;
const std::string mtx = "%%MatrixMarket matrix coordinate pattern general\n";

TEST_F(RefusalTest, NamesAFileThatIsNoGraphAtAll) {
  EXPECT_EQ(refusal_of(path("missing.txt")), "missing.txt: no such file; check the path");
  std::filesystem::create_directory(path("sub"));
  EXPECT_EQ(refusal_of(path("sub")), "sub: is a directory; name a file in it");
  EXPECT_EQ(refusal(""), "graph.txt: is empty; name a file with a graph in it");
  EXPECT_EQ(refusal(gz(""), "a.gz"), "a.gz: is empty; name a file with a graph in it");
  EXPECT_EQ(refusal("# only a comment\n"),
            "graph.txt: has no edges, only comments or blank lines; write one line SOURCE TARGET per edge");
  EXPECT_EQ(refusal(std::string("\x7f"
                                "ELF\0\1\2",
                                7)),
            "graph.txt: is neither text nor a binary format that is known here; convert it to an edge list, or name "
            "its format");
  const std::string binary("\x1\x2\0\x3", 4);
  EXPECT_EQ(refusal(binary, "a.txt.GZ"),
            "a.txt.GZ: is called packed, but is neither an archive nor text; fetch or pack the file again");
  EXPECT_EQ(refusal(gz(binary), "a.gz"),
            "a.gz: is neither text nor a binary format that is known here; convert it to an edge list, or name its "
            "format");
  EXPECT_EQ(refusal(std::string("\xff\xfe"
                                "0\0 \0001\0\n\0",
                                10)),
            "graph.txt: is text in UTF-16; write it as UTF-8 (iconv -f UTF-16 -t UTF-8)");
  EXPECT_EQ(refusal("0 1\n", "graph.txt", {.format = "xml"}),
            "no format 'xml'; name one of atoll, sg, wsg, mtx, gr, metis, el, wel, csv, edges");
}

TEST_F(RefusalTest, NamesAFormatThatIsNotRead) {
  const auto format_of = [&](const std::string& text) {
    const std::string told = refusal(text, "g");
    EXPECT_NE(told.find("which is not read here; write an edge list, with NetworkX: write_edgelist("), told.npos)
        << told;
    return told.substr(0, told.find(','));
  };
  EXPECT_EQ(format_of("<?xml version='1.0'?>\n<!-- of ours -->\n<graphml xmlns='x'>\n"), "g: begins as GraphML");
  EXPECT_EQ(format_of("<gexf version='1.2'>"), "g: begins as GEXF");
  EXPECT_EQ(format_of("graph { a -- b; }\n"), "g: begins as DOT");
  EXPECT_EQ(format_of("\nstrict digraph \"my graph\"\n{\n"), "g: begins as DOT");
  EXPECT_EQ(format_of("Creator \"igraph\"\nVersion 1\ngraph\n[\n  node [ id 1 ]"), "g: begins as GML");
  EXPECT_EQ(format_of("// by hand\ngraph G {\n a -- b;\n}\n"), "g: begins as DOT");
  EXPECT_EQ(format_of("/* by\nhand */ digraph\n{\n"), "g: begins as DOT");
  EXPECT_EQ(format_of("# made\ncomment \"x\"\ngraph [\n"), "g: begins as GML");
  EXPECT_EQ(format_of("% pajek\n*arcs\n1 2\n2 3\n"), "g: begins as Pajek");
  EXPECT_EQ(format_of("[[0, 1], [1, 2]]\n"), "g: begins as JSON");
  EXPECT_EQ(format_of("*Vertices 3\n1 \"a\"\n"), "g: begins as Pajek");
  EXPECT_EQ(format_of("{\"nodes\": [{\"id\": 1}]}"), "g: begins as JSON");
  EXPECT_EQ(format_of("#/usr/bin/graph.py\n# GMT Sat Nov 28 2026\n#\n1 2 3\n2\n3\n"),
            "g: begins as lists of neighbours");
  const std::string named = refusal("<graphml>\n", "g.graphml");
  EXPECT_NE(named.find("read_graphml('" + path("g.graphml") + "')"), named.npos) << named;
  EXPECT_EQ(read("graph theory\ndigraph graph\n").arcs, 2u) << "words are names";
  EXPECT_EQ(read("<a> <b>\n{x [y\n").arcs, 2u);
}

TEST_F(RefusalTest, NamesWhatToMakeOfFormatsThatNetworkXDoesNotRead) {
  EXPECT_EQ(
      refusal("AdjacencyGraph\n3\n2\n0\n1\n2\n1\n2\n", "g.adj"),
      "g.adj: begins as an adjacency graph of Ligra, which is not read here; write a line SOURCE TARGET per edge");
  EXPECT_EQ(refusal("c by hand\np edge 3 2\ne 1 2\ne 2 3\n", "g.col"),
            "g.col: begins as DIMACS for colouring, which is not read here; write its lines e without the e, as grep "
            "'^e' FILE | cut -c3- does");
  const std::string tuples =
      ": begins as edges between tuples, which is not read here; number its vertices before, with NetworkX: "
      "convert_node_labels_to_integers(G)";
  EXPECT_EQ(refusal("(0, 0) (1, 0)\n(0, 0) (0, 1)\n"), "graph.txt" + tuples);
  EXPECT_EQ(refusal("('a', 1)\t('b', 2)\n", "g.tsv"), "g.tsv" + tuples);
  EXPECT_EQ(labels_of(read("(a) (b)\n")), "(a) (b)");
  EXPECT_EQ(labels_of(read("# Atoll edge list: 2 vertices, 1 arcs\n{\"x\"\tb\n")), "{\"x\" b") << "we wrote it";
}

TEST_F(RefusalTest, NamesAnAdjacencyMatrix) {
  const auto is_refused = [&](const std::string& text, const std::string& file = "g.txt") {
    return refusal(text, file).find("looks like an adjacency matrix") != std::string::npos;
  };
  EXPECT_EQ(refusal("0 1 0\n1 0 1\n0 1 0\n", "g"),
            "g: looks like an adjacency matrix, which is not read here; write an edge list, with NetworkX: "
            "write_edgelist(from_numpy_array(numpy.loadtxt('" +
                path("g") +
                "'), create_using=DiGraph), 'graph.txt', data=['weight']), or say --format edges if a line is an edge");
  const std::string named = refusal("\"\",\"A\",\"B\"\n\"A\",0,2.5\n\"B\",2.5,0\n", "g.csv");
  EXPECT_NE(named.find("from_pandas_adjacency(pandas.read_csv('" + path("g.csv") + "', delimiter=',', index_col=0)"),
            named.npos)
      << named;
  EXPECT_TRUE(is_refused("# made\n0,1,0,1\n1,0,1,0\n0,1,0,0\n", "g.csv")) << "rows of 0 and 1, some of them";
  EXPECT_TRUE(is_refused("0 7 0 0\n0 0 2 0\n0 0 0 1\n9 0 0 0\n")) << "weights, directed";
  EXPECT_TRUE(is_refused(",0,1\n0,0,1\n1,1,0\n", "g.csv")) << "as pandas counts";
  EXPECT_TRUE(is_refused("0\t1\t0\t1\r\n1\t0\t1\t0\r\n0\t1\t0\t0\r\n", "g.tsv"));
  std::string large;
  for (int row = 0; row < 300; ++row) {
    for (int column = 0; column < 300; ++column) large += row == column ? "0 " : "7 ";
    large += '\n';
  }
  EXPECT_TRUE(is_refused(large));
}

TEST_F(RefusalTest, TakesWhatIsNoAdjacencyMatrix) {
  EXPECT_EQ(read("0 1 5\n1 0 5\n0 2 0\n").arcs, 3u) << "three edges of which the last weighs nothing";
  EXPECT_EQ(read("A,B,km\nA,B,3\nB,C,4\n", "g.csv").arcs, 2u);
  EXPECT_EQ(read("0 1 0\n1 0 1\n0 1 0\n", "g.txt", {.format = "edges"}).arcs, 3u) << "it is asked for";
  EXPECT_EQ(read("source,target,weight,day\n0,1,0,1\n1,0,1,0\n", "g.csv").arcs, 2u);
}

TEST_F(RefusalTest, NamesAListOfNeighbours) {
  EXPECT_EQ(refusal("1: 2\n2: 1\n"),
            "graph.txt:1: '1:' begins a list of neighbours, which is not read here; write a line SOURCE TARGET per "
            "edge, or say --ids string if names end in ':'");
  EXPECT_EQ(labels_of(read("1: 2\n2 1:\n", "graph.txt", {.ids = IdKind::string})), "1: 2");
}

TEST_F(RefusalTest, NamesAnArrowBetweenTheEnds) {
  const std::string or_names = "; or say --ids string if a vertex is called so";
  EXPECT_EQ(refusal("# made\n1 -> 2\n"),
            "graph.txt:2: '->' between the ends of an edge; write SOURCE TARGET without it" + or_names);
  EXPECT_EQ(refusal("a <- b 7\n"),
            "graph.txt:1: '<-' between the ends of an edge; swap them and write SOURCE TARGET without it" + or_names);
  EXPECT_EQ(refusal("a -- b\n"),
            "graph.txt:1: '--' between the ends of an edge; leave it out, and say --undirected" + or_names);
  EXPECT_EQ(labels_of(read("1 -> 2\n", "graph.txt", {.ids = IdKind::string})), "1 ->");
  EXPECT_EQ(labels_of(read("a --\n")), "a --") << "a name like another";
}

TEST_F(RefusalTest, NamesADamagedArchive) {
  const std::string packed = gz("0 1\n1 2\n");
  EXPECT_EQ(refusal(packed.substr(0, packed.size() - 3), "a.gz"),
            "a.gz: the archive is cut short; fetch or pack the file again");
  EXPECT_EQ(refusal(packed.substr(0, 10) + "\xff" + packed.substr(11), "a.gz"),
            "a.gz: the gz archive is damaged; fetch or pack the file again");
}

TEST_F(RefusalTest, NamesTheLineOfABadEdge) {
  EXPECT_EQ(refusal("0 1\n\n# here\n7\n"), "graph.txt:4: 1 field where an edge needs 2; a line is SOURCE TARGET");
  EXPECT_EQ(refusal("7\n"), "graph.txt:1: 1 field where an edge needs 2; a line is SOURCE TARGET");
  EXPECT_EQ(refusal("0 1\n2 -5\n"),
            "graph.txt:2: the id -5 is negative; number the vertices from 0, or say --ids string");
  EXPECT_EQ(refusal("-1 1\n"), "graph.txt:1: the id -1 is negative; number the vertices from 0, or say --ids string");
  EXPECT_EQ(refusal("0 1\n9223372036854775808 1\n"),
            "graph.txt:2: the id 9223372036854775808 is over 2^63 - 1; if ids are names, say --ids string");
  EXPECT_EQ(refusal("0 1\n1 99999999999999999999999\n"),
            "graph.txt:2: the id 99999999999999999999999 is over 2^63 - 1; if ids are names, say --ids string");
  EXPECT_EQ(refusal("0 1\n1 two\n"), "graph.txt:2: 'two' is not an integer id; if ids are names, say --ids string");
  EXPECT_EQ(refusal("1.5 2\n"), "graph.txt:1: '1.5' is not an integer id; if ids are names, say --ids string");
  EXPECT_EQ(refusal("a b\n", "graph.txt", {.ids = IdKind::integer}),
            "graph.txt:1: 'a' is not an integer id; if ids are names, say --ids string");
  EXPECT_EQ(refusal("a b\nc\n"), "graph.txt:2: 1 field where an edge needs 2; a line is SOURCE TARGET");
}

TEST_F(RefusalTest, NamesTheLineInsideAnArchive) {
  EXPECT_EQ(refusal(gz("0 1\n1\n"), "a.gz"), "a.gz:2: 1 field where an edge needs 2; a line is SOURCE TARGET");
}

TEST_F(RefusalTest, NamesTheLineOfABadWeight) {
  const std::string all_or_none = "; give every line a weight, or none";
  EXPECT_EQ(refusal("0 1 5\n1 2\n"), "graph.txt:2: a line without its weight" + all_or_none);
  EXPECT_EQ(refusal("0 1\n1 2 5\n"), "graph.txt:2: a line with a weight, but the first has none" + all_or_none);
  EXPECT_EQ(refusal("0 1 5\n1 2 nan\n"),
            "graph.txt:2: the weight is NaN; give every line a number, or leave the line out");
  EXPECT_EQ(refusal("0 1 -inf\n"),
            "graph.txt:1: the weight is infinite; give every line a finite number, or leave the line out");
  EXPECT_EQ(
      refusal("0 1 5\n1 2 5\n", "graph.el"),
      "graph.el:1: a line with a weight, but el is the format without; say --format wel, or leave the weights out");
  EXPECT_EQ(refusal(mtx + "2 2 1\n1 2 5\n"),
            "graph.txt:3: a line with a weight, but the header says pattern; write integer or real there, or leave the "
            "weights out");
  EXPECT_EQ(refusal("p tw 2 1\n1 2 5\n"),
            "graph.txt:2: a line with a weight, but the header says p tw, which has none; leave the weights out, or "
            "write p sp and a SOURCE TARGET WEIGHT");
  EXPECT_EQ(refusal("from;to;weight\na;b;3,5\n", "g.csv"),
            "g.csv:2: the weight '3,5' has a comma; write a decimal point, and nothing between thousands");
  EXPECT_EQ(refusal("0 1 x\n"), "graph.txt:1: the weight 'x' is not a number; a line is SOURCE TARGET WEIGHT");
  EXPECT_EQ(
      refusal("Ann Lee\tBob\n"),
      "graph.txt:1: the weight 'Bob' is not a number; a line is SOURCE TARGET WEIGHT; names with blanks in them are "
      "read as CSV, with commas or tabs between and a line source,target above");
  EXPECT_EQ(labels_of(read("source\ttarget\nAnn Lee\tBob\n")), "Ann Lee Bob");
  EXPECT_EQ(refusal("0 1 0x10\n"), "graph.txt:1: the weight '0x10' is not a number; a line is SOURCE TARGET WEIGHT");
  EXPECT_EQ(refusal("0 1 2.5\n1 2 1e39\n"),
            "graph.txt:2: the weight 1e39 is out of the range of a 32-bit float; scale the weights");
  EXPECT_EQ(refusal("0 1 2.5\n1 2 -1e-46\n"),
            "graph.txt:2: the weight -1e-46 is out of the range of a 32-bit float; scale the weights");
  EXPECT_EQ(read("0 1 1e-45\n1 2 0.0\n").arcs, 2u) << "nearest to 0, and 0";
  EXPECT_EQ(
      refusal("0 1 7\n1 2 3000000000\n2 3 4\n"),
      "graph.txt:2: the weight 3000000000 does not fit 32 bits; write it with a decimal point and it is read as a "
      "real number");
}

TEST_F(RefusalTest, NamesALineWithTooManyColumns) {
  EXPECT_EQ(refusal("0 1 5 99\n"),
            "graph.txt:1: 4 columns, 3 expected; a line is SOURCE TARGET WEIGHT; keep the columns you need (cut -f, or "
            "awk), or "
            "use CSV with a header");
}

TEST_F(RefusalTest, NamesTheFirstBadLineForAnyNumberOfThreads) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += i % 30'000 == 29'999 ? "oops\n" : "1 2\n";
  const std::string path = file("graph.txt", text);
  for (const int threads : {1, 3}) {
    try {
      load(path, {}, threads);
      FAIL();
    } catch (const Error& error) {
      EXPECT_EQ(error.where(), path + ":30000");
    }
  }
}

TEST_F(RefusalTest, NamesAHeaderThatDisagreesWithItsBody) {
  EXPECT_EQ(refusal(mtx + "3 3 2\n1 2\n"),
            "graph.txt:2: the header says 2 edges, the file has 1; the file is cut short, or the header is wrong");
  EXPECT_EQ(refusal("p tw 3 1\n1 2\n2 3\n"),
            "graph.txt:1: the header says 1 edges, the file has 2; correct the header");
  EXPECT_EQ(refusal("p sp 3 1\na 1 4 5\n"),
            "graph.txt:2: the id 4 is outside 1..3 of the header; correct the line or the header");
  EXPECT_EQ(refusal("p sp 3 1\na 0 1 5\n"),
            "graph.txt:2: the id 0 is outside 1..3 of the header; correct the line or the header");
  EXPECT_EQ(refusal("p sp 3 1\n1 2 5\n"),
            "graph.txt:2: a line that does not begin with 'a'; a line is a SOURCE TARGET WEIGHT");
  EXPECT_EQ(refusal("p xy 3 1\n1 2\n"),
            "graph.txt:1: not the header of a .gr file; begin with p sp VERTICES ARCS or p tw VERTICES EDGES, or say "
            "--format edges");
}

TEST_F(RefusalTest, NamesAMatrixThatIsNoGraph) {
  const std::string begin = "%%MatrixMarket matrix ";
  EXPECT_EQ(refusal(begin + "array real general\n2 2\n1\n"),
            "graph.txt:1: a matrix in array format; write its entries in coordinate format");
  EXPECT_EQ(refusal(begin + "coordinate complex general\n"),
            "graph.txt:1: entries are complex; write them as pattern, integer or real");
  EXPECT_EQ(refusal(begin + "coordinate real skew-symmetric\n"),
            "graph.txt:1: a skew-symmetric matrix; write it as general or symmetric");
  EXPECT_EQ(
      refusal(mtx + "3 4 1\n1 2\n"),
      "graph.txt:2: the matrix is 3 x 4, a graph needs a square one; number rows and columns together (a bipartite "
      "graph), or pad the matrix");
  EXPECT_EQ(refusal(mtx), "graph.txt:2: no line with the size; write ROWS COLUMNS ENTRIES below the comments");
  EXPECT_EQ(
      refusal(mtx + "3 -3 1\n"),
      "graph.txt:2: the number of columns '-3' of the header is not a number from 0 on; correct the header, or name "
      "the format with --format");
  EXPECT_EQ(refusal(begin + "coordinate integer general\n2 2 1\n1 2 0.5\n"),
            "graph.txt:3: the weight 0.5 is not an integer, as the header says; correct the line or the header");
}

TEST_F(RefusalTest, NamesABadRowOfMetis) {
  const std::string fix = "; correct the header, or say --format edges if a line is an edge";
  EXPECT_EQ(refusal("3 1\n2\n1\n", "a.graph"), "a.graph:1: the header says 3 vertices, the file has 2 rows" + fix);
  EXPECT_EQ(refusal("1 0\n\n\n1\n", "a.graph"), "a.graph:4: a row after the 1 of the header" + fix);
  EXPECT_EQ(refusal("2 2\n2\n1\n", "a.graph"),
            "a.graph:1: the header says 2 edges, that is 4 neighbours, the rows have 2" + fix);
  EXPECT_EQ(refusal("3 1\n2 3\n\n\n", "a.graph"),
            "a.graph:1: an edge stands in the row of one end only; list each edge in both rows, with one weight");
  EXPECT_EQ(refusal("2 1 1\n2 5\n1 6\n", "a.graph"),
            "a.graph:1: an edge stands in the row of one end only; list each edge in both rows, with one weight");
  EXPECT_EQ(refusal("2 1\n3\n1\n", "a.graph"),
            "a.graph:2: the neighbour 3 is outside 1..2 of the header; correct the row or the header");
  EXPECT_EQ(refusal("2 1\nx\n1\n", "a.graph"), "a.graph:2: a neighbour that is not a number; correct the row");
  EXPECT_EQ(
      refusal("2 1 1\n2 5 1\n1 5\n", "a.graph"),
      "a.graph:2: the weight of neighbour 1 is not an integer of 32 bits; give each neighbour a weight, or correct "
      "FORMAT in the header");
  EXPECT_EQ(refusal("2 1 10\n\n", "a.graph"),
            "a.graph:2: a row without the weights of its vertex; correct the row, or FORMAT in the header");
}

TEST_F(RefusalTest, NamesABadLineOfCsv) {
  EXPECT_EQ(refusal("from,to\n1,2\n3\n"), "graph.txt:3: 1 field where an edge needs 2; a line is SOURCE TARGET");
  EXPECT_EQ(refusal("from,to\n1,\"2\n"),
            "graph.txt:2: a quote is not closed on its line; close it, or double a quote inside a field");
  EXPECT_EQ(refusal("from,to\na,b\n,c\n"), "graph.txt:3: an id is empty; give every line a source and a target");
  EXPECT_EQ(refusal("from,to,weight\na,b,1\na,c,\n"),
            "graph.txt:3: a line without its weight; give every line a weight, or none");
  EXPECT_EQ(refusal("from,to\n"), "graph.txt: has no edges; write a header and one line SOURCE,TARGET per edge");
}

TEST_F(RefusalTest, NamesALineOfCsvThatIsNotAsItsHeader) {
  const std::string fix = "; correct the line; a field that contains the separator stands in quotes";
  EXPECT_EQ(refusal("from,to\n1,2\n1,2,3\n"), "graph.txt:3: 3 fields, but the first line has 2" + fix);
  EXPECT_EQ(refusal("from,to,name\na,b,x\na,b\n"), "graph.txt:3: 2 fields, but the first line has 3" + fix);
  EXPECT_EQ(refusal("1,2\n1,2,\n"), "graph.txt:2: 3 fields, but the first line has 2" + fix);
}

TEST_F(RefusalTest, NamesTextBehindAQuote) {
  const std::string fix = "; put the whole field in quotes; double a quote inside a field";
  EXPECT_EQ(refusal("from,to\n\"a\"b,c\n"), "graph.txt:2: text behind a closing quote" + fix);
  EXPECT_EQ(refusal("from,to,\"the \"boss\"\"\na,b,c\n"), "graph.txt:1: text behind a closing quote" + fix);
  EXPECT_EQ(arcs("from,to\n\"0\" , \"1\" \n"), "0>1");
}

TEST_F(RefusalTest, names_a_weight_in_quotes_whatever_stands_in_quotes_behind_it) {
  EXPECT_EQ(refusal("source,target,weight,note\na,b,7,x\na,c,\"1\"\"2\",\"123\"\"x\"\n"),
            "graph.txt:3: the weight '1\"2' is not a number; a line is SOURCE TARGET WEIGHT");
}

TEST_F(RefusalTest, NamesColumnsThatCouldBothBeMeant) {
  EXPECT_EQ(refusal("from,to,src\n0,1,2\n"),
            "graph.txt:1: 'from' and 'src' could each be the source; rename all but one");
  EXPECT_EQ(refusal("# by car\nTo,from,dest\n0,1,2\n"),
            "graph.txt:2: 'To' and 'dest' could each be the target; rename all but one");
  EXPECT_EQ(refusal("from,to,distance,time\n0,1,2,3\n"),
            "graph.txt:1: 'distance' and 'time' could each be the weight; rename all but one");
}

TEST_F(RefusalTest, KeepsToTheMemoryLimit) {
  memory::set_limit_bytes(memory::current_bytes() + (64 << 20));
  EXPECT_THROW(read("p tw 9000000000000 0\n"), Error);
  EXPECT_THROW(read("0 40000000000\n", "a.el"), Error);
  memory::set_limit_bytes(0);
}

}  // namespace
}  // namespace Atoll
