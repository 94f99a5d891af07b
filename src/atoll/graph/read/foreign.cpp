// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/foreign.hpp"

#include <array>
#include <fmt/format.h>
#include <regex>

#include "atoll/base/error.hpp"
#include "atoll/base/letters.hpp"
#include "atoll/graph/read/edge_list.hpp"
#include "atoll/graph/read/unpack.hpp"

namespace Atoll::reading {
namespace {

constexpr std::size_t beginning_bytes = 1024;  // a prologue of XML has comments and schemas

struct Foreign {
  std::string_view name;
  std::string_view beginning;    // an ECMAScript expression, for lower case
  std::string_view reader;       // of NetworkX
  std::string_view remedy = {};  // where it has none
  bool by_comments = false;      // those it begins with
};

constexpr std::array foreigners = {
    Foreign{"GraphML", R"(<[^]*<graphml|<graphml)", "read_graphml('{}')"},
    Foreign{"GEXF", R"(<[^]*<gexf|<gexf)", "read_gexf('{}')"},
    Foreign{"DOT", R"((strict\s+)?(di)?graph(\s+("[^"]*"|[\w.]+))?\s*\{)", "nx_pydot.read_dot('{}')"},
    Foreign{"GML", R"(((creator|version|comment)\s[^\n]*\n\s*)*graph\s*\[)", "read_gml('{}')"},
    Foreign{"Pajek", R"(\*(vertices|network|arcs|edges)(list)?\b)", "read_pajek('{}')"},
    Foreign{"JSON", R"(\{\s*"|\[\s*[\[{])", "node_link_graph(json.load(open('{}')))"},
    Foreign{"lists of neighbours", R"(#[^\n]*\n# gmt [^\n]*\n#)", "read_adjlist('{}')", {}, true},
    Foreign{"an adjacency graph of Ligra", R"((weighted)?adjacencygraph\s)", {}, "write a line SOURCE TARGET per edge"},
    Foreign{"DIMACS for colouring",
            R"((c[^\n]*\n\s*)*p\s+(edges?|col)\s)",
            {},
            "write its lines e without the e, as grep '^e' FILE | cut -c3- does"},
    Foreign{"edges between tuples",
            R"(\([^()\n]*,[^()\n]*\)\s)",
            {},
            "number its vertices before, with NetworkX: convert_node_labels_to_integers(G)"},
};

// From the first word on that is no comment of any of them.
std::string_view beginning_of(std::string_view text) {
  for (;;) {
    const std::size_t word = text.find_first_not_of(" \t\r\n");
    if (word == std::string_view::npos) return {};
    text.remove_prefix(word);
    const bool is_block = text.starts_with("/*");
    if (!is_block && !text.starts_with("//") && text[0] != '#' && text[0] != '%') return text;
    const std::size_t end = is_block ? text.find("*/", 2) : text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + (is_block ? 2 : 1));
  }
}

}  // namespace

void refuse_foreign(const Glance& glance, const std::string& path) {
  if (!glance.is_text) return;
  if (glance.text.starts_with(edge_list_banner)) return;
  const std::string comments = lower(glance.text.substr(0, beginning_bytes));
  const std::string text = lower(beginning_of(glance.text).substr(0, beginning_bytes));
  for (const Foreign& foreign : foreigners) {
    const std::regex beginning(foreign.beginning.begin(), foreign.beginning.end());
    if (!std::regex_search(foreign.by_comments ? comments : text, beginning, std::regex_constants::match_continuous))
      continue;
    throw Error(ErrorKind::input, fmt::format("begins as {}, which is not read here", foreign.name), input_name(path),
                foreign.reader.empty()
                    ? std::string(foreign.remedy)
                    : fmt::format("write an edge list, with NetworkX: write_edgelist({}, 'graph.txt', data=False)",
                                  fmt::format(fmt::runtime(foreign.reader), path == "-" ? "FILE" : path)));
  }
}

}  // namespace Atoll::reading
