// SPDX-License-Identifier: Apache-2.0
// CSV: fields between commas, semicolons or tabs, quoted where need be, one line per edge under a header that names the
// columns. The first two columns are source and target unless the header names them; others than a weight are passed
// over.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/graph/read/edge_list.hpp"
#include "atoll/graph/read/format.hpp"

namespace Atoll::reading {
namespace {

constexpr std::array<std::string_view, 3> source_names = {"source", "src", "from"};
constexpr std::array<std::string_view, 4> target_names = {"target", "dst", "dest", "to"};
constexpr std::array<std::string_view, 4> weight_names = {"weight", "w", "distance", "time"};

constexpr int columns_max = 256;  // among which source, target and weight are looked for

// The delimiter that is most frequent in a line; 0 if there is none.
char delimiter_of(std::string_view line) {
  const auto count = [&](char c) { return std::ranges::count(line, c); };
  const char likely = std::ranges::max(std::array{',', ';', '\t'}, {}, count);
  return count(likely) == 0 ? '\0' : likely;
}

// The fields of a line that lies in a window.
std::vector<std::string> fields_of(std::string_view line, char delimiter) {
  std::vector<std::string> names;
  Fields fields;
  Grammar grammar{.comments = "", .delimiter = delimiter, .target_column = -1};
  do {
    grammar.source_column = static_cast<int>(names.size());
    split_line(&line.front(), grammar, fields);
    names.emplace_back(fields.source);
  } while (static_cast<int>(names.size()) < std::min(fields.count, columns_max));
  return names;
}

// The column with one of the names in lower case; -1: none.
int column_named(const std::vector<std::string>& header, std::span<const std::string_view> wanted) {
  const auto matches = [&](std::string name) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return std::ranges::find(wanted, name) != wanted.end();
  };
  const auto found = std::ranges::find_if(header, matches);
  return found == header.end() ? -1 : static_cast<int>(found - header.begin());
}

bool names_columns(const std::vector<std::string>& header) {
  return column_named(header, source_names) >= 0 && column_named(header, target_names) >= 0;
}

Grammar grammar_of(const std::vector<std::string>& header, char delimiter) {
  Grammar grammar{.comments = "", .delimiter = delimiter, .more_columns = true};
  if (names_columns(header)) {
    grammar.source_column = column_named(header, source_names);
    grammar.target_column = column_named(header, target_names);
  }
  const int weight = column_named(header, weight_names);
  if (weight != grammar.source_column && weight != grammar.target_column) grammar.weight_column = weight;
  return grammar;
}

// Of exactly three columns the one that is neither source nor target, if it holds numbers: a weight by another name ("km").
int third_number(const std::vector<std::string>& header, const std::vector<std::string>& fields,
                 const Grammar& grammar) {
  if (header.size() != 3 || fields.size() != 3) return -1;
  const int third = 3 - grammar.source_column - grammar.target_column;
  return is_number(fields[static_cast<std::size_t>(third)]) ? third : -1;
}

}  // namespace

bool looks_like_csv(const Glance& glance) {
  if (!glance.is_text || glance.line.empty()) return false;
  const char delimiter = delimiter_of(glance.line);
  if (delimiter == '\t') return names_columns(fields_of(glance.line, delimiter));
  return delimiter != 0;
}

Graph read_csv(TextSource& source, const Job& job) {
  const auto fail_empty = [&] {
    throw Error(ErrorKind::input, "has no edges", source.name(), "write a header and one line SOURCE,TARGET per edge");
  };
  std::string_view line = first_data_line(source, "#%");
  if (line.empty()) fail_empty();
  const char delimiter = delimiter_of(line);
  if (delimiter == 0)
    source.fail(source.line(), "no comma, semicolon or tab", "separate the columns, or say --format edges");
  const std::vector<std::string> header = fields_of(line, delimiter);
  // Names that name no columns are a header where the file says that it is a CSV, and an edge where it does not.
  const bool says_csv = job.options.format == "csv" || source.name().find(".csv") != std::string::npos;
  const bool all_numbers = std::ranges::all_of(header, [](const std::string& field) { return is_number(field); });
  const bool without_header =
      all_numbers || (!says_csv && !names_columns(header) && column_named(header, weight_names) < 0);
  Grammar grammar = grammar_of(header, delimiter);
  if (without_header) {
    grammar.weight_column = header.size() > 2 ? 2 : -1;
  } else {
    source.take_line();
    line = first_data_line(source, "");
    if (line.empty()) fail_empty();
    if (grammar.weight_column < 0) grammar.weight_column = third_number(header, fields_of(line, delimiter), grammar);
  }
  Fields first;
  split_line(&line.front(), grammar, first);
  return read_edge_lines(source, grammar, ids_are_names(first.source, first.target, job.options), job);
}

}  // namespace Atoll::reading
