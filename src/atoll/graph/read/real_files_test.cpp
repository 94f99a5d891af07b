// SPDX-License-Identifier: Apache-2.0
// Published graphs in the formats their owners gave them, against counts made by other programs. The folder with the
// files is named by ATOLL_DATA; without it the test is skipped.
#include <cstdlib>

#include "atoll/graph/read/testing.hpp"

namespace Atoll {
namespace {

struct RealFile {
  const char* name;
  std::uint64_t vertices;
  std::uint64_t arcs;  // an undirected edge is two, a line of an edge list is one
  bool directed;
  WeightType weights;
  const char* last_label;
};

using enum WeightType;
constexpr RealFile real_files[] = {
    {"road/USA-road-d.NY.gr.gz", 264'346, 733'846, true, integer, "264346"},
    {"road/USA-road.FLA.pace.gr.xz", 1'070'376, 2 * 1'343'951, false, none, "1070376"},
    {"road/porto-time.wel.gz", 67'811, 85'412, true, integer, "67810"},
    {"web/cnr-2000.txt.gz", 325'557, 3'216'152, true, none, "325556"},
    {"social/soc-Slashdot0902.txt.gz", 82'168, 948'464, true, none, "82167"},
    {"social/ego-twitter.txt.gz", 81'306, 1'342'310, true, none, "81305"},
    {"social/musae-git.csv.gz", 37'700, 289'003, true, none, "37699"},
    {"social/facebook-combined.txt.gz", 4'039, 88'234, true, none, "4038"},
    {"citation/cit-HepPh.txt.gz", 34'546, 421'578, true, none, "34545"},
    {"collaboration/dblp-2010.mtx.gz", 326'186, 2 * 807'700, false, none, "326186"},
    {"communication/email-Enron.txt.gz", 36'692, 367'662, true, none, "36691"},
    {"communication/wiki-Vote.txt.gz", 7'115, 103'689, true, none, "8297"},
    {"small/karate.graph", 34, 2 * 78, false, none, "34"},
    {"small/jazz.graph", 198, 2 * 2'742, false, none, "198"},
    {"small/lesmis.graph", 77, 2 * 254, false, integer, "77"},
    {"small/polblogs.graph", 1'490, 2 * 16'715, false, none, "1490"},
    {"small/celegans_metabolic.graph", 453, 2 * 2'025, false, none, "453"},
    {"small/hep-th.graph", 8'361, 2 * 15'751, false, none, "8361"},
    {"small/power.graph", 4'941, 2 * 6'594, false, none, "4941"},
    {"small/PGPgiantcompo.graph", 10'680, 2 * 24'316, false, none, "10680"},
    {"small/dolphins.mtx", 62, 2 * 159, false, none, "62"},
    {"small/netscience.mtx", 1'589, 2 * 2'742, false, real, "1589"},
    {"small/as20graph.txt", 6'474, 26'467, true, none, "65105"},
};

class RealFileTest : public testing::ReadTest, public ::testing::WithParamInterface<RealFile> {
 protected:
  RealFileTest() : data_(std::getenv("ATOLL_DATA")) {}
  const char* data_;
};

TEST_P(RealFileTest, HasTheVerticesAndArcsThatOthersCounted) {
  if (data_ == nullptr) GTEST_SKIP() << "ATOLL_DATA does not name the folder of the real graphs";
  const RealFile& expected = GetParam();
  const std::string path = std::string(data_) + "/" + expected.name;
  if (!std::filesystem::exists(path)) GTEST_SKIP() << path << " is not there";
  const Graph graph = load(path);
  EXPECT_EQ(graph.vertices, expected.vertices);
  EXPECT_EQ(graph.arcs, expected.arcs);
  EXPECT_EQ(graph.directed, expected.directed);
  EXPECT_EQ(graph.weights.type, expected.weights);
  EXPECT_EQ(graph.labels.of(graph.vertices - 1), expected.last_label);
}

std::string name_of(const ::testing::TestParamInfo<RealFile>& info) {
  std::string name = std::filesystem::path(info.param.name).filename();
  for (char& c : name) c = std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(RealFiles, RealFileTest, ::testing::ValuesIn(real_files), name_of);

}  // namespace
}  // namespace Atoll
