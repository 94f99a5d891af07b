// SPDX-License-Identifier: Apache-2.0
// The .gr formats: of the 9th DIMACS challenge, "p sp N M" and arcs "a U V WEIGHT", and of PACE 2016, "p tw N M" and
// undirected edges "U V". Comments begin with c; vertices count from 1; parallel arcs stay.
#include <algorithm>

#include "atoll/graph/read/assemble.hpp"
#include "atoll/graph/read/edge_lines.hpp"
#include "atoll/graph/read/format.hpp"

namespace Atoll::reading {
namespace {

bool is_comment(std::string_view line) { return line.starts_with('c') && (line.size() == 1 || is_blank(line[1])); }

}  // namespace

bool looks_like_dimacs(const Glance& glance) {
  std::string_view text = glance.text;
  std::string_view line;
  do {
    line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  } while (!text.empty() && (is_comment(line) || words_of(line).empty()));
  const auto words = words_of(line);
  const bool has_header = words.size() == 4 && words[0] == "p" && words[1].size() == 2;
  return has_header || (glance.is_text && glance.suffix == "gr");
}

Graph read_dimacs(TextSource& source, const Job& job) {
  const auto words = words_of(first_data_line(source, "c"));
  const std::uint64_t line = source.line();
  const bool road = words.size() == 4 && words[1] == "sp";
  if (words.size() != 4 || words[0] != "p" || (!road && words[1] != "tw")) {
    source.fail(line, "not the header of a .gr file",
                "begin with p sp VERTICES ARCS or p tw VERTICES EDGES, or say --format edges");
  }
  const std::uint64_t vertices = header_number(source, line, words[2], "number of vertices");
  const std::uint64_t edges = header_number(source, line, words[3], "number of edges");
  source.take_line();

  const Grammar grammar{.comments = "c",
                        .prefix = road ? 'a' : '\0',
                        .weight_column = road ? 2 : -1,
                        .unweighted = {"a line with a weight, but the header says p tw, which has none",
                                       "leave the weights out, or write p sp and a SOURCE TARGET WEIGHT"},
                        .first_id = 1,
                        .ids = vertices,
                        .numbered = true};
  RawEdges raw = parse_edge_lines(source, grammar, job);
  check_edge_count(source, line, edges, raw.edges);
  return assemble(std::move(raw), {.vertices = vertices, .directed = road, .labels = Labels::counting_from(1)},
                  source.name(), job);
}

}  // namespace Atoll::reading
