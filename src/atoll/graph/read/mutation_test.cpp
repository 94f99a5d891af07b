// SPDX-License-Identifier: Apache-2.0
// Valid files of every format with bytes changed, cut out, doubled and swapped: each gives a graph that is one, or an
// Error; never a crash. Another ATOLL_SEED gives other files.
#include <random>

#include "atoll/base/memory.hpp"
#include "atoll/graph/read/testing.hpp"

#include "tests/support/samples.hpp"

namespace Atoll {
namespace {

using testing::gz;
using testing::xz;
using testing::zst;

struct Seedling {
  const char* name;
  std::string bytes;
};

std::vector<Seedling> seedlings() {
  const std::string mtx = "%%MatrixMarket matrix coordinate ";
  const std::string edges = "# c\n0 1\n1 2\n2\t0\n";
  return {
      {"a.txt", edges},
      {"weights.txt", "0 1 5\n1 2 0.5\n2 0 -7\n"},
      {"sparse.txt", "12 5000000000\n5000000000 9223372036854775807\n"},
      {"names.txt", "bash libc6\nlibc6 gcc\n"},
      {"a.csv", "from,\"to\",weight\nx,\"2\",3\n2,\"a \"\"b\"\"\",4\n"},
      {"pattern.mtx", mtx + "pattern symmetric\n% c\n3 3 2\n2 1\n3 1\n"},
      {"real.mtx", mtx + "real general\n3 3 2\n2 1 0.5\n3 1 1e3\n"},
      {"a.gr", "c x\np sp 3 2\na 1 2 7\na 2 3 8\n"},
      {"pace.gr", "c x\np tw 3 2\n1 2\n2 3\n"},
      {"a.graph", "% c\n4 3\n2 3\n1 3\n1 2\n\n"},
      {"weights.graph", "3 2 011 1\n5 2 9\n5 1 9 3 8\n5 2 8\n"},
      {"a.el", "0 1\n1 5\n"},
      {"a.wel", "0 1 4\n1 5 4\n"},
      {"a.txt.gz", gz(edges)},
      {"a.txt.xz", xz(edges)},
      {"a.txt.zst", zst(edges)},
  };
}

class Mutation {
 public:
  explicit Mutation(std::uint64_t seed) : draw_(seed) {}

  void apply(std::string& bytes) {
    for (std::uint64_t rounds = below(4) + 1; rounds > 0 && !bytes.empty(); --rounds) {
      const std::size_t at = below(bytes.size());
      const std::size_t length = below(std::min<std::size_t>(8, bytes.size() - at)) + 1;
      switch (below(6)) {
        case 0: bytes[at] = static_cast<char>(below(256)); break;
        case 1: bytes.erase(at, length); break;
        case 2: bytes.insert(at, bytes.substr(at, length)); break;
        case 3: bytes.insert(at, pieces[below(std::size(pieces))]); break;
        case 4: std::swap(bytes[at], bytes[below(bytes.size())]); break;
        default: bytes.resize(at); break;
      }
    }
  }

 private:
  static constexpr const char* pieces[] = {
      "\n", " ", "\t", ",",          "\"",   "-", "0",   "9999999999999999999999", "4294967295", "nan", "1e400",
      "-1", "%", "#",  "p sp 1 1\n", "\r\n", "x", "\xff"};
  std::uint64_t below(std::uint64_t bound) { return draw_() % bound; }
  std::mt19937_64 draw_;
};

// Every row of the graph lies in it.
template <class Id>
bool holds_together(const Graph& graph, const Csr<Id>& rows) {
  if (rows.offsets.size() != graph.vertices + 1 || rows.offsets[graph.vertices] != graph.arcs) return false;
  if (graph.weighted() && graph.weights.bits.size() != graph.arcs) return false;
  return std::ranges::all_of(rows.targets, [&](Id target) { return target < graph.vertices; });
}

using MutationTest = testing::ReadTest;

TEST_F(MutationTest, MutatedFilesGiveAGraphOrAnErrorButNeverACrash) {
  SCOPED_TRACE(fmt::format("ATOLL_SEED={}", testing::test_seed()));
  memory::set_limit_bytes(memory::current_bytes() + (std::uint64_t{64} << 20));
  Mutation mutation(testing::test_seed());
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false});
  const Watch watch;
  int graphs = 0;
  for (int round = 0; round < 100; ++round) {
    for (auto& [name, bytes] : seedlings()) {
      std::string mutated = bytes;
      if (round != 0) mutation.apply(mutated);
      const std::string mutated_path = file(name, mutated);
      try {
        const Graph graph = read_graph(mutated_path, {}, crew, watch);
        EXPECT_TRUE(std::visit([&](const auto& rows) { return holds_together(graph, rows); }, graph.out)) << mutated;
        ++graphs;
      } catch (const Error& error) {
        EXPECT_NE(round, 0) << error.what();
        EXPECT_TRUE(error.kind() == ErrorKind::input || error.kind() == ErrorKind::resource) << error.what();
        EXPECT_EQ(std::string(error.what()).find('\n'), std::string::npos) << error.what();
      }
    }
  }
  memory::set_limit_bytes(0);
  EXPECT_GT(graphs, 100);
}

}  // namespace
}  // namespace Atoll
