// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/foreign.hpp"

#include <array>
#include <fmt/format.h>
#include <regex>

#include "atoll/base/error.hpp"

namespace Atoll::reading {
namespace {

constexpr std::size_t beginning_bytes = 1024;  // a prologue of XML has comments and schemas

struct Foreign {
  std::string_view name;
  std::string_view beginning;  // an ECMAScript expression, for lower case
  std::string_view reader;     // of NetworkX
};

constexpr std::array foreigners = {
    Foreign{"GraphML", R"(<[^]*<graphml|<graphml)", "read_graphml('{}')"},
    Foreign{"GEXF", R"(<[^]*<gexf|<gexf)", "read_gexf('{}')"},
    Foreign{"DOT", R"((strict\s+)?(di)?graph(\s+("[^"]*"|[\w.]+))?\s*\{)", "nx_pydot.read_dot('{}')"},
    Foreign{"GML", R"((creator\s[^\n]*\n\s*|version\s[^\n]*\n\s*)*graph\s*\[)", "read_gml('{}')"},
    Foreign{"Pajek", R"(\*(vertices|network)\b)", "read_pajek('{}')"},
    Foreign{"JSON", R"(\{\s*"|\[\s*\{)", "node_link_graph(json.load(open('{}')))"},
};

}  // namespace

void refuse_foreign(const Glance& glance, const std::string& name) {
  if (!glance.is_text) return;
  const std::string text = lower(glance.text.substr(0, beginning_bytes));
  const auto start = text.find_first_not_of(" \t\r\n");
  if (start == std::string::npos) return;
  for (const Foreign& foreign : foreigners) {
    const std::regex beginning(foreign.beginning.begin(), foreign.beginning.end());
    const auto begin = text.cbegin() + static_cast<std::ptrdiff_t>(start);
    if (!std::regex_search(begin, text.cend(), beginning, std::regex_constants::match_continuous)) continue;
    throw Error(ErrorKind::input, fmt::format("begins as {}, which is not read here", foreign.name), name,
                fmt::format("write an edge list, with NetworkX: write_edgelist({}, 'graph.txt', data=False)",
                            fmt::format(fmt::runtime(foreign.reader), name)));
  }
}

}  // namespace Atoll::reading
