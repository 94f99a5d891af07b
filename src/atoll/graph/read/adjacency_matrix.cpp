// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/adjacency_matrix.hpp"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <ranges>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/graph/read/numbers.hpp"

namespace Atoll::reading {
namespace {

using Row = std::vector<std::string_view>;

constexpr std::size_t matrix_columns_max = 4096;  // a larger one is not told

// The fields of a line, without their quotes.
Row fields_of(std::string_view line) {
  const char delimiter = delimiter_of(line);
  if (delimiter == 0) return words_of(line, matrix_columns_max);
  Row row;
  for (const auto field : std::views::split(line, delimiter) | std::views::take(matrix_columns_max)) {
    std::string_view text(field);
    while (!text.empty() && (text.front() == ' ' || text.front() == '"')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '"' || text.back() == '\r')) text.remove_suffix(1);
    row.push_back(text);
  }
  return row;
}

// The first lines that are neither blank nor a comment, `most` at most.
std::vector<std::string_view> lines_of(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const std::size_t begin = line.find_first_not_of(" \t\r");
    if (begin != line.npos && line[begin] != '#' && line[begin] != '%') lines.push_back(line);
  }
  return lines;
}

bool is_zero(std::string_view field) { return is_number(field) && field.find_first_not_of("0.") == field.npos; }
bool is_bit(std::string_view field) { return field == "0" || field == "1"; }

bool are_bits(const Row& first, const Row& second) {
  return first.size() > 3 && first.size() == second.size() && std::ranges::all_of(first, is_bit) &&
         std::ranges::all_of(second, is_bit);
}

// A corner, and names that stand both above the columns and before the rows.
bool are_named(const Row& head, const Row& first, const Row& second) {
  const bool is_head = head.size() > 2 && (head[0].empty() || !is_number(head[1]));
  if (!is_head || first.size() != head.size() || second.size() != head.size()) return false;
  const auto holds_numbers = [](const Row& row) { return std::ranges::all_of(row | std::views::drop(1), is_number); };
  return first[0] == head[1] && second[0] == head[2] && holds_numbers(first) && holds_numbers(second);
}

bool is_symmetric(const std::array<Row, 3>& rows) {
  return rows[0][1] == rows[1][0] && rows[0][2] == rows[2][0] && rows[1][2] == rows[2][1];
}

bool is_square(std::string_view text, std::size_t columns) {
  const std::vector<std::string_view> lines = lines_of(text, columns + 1);
  if (columns < 3 || lines.size() != columns) return false;
  for (std::size_t i = 0; i < columns; ++i) {
    const Row row = fields_of(lines[i]);
    if (row.size() != columns || !std::ranges::all_of(row, is_number) || !is_zero(row[i])) return false;
  }
  return columns != 3 || is_symmetric({fields_of(lines[0]), fields_of(lines[1]), fields_of(lines[2])});
}

}  // namespace

void refuse_adjacency_matrix(const Glance& glance, const std::string& name, std::string_view format) {
  const std::vector<std::string_view> lines = lines_of(glance.text, 3);
  if (lines.size() < 3) return;
  const Row head = fields_of(lines[0]);
  const Row first = fields_of(lines[1]);
  const bool named = are_named(head, first, fields_of(lines[2]));
  if (!named && !are_bits(head, first) && !(glance.is_whole && is_square(glance.text, head.size()))) return;
  const char delimiter = delimiter_of(lines[0]);
  const std::string shown = delimiter == '\t' ? "\\t" : std::string{delimiter};
  const std::string how = delimiter == 0 ? "" : fmt::format(", delimiter='{}'", shown);
  const std::string matrix = named
                                 ? fmt::format("from_pandas_adjacency(pandas.read_csv('{}'{}, index_col=0)", name, how)
                                 : fmt::format("from_numpy_array(numpy.loadtxt('{}'{})", name, how);
  throw Error(ErrorKind::input, "looks like an adjacency matrix, which is not read here", name,
              fmt::format("write an edge list, with NetworkX: write_edgelist({}, create_using=DiGraph), 'graph.txt', "
                          "data=['weight']), or say --format {} if a line is an edge",
                          matrix, format));
}

}  // namespace Atoll::reading
