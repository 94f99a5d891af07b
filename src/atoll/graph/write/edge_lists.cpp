// SPDX-License-Identifier: Apache-2.0
// Formats with an arc per line: plain edge lists and CSV carry the user's labels, GAPBS's .el and .wel count from 0.
// They cannot say "undirected", so such a graph is listed with both arcs of every edge: read as directed it gives the
// same answers. Vertices without arcs have no line; a comment counts them all where labels are counted.
#include <algorithm>
#include <fmt/format.h>

#include "atoll/base/letters.hpp"
#include "atoll/graph/read/edge_list.hpp"
#include "atoll/graph/write/losses.hpp"
#include "atoll/graph/write/writers.hpp"

namespace Atoll::writing {
namespace {

// What no line of text has.
bool breaks_a_line(char c) { return is_control(c) && c != '\t'; }
bool is_control_or_blank(char c) { return is_control(c) || c == ' '; }

// The label of a vertex as this format writes it.
class LabelText {
 public:
  enum class Quotes { never, where_needed };

  LabelText(const Graph& graph, Quotes quotes, PackedFile& file) : labels_(graph.labels), quotes_(quotes), file_(file) {
    if (labels_.are_strings()) check(graph.vertices);
  }

  void put(std::uint64_t v) const {
    if (labels_.are_strings()) return put_word(labels_.word(v));
    file_.put_integer(labels_.ids().empty() ? v + labels_.first() : labels_.ids()[v]);
  }

 private:
  bool fits(std::string_view label) const {
    if (label.empty()) return false;
    if (quotes_ == Quotes::where_needed) return std::ranges::none_of(label, breaks_a_line);
    return label[0] != '#' && label[0] != '%' && std::ranges::none_of(label, is_control_or_blank);
  }

  void check(std::uint64_t vertices) const {
    for (std::uint64_t v = 0; v < vertices; ++v) {
      if (fits(labels_.word(v))) continue;
      const bool csv = quotes_ == Quotes::where_needed;
      refuse(file_,
             fmt::format("the label \"{}\" does not fit {}", labels_.word(v), csv ? "a line of CSV" : "an edge list"),
             csv ? "write atoll" : "write csv or atoll, which take any label in a line");
    }
  }

  void put_word(std::string_view label) const {
    const bool plain = quotes_ == Quotes::never || (!label.empty() && label.find_first_of(" ,;\t\"#%") == label.npos);
    if (plain) return file_.put(label);
    file_.put('"');
    for (const char c : label) {
      if (c == '"') file_.put('"');
      file_.put(c);
    }
    file_.put('"');
  }

  const Labels& labels_;
  Quotes quotes_;
  PackedFile& file_;
};

void put_lines(const Graph& graph, const LabelText& label, char separator, PackedFile& file) {
  for_arcs(graph, file, [&](std::uint64_t u, std::uint64_t v, std::uint64_t e) {
    label.put(u);
    file.put(separator);
    label.put(v);
    if (graph.weighted()) put_weight(graph, e, separator, file);
    file.put('\n');
  });
}

}  // namespace

void write_edges(const Graph& graph, PackedFile& file, Crew&) {
  const LabelText label(graph, LabelText::Quotes::never, file);
  const bool counted = labels_are_counted(graph.labels);
  file.put(fmt::format(
      "{}{} {}{}, {} {}\n", reading::edge_list_banner, graph.vertices, graph.vertices == 1 ? "vertex" : "vertices",
      counted ? fmt::format(" from {}", graph.labels.first()) : "", graph.arcs, graph.arcs == 1 ? "arc" : "arcs"));
  if (!graph.directed) file.put("# undirected: every edge is listed in both directions\n");
  put_lines(graph, label, '\t', file);
}

void write_csv(const Graph& graph, PackedFile& file, Crew&) {
  const LabelText label(graph, LabelText::Quotes::where_needed, file);
  file.put(graph.weighted() ? "source,target,weight\n" : "source,target\n");
  put_lines(graph, label, ',', file);
}

void write_el(const Graph& graph, PackedFile& file, Crew&) {
  for_arcs(graph, file, [&](std::uint64_t u, std::uint64_t v, std::uint64_t) {
    file.put_integer(u);
    file.put(' ');
    file.put_integer(v);
    file.put('\n');
  });
}

void write_wel(const Graph& graph, PackedFile& file, Crew&) {
  for_arcs(graph, file, [&](std::uint64_t u, std::uint64_t v, std::uint64_t e) {
    file.put_integer(u);
    file.put(' ');
    file.put_integer(v);
    put_weight(graph, e, ' ', file);
    file.put('\n');
  });
}

}  // namespace Atoll::writing
