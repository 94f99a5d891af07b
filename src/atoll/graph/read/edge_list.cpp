// SPDX-License-Identifier: Apache-2.0
// Edge lists as SNAP and everybody writes them: SOURCE TARGET [WEIGHT] between blanks, comments with # or %. The first
// data line decides whether ids are integers or names and whether there are weights. Our own banner may count the
// vertices.
#include "atoll/graph/read/edge_list.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/graph/binary/load.hpp"
#include "atoll/graph/read/assemble.hpp"
#include "atoll/graph/read/edge_lines.hpp"
#include "atoll/graph/read/format.hpp"
#include "atoll/graph/read/integer_ids.hpp"
#include "atoll/graph/read/names.hpp"

namespace Atoll::reading {
namespace {

[[noreturn]] void fail_without_edges(const TextSource& source) {
  throw Error(ErrorKind::input, "has no edges, only comments or blank lines", source.name(),
              "write one line SOURCE TARGET per edge");
}

struct Counted {
  std::uint64_t vertices = 0;
  std::uint64_t first = 0;  // the label of the first
};

// What our banner counts, in "# Atoll edge list: 5 vertices from 0, 4 arcs".
std::optional<Counted> counted_by_banner(TextSource& source) {
  const std::string_view text = source.window();
  if (!text.starts_with(edge_list_banner)) return std::nullopt;
  const auto words = words_of(text.substr(edge_list_banner.size()));
  if (words.size() < 4 || words[2] != "from" || !words[3].ends_with(',')) return std::nullopt;
  return Counted{header_number(source, source.line(), words[0], "number of vertices"),
                 header_number(source, source.line(), words[3].substr(0, words[3].size() - 1), "first label")};
}

Graph build_counted(TextSource& source, const Counted& counted, Grammar grammar, const Job& job) {
  grammar.first_id = counted.first;
  grammar.ids = counted.vertices;
  RawEdges raw = parse_edge_lines(source, grammar, job);
  return assemble(std::move(raw), {.vertices = counted.vertices, .labels = Labels::counting_from(counted.first)},
                  source.name(), job);
}

Graph build_uncompacted(TextSource& source, bool weighted, const Job& job) {
  if (first_data_line(source, "#%").empty()) fail_without_edges(source);
  const Grammar grammar{.weight_column = weighted ? 2 : -1,
                        .unweighted = {"a line with a weight, but el is the format without",
                                       "say --format wel, or leave the weights out"},
                        .numbered = true};
  RawEdges raw = parse_edge_lines(source, grammar, job);
  const std::uint64_t vertices = raw.largest_id + 1;
  return assemble(std::move(raw), {.vertices = vertices}, source.name(), job);
}

std::vector<std::string> copies(const std::vector<std::string_view>& words) { return {words.begin(), words.end()}; }

// Takes a line that names the columns, such as "source target weight". Other words over integers could be an edge too.
void take_header(TextSource& source, const Job& job) {
  const std::string_view line = first_data_line(source, "#%");
  const std::string_view next = job.options.ids == IdKind::string ? "" : second_data_line(source);
  const std::vector<std::string> first = copies(words_of(line));
  if (first.empty()) return;
  if (!is_header(first, copies(words_of(next)))) {
    if (names_ends(first) && job.options.ids == IdKind::by_first_line)
      job.notes.push_back(
          fmt::format("the line '{}' is taken as an edge; put # before it if it is a header", line.substr(0, 40)));
    return;
  }
  if (names_ends_elsewhere(first))
    source.fail(source.line(), fmt::format("'{}' has the source elsewhere than before the target", line.substr(0, 40)),
                "write them in this order, or put commas between the columns");
  const bool could_be_an_edge = first.size() >= 2 && job.options.ids == IdKind::by_first_line;
  if (could_be_an_edge && !names_ends(first)) {
    source.fail(source.line(), fmt::format("'{}' over integers is an edge of names, or a header", line.substr(0, 40)),
                "say --ids string, or put # before a header");
  }
  job.notes.push_back(fmt::format("the line '{}' is passed over as a header", source.take_line().substr(0, 40)));
}

void refuse_what_is_no_edge(TextSource& source, const std::vector<std::string_view>& words, const Job& job) {
  if (words.size() > 2 && words[2].starts_with('{')) {
    source.fail(source.line(), "a dictionary behind an edge, as NetworkX writes it",
                "write_edgelist(..., data=False) leaves it out, data=['weight'] writes a number");
  }
  if (!words.empty() && words[0].size() > 1 && words[0].ends_with(':') && job.options.ids == IdKind::by_first_line) {
    source.fail(source.line(), fmt::format("'{}' begins a list of neighbours, which is not read here", words[0]),
                "write a line SOURCE TARGET per edge, or say --ids string if names end in ':'");
  }
  constexpr std::array<std::string_view, 6> arrows{"->", "-->", "=>", "<-", "--", "<->"};
  const auto arrow = std::ranges::find(arrows, words.size() > 2 ? words[1] : "");
  if (arrow != arrows.end() && job.options.ids == IdKind::by_first_line) {
    const std::string_view fix = *arrow == "<-"                      ? "swap them and write SOURCE TARGET without it"
                                 : *arrow == "--" || *arrow == "<->" ? "leave it out, and say --undirected"
                                                                     : "write SOURCE TARGET without it";
    source.fail(source.line(), fmt::format("'{}' between the ends of an edge", *arrow),
                fmt::format("{}; or say --ids string if a vertex is called so", fix));
  }
  if (job.options.format.empty() && could_be_metis(Glance::at(source))) {
    source.fail(source.line(), "could be a METIS graph, or an edge list", "say --format metis, or --format edges");
  }
}

}  // namespace

bool ids_are_names(std::string_view source, std::string_view target, const ReadOptions& options) {
  if (options.ids != IdKind::by_first_line) return options.ids == IdKind::string;
  const auto is_name = [](std::string_view id) {
    const bool is_padded = id.size() > 1 && id[0] == '0' && is_digit(id[1]);  // "02139" is not called 2139
    return is_padded || !is_number(id);
  };
  return is_name(source) || is_name(target);
}

Graph read_edge_lines(TextSource& source, Grammar grammar, bool by_name, const Job& job) {
  if (!by_name) return build_compacted(parse_edge_lines(source, grammar, job), source.name(), job);
  Assembly assembly;
  RawEdges raw;
  {
    Names names;
    grammar.names = &names;
    raw = parse_edge_lines(source, grammar, job);
    const Array<std::uint64_t> ranks = names.ranks(job.crew);
    assembly.vertices = names.count();
    assembly.labels = names.labels(ranks, job.crew);
    const bool wide = wide_ids(job.options, assembly.vertices, source.name());
    rename_ids(raw, wide, [&](std::uint64_t handle) { return ranks[handle]; }, job);
  }
  return assemble(std::move(raw), std::move(assembly), source.name(), job);
}

Graph read_edge_list(TextSource& source, const Job& job) {
  const std::optional<Counted> counted = counted_by_banner(source);
  const bool is_ours = source.window().starts_with(edge_list_banner);
  if (!is_ours) take_header(source, job);
  const auto words = words_of(first_data_line(source, "#%"));
  if (!is_ours) refuse_what_is_no_edge(source, words, job);
  const Grammar grammar{.weight_column = words.size() > 2 ? 2 : -1};
  if (counted && job.options.ids != IdKind::string) return build_counted(source, *counted, grammar, job);
  if (words.empty()) fail_without_edges(source);
  const bool by_name = words.size() > 1 && ids_are_names(words[0], words[1], job.options);
  return read_edge_lines(source, grammar, by_name, job);
}

Graph read_el(TextSource& source, const Job& job) { return build_uncompacted(source, false, job); }
Graph read_wel(TextSource& source, const Job& job) { return build_uncompacted(source, true, job); }

}  // namespace Atoll::reading
