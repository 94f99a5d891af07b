// SPDX-License-Identifier: Apache-2.0
// Whether a file is a METIS graph where no suffix says so: its rows must fit the counts of its header. Invariant: what
// could as well be an edge list is never taken for METIS.
#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <string>
#include <vector>

#include "atoll/graph/read/format.hpp"
#include "atoll/graph/read/metis.hpp"

namespace Atoll::reading {
namespace {

constexpr std::size_t header_words_max = 4;

std::optional<std::uint64_t> number_of(std::string_view word) {
  std::uint64_t number = 0;
  const auto [end, failure] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (failure != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return number;
}

// The numbers of a header; empty if something else stands there, or more than a header has.
std::vector<std::uint64_t> header_of(std::string_view line) {
  const auto words = words_of(line, header_words_max + 1);
  if (words.size() > header_words_max) return {};
  std::vector<std::uint64_t> numbers;
  for (const std::string_view word : words) {
    const auto number = number_of(word);
    if (!number) return {};
    numbers.push_back(*number);
  }
  return numbers;
}

struct Row {
  std::uint64_t words = 0;
  std::uint64_t neighbours = 0;
};

// Nothing if a line is no row: something else than numbers, or a neighbour that is not from 1 to `vertices`.
std::optional<Row> row_of(std::string_view line, const RowFormat& format, std::uint64_t vertices) {
  const std::uint64_t step = format.weighted ? 2 : 1;
  Row row;
  for (auto word = take_word(line); !word.empty(); word = take_word(line), ++row.words) {
    const auto number = number_of(word);
    if (!number) return std::nullopt;
    if (row.words < format.skipped || (row.words - format.skipped) % step != 0) continue;
    if (*number - 1 >= vertices) return std::nullopt;
    ++row.neighbours;
  }
  return row;
}

constexpr std::size_t told_bytes = std::size_t{1} << 16;  // of the text behind the header

// Whether what a window shows are a METIS header and its rows: neighbours from 1 to N, and where all is seen N rows with
// every edge twice. Rows that are all as long as the header are edges as well, which `as_edges` asks for.
bool rows_tell(const Glance& glance, bool as_edges) {
  const auto header = header_of(glance.line);
  if (header.size() < 2 || header[0] < 2 || header[1] == 0) return false;
  const auto format = row_format(header.size() > 2 ? words_of(glance.line)[2] : "0", header.size() > 3 ? header[3] : 1);
  if (!format) return false;
  const std::uint64_t skipped = format->skipped;
  const std::uint64_t step = format->weighted ? 2 : 1;
  std::uint64_t rows = 0, neighbours = 0;
  bool equal = true;
  std::string_view text = glance.text.substr(static_cast<std::size_t>(glance.line.data() - glance.text.data()));
  text.remove_prefix(text.find('\n') + 1);
  const bool is_whole = glance.is_whole && text.size() <= told_bytes;
  if (!is_whole && !text.empty()) text = text.substr(0, text.find('\n', std::min(told_bytes, text.size() - 1)) + 1);
  for (; !text.empty(); text.remove_prefix(text.find('\n') + 1)) {
    const std::string_view line = text.substr(0, text.find('\n'));
    if (line.starts_with('%')) continue;
    const auto row = row_of(line, *format, header[0]);
    if (!row) return false;
    if (row->words == 0 && rows == header[0]) continue;  // blank lines at the end are no rows
    if (++rows > header[0] || row->words < skipped || (row->words - skipped) % step != 0) return false;
    neighbours += row->neighbours;
    equal &= row->words == 0 || row->words == header.size();
  }
  if (is_whole) return equal == as_edges && rows == header[0] && neighbours == 2 * header[1];
  const std::uint64_t degree = header.size() < skipped ? 0 : (header.size() - skipped) / step;
  return equal == as_edges && (!equal || degree * header[0] == 2 * header[1]);
}

}  // namespace

std::optional<RowFormat> row_format(std::string_view word, std::uint64_t vertex_weights) {
  if (word.size() > 3 || !std::ranges::all_of(word, [](char c) { return c == '0' || c == '1'; })) return std::nullopt;
  const std::string flags = fmt::format("{:0>3}", word);
  return RowFormat{.skipped = (flags[0] == '1') + (flags[1] == '1' ? vertex_weights : 0), .weighted = flags[2] == '1'};
}

bool looks_like_metis(const Glance& glance) {
  if (header_of(glance.line).size() < 2) return false;
  if (glance.suffix == "graph" || glance.suffix == "metis") return true;
  const bool says_edges = glance.suffix == "el" || glance.suffix == "wel" || glance.suffix == "edges";
  return glance.may_guess && glance.is_text && !says_edges && rows_tell(glance, false);
}

bool could_be_metis(const Glance& glance) { return rows_tell(glance, true); }

}  // namespace Atoll::reading
