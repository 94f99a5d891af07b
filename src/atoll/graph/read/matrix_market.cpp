// SPDX-License-Identifier: Apache-2.0
// Matrix Market, coordinate format (Boisvert, Pozo, Remington: The Matrix Market Exchange Formats, NIST 1996). Row i,
// column j is the arc from i to j, its value the weight; a symmetric matrix is an undirected graph. Vertices count
// from 1.
#include <algorithm>
#include <fmt/format.h>
#include <string>

#include "atoll/base/letters.hpp"
#include "atoll/graph/read/assemble.hpp"
#include "atoll/graph/read/edge_lines.hpp"
#include "atoll/graph/read/format.hpp"

namespace Atoll::reading {
namespace {

constexpr std::string_view banner = "%%matrixmarket";

struct Kind {
  std::string field;
  bool symmetric = false;
};

// "%%MatrixMarket matrix coordinate real general"
Kind read_banner(TextSource& source) {
  const std::uint64_t line = source.line();
  const std::string text = lower(source.take_line());
  const auto words = words_of(text);
  if (words.size() != 5 || words[0] != banner || words[1] != "matrix") {
    source.fail(line, "not a banner of Matrix Market", "begin with %%MatrixMarket matrix coordinate pattern general");
  }
  if (words[2] != "coordinate") {
    source.fail(line, fmt::format("a matrix in {} format", words[2]), "write its entries in coordinate format");
  }
  if (words[3] != "pattern" && words[3] != "integer" && words[3] != "real" && words[3] != "double") {
    source.fail(line, fmt::format("entries are {}", words[3]), "write them as pattern, integer or real");
  }
  if (words[4] != "general" && words[4] != "symmetric") {
    source.fail(line, fmt::format("a {} matrix", words[4]), "write it as general or symmetric");
  }
  return {std::string(words[3]), words[4] == "symmetric"};
}

}  // namespace

bool looks_like_matrix_market(const Glance& glance) {
  return lower(glance.text.substr(0, banner.size())) == banner || (glance.is_text && glance.suffix == "mtx");
}

Graph read_matrix_market(TextSource& source, const Job& job) {
  const Kind kind = read_banner(source);
  const auto size = words_of(first_data_line(source, "%"));
  const std::uint64_t line = source.line();
  if (size.size() != 3) source.fail(line, "no line with the size", "write ROWS COLUMNS ENTRIES below the comments");
  const std::uint64_t rows = header_number(source, line, size[0], "number of rows");
  const std::uint64_t columns = header_number(source, line, size[1], "number of columns");
  const std::uint64_t entries = header_number(source, line, size[2], "number of entries");
  if (rows != columns) {
    source.fail(line, fmt::format("the matrix is {} x {}, a graph needs a square one", rows, columns),
                "number rows and columns together (a bipartite graph), or pad the matrix");
  }
  source.take_line();

  const bool pattern = kind.field == "pattern";
  const Grammar grammar{.comments = "%",
                        .weight_column = pattern ? -1 : 2,
                        .weighing = kind.field == "integer" ? Weighing::integer : Weighing::real,
                        .unweighted = {"a line with a weight, but the header says pattern",
                                       "write integer or real there, or leave the weights out"},
                        .first_id = 1,
                        .ids = rows,
                        .numbered = true};
  RawEdges raw = parse_edge_lines(source, grammar, job);
  check_edge_count(source, line, entries, raw.edges);
  return assemble(std::move(raw), {.vertices = rows, .directed = !kind.symmetric, .labels = Labels::counting_from(1)},
                  source.name(), job);
}

}  // namespace Atoll::reading
