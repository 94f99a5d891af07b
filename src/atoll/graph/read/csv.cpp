// SPDX-License-Identifier: Apache-2.0
// CSV: fields between commas, semicolons or tabs, quoted where need be, one line per edge under a header that names the
// columns. The first two columns are source and target unless the header names them, or two whose names have such words
// ("from_city", "destination airport"); others than a weight are passed over. Every line has as many fields as the first.
#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/base/letters.hpp"
#include "atoll/graph/read/edge_list.hpp"
#include "atoll/graph/read/format.hpp"

namespace Atoll::reading {
namespace {

constexpr std::array<std::string_view, 3> source_names = {"source", "src", "from"};
constexpr std::array<std::string_view, 4> target_names = {"target", "dst", "dest", "to"};
// Words in the name of a column that mean the same.
constexpr std::array<std::string_view, 4> source_words = {"source", "src", "from", "origin"};
constexpr std::array<std::string_view, 5> target_words = {"target", "dst", "dest", "to", "destination"};
// What either end may be called beside these, without '_', a number and "id" at the end: "node_1", "FromNodeId".
constexpr std::array<std::string_view, 9> end_names = {"u",    "v",    "node",     "vertex", "id",
                                                       "tail", "head", "fromnode", "tonode"};
constexpr std::array<std::string_view, 1> id_name = {"id"};
constexpr std::array<std::string_view, 2> weight_names = {"weight", "w"};
constexpr std::array<std::string_view, 5> measure_names = {"distance", "length", "cost", "time", "value"};  // or these
// What a third column of numbers may be that is no weight.
constexpr std::array<std::string_view, 11> attribute_names = {"id",  "year",      "timestamp", "date",  "label", "type",
                                                              "key", "unix_time", "ts",        "epoch", "phone"};

// The number of fields of the first line, whose quotes must be in order.
int check_first_line(const TextSource& source, std::string_view line, char delimiter) {
  Fields fields;
  split_line(&line.front(), {.comments = "", .delimiter = delimiter}, fields);
  if (const Trouble trouble = judge_quotes(fields); !trouble.what.empty())
    source.fail(source.line(), trouble.what, trouble.fix);
  return fields.count;
}

// The fields of a line that lies in a window; among the first, source, target and weight are looked for.
std::vector<std::string> fields_of(std::string_view line, char delimiter) {
  return first_fields(&line.front(), delimiter, columns_max);
}

using Wanted = std::span<const std::string_view>;

bool is_among(std::string_view name, Wanted wanted) { return std::ranges::find(wanted, lower(name)) != wanted.end(); }

// The first column with one of the names in upper or lower case; -1: none.
int column_named(const std::vector<std::string>& header, Wanted wanted) {
  const auto found = std::ranges::find_if(header, [&](const std::string& name) { return is_among(name, wanted); });
  return found == header.end() ? -1 : static_cast<int>(found - header.begin());
}

// Refuses two columns that could both be the `role`.
void check_one_column(const TextSource& source, const std::vector<std::string>& header, Wanted wanted,
                      std::string_view role) {
  std::string which;
  int found = 0;
  for (const std::string& name : header) {
    if (!is_among(name, wanted)) continue;
    which += fmt::format("{}'{}'", found++ == 0 ? "" : " and ", name);
  }
  if (found < 2) return;
  source.fail(source.line(), fmt::format("{} could each be the {}", which, role), "rename all but one");
}

// The first column that has one of the words in its name; -1: none.
int column_with_word(const std::vector<std::string>& header, Wanted words) {
  const auto has_word = [&](const std::string& name) {
    std::string word;
    for (const char c : name + ' ') {
      if (is_letter(c)) {
        word += c;
      } else if (is_among(std::exchange(word, {}), words)) {
        return true;
      }
    }
    return false;
  };
  const auto found = std::ranges::find_if(header, has_word);
  return found == header.end() ? -1 : static_cast<int>(found - header.begin());
}

// What a table that was written with its index has before its columns.
bool numbers_lines(const std::string& name) {
  return name.empty() || lower(name) == "index" || lower(name).starts_with("unnamed");
}

// Of source and target: by their names, or else by words in these; where they say nothing, the first two, but for an
// index.
struct EndColumns {
  int source = 0;
  int target = 1;
};

EndColumns end_columns(const std::vector<std::string>& header) {
  const auto column = [&](Wanted names, Wanted words) {
    const int named = column_named(header, names);
    return named >= 0 ? named : column_with_word(header, words);
  };
  const EndColumns ends{column(source_names, source_words), column(target_names, target_words)};
  if (ends.source >= 0 && ends.target >= 0 && ends.source != ends.target) return ends;
  return header.size() > 2 && numbers_lines(header[0]) ? EndColumns{1, 2} : EndColumns{};
}

// Whether source and target are there by their names, or by words in these: "from_city", "to_city".
bool names_columns(const std::vector<std::string>& header) {
  return column_named(header, source_names) >= 0 && column_named(header, target_names) >= 0;
}
bool names_columns_in_words(const std::vector<std::string>& header) {
  const auto is_plain = [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == ' '; };
  const auto names = [&](int column) {  // "from_city"; "src/a.c" could be a vertex
    return column >= 0 && std::ranges::all_of(header[static_cast<std::size_t>(column)], is_plain);
  };
  const int source = column_with_word(header, source_words);
  const int target = column_with_word(header, target_words);
  return names(source) && names(target) && source != target;
}

void name_columns(const std::vector<std::string>& header, Grammar& grammar) {
  const auto [source, target] = end_columns(header);
  grammar.source_column = source;
  grammar.target_column = target;
  const bool has_weight = column_named(header, weight_names) >= 0;
  const int weight = has_weight ? column_named(header, weight_names) : column_named(header, measure_names);
  if (weight != grammar.source_column && weight != grammar.target_column) grammar.weight_column = weight;
}

// Also "edge_id", and what pandas calls a column that has no name.
bool is_attribute(const std::string& name) {
  return is_among(name, attribute_names) || lower(name).ends_with("_id") || numbers_lines(name);
}

// A number with a comma for a point was meant for one.
bool has_decimal_comma(std::string number) {
  const std::size_t comma = number.find(',');
  if (comma == number.npos) return false;
  number[comma] = '.';
  return is_number(number);
}

// Of exactly three columns.
void tell_no_number(const std::vector<std::string>& header, const std::vector<std::string>& fields,
                    const Grammar& grammar, const Job& job) {
  if (header.size() != 3 || fields.size() != 3) return;
  const auto third = static_cast<std::size_t>(3 - grammar.source_column - grammar.target_column);
  if (!has_decimal_comma(fields[third])) return;
  job.notes.push_back(fmt::format("the column '{}' is passed over: numbers have a point, and not a comma as in '{}'",
                                  header[third], fields[third]));
}

// Of exactly three columns the one that is neither source nor target, if it holds numbers: a weight by another name,
// such as "km", but not by a name such as "year". Numbers that are passed over are told of.
int third_number(const std::vector<std::string>& header, const std::vector<std::string>& fields, const Grammar& grammar,
                 const Job& job) {
  std::vector<int> numbers;
  for (int column = 0; column < static_cast<int>(std::min(header.size(), fields.size())); ++column) {
    const bool is_end = column == grammar.source_column || column == grammar.target_column;
    if (!is_end && is_number(fields[static_cast<std::size_t>(column)])) numbers.push_back(column);
  }
  if (numbers.empty()) {
    tell_no_number(header, fields, grammar, job);
    return -1;
  }
  const std::string& name = header[static_cast<std::size_t>(numbers.front())];
  if (header.size() == 3 && !is_attribute(name)) return numbers.front();
  job.notes.push_back(
      numbers.size() == 1
          ? fmt::format("the column '{}' is passed over; call it 'weight' if it is one", name)
          : fmt::format("the column '{}' and {} more with numbers are passed over; call one 'weight' if "
                        "it is one",
                        name, numbers.size() - 1));
  return -1;
}

// Of the line that tells whether the first one is a header; empty: there is none.
std::vector<std::string> next_fields(TextSource& source, char delimiter) {
  const std::string_view next = second_data_line(source);
  return next.empty() ? std::vector<std::string>{} : fields_of(next, delimiter);
}

// Whether a column beyond the ends has a number below what is none: "gene_a gene_b score".
bool stands_over_numbers(const std::vector<std::string>& header, const std::vector<std::string>& next) {
  for (std::size_t column = 2; column < std::min(header.size(), next.size()); ++column)
    if (is_number(next[column])) return true;
  return false;
}

void tell_header(const std::vector<std::string>& header, const Job& job) {
  job.notes.push_back(
      fmt::format("the first line is taken as a header, of '{}' and '{}'; if it is an edge, write one such "
                  "as source,target above it",
                  header[0], header.size() > 1 ? header[1] : ""));
}

// A number names no column. Names that name none are a header where the file says that it is a CSV; where it does not,
// the next line tells.
bool has_header(TextSource& source, const std::vector<std::string>& header, char delimiter, const Job& job) {
  if (names_columns(header)) return true;
  if (std::ranges::any_of(header, [](const std::string& field) { return is_number(field); })) return false;
  if (names_columns_in_words(header)) {
    tell_header(header, job);
    return true;
  }
  if (column_named(header, weight_names) >= 0) return true;
  if (header.size() > 2 && column_named(header, measure_names) >= 0) return true;
  const std::vector<std::string> next = next_fields(source, delimiter);
  if (job.options.ids != IdKind::string && is_header(header, next)) return true;
  const bool is_csv = job.options.format == "csv" || source.name().find(".csv") != std::string::npos;
  if (!is_csv && !stands_over_numbers(header, next)) return false;
  tell_header(header, job);
  return true;
}

// The third column of lines without a header is a weight, if it holds numbers. What is passed over is told.
int weight_column_of(const std::vector<std::string>& first, const Job& job) {
  const bool has_weight = first.size() > 2 && is_number(first[2]);
  const std::size_t read = has_weight ? 3 : 2;
  if (first.size() > read) {
    job.notes.push_back(
        fmt::format("of {} columns without a header, {} read; write source,target,weight above those "
                    "that are meant",
                    first.size(), has_weight ? "source, target and weight are" : "the first two are"));
  }
  return has_weight ? 2 : -1;
}

// Which columns were taken, where there are others that could be meant.
void tell_ends(const std::vector<std::string>& header, const Grammar& grammar, const Job& job) {
  if (header.size() <= (grammar.weighted() ? 3u : 2u) || names_columns(header)) return;
  const bool are_first = grammar.source_column == 0 && grammar.target_column == 1;
  if (are_first && names_ends(header)) return;
  job.notes.push_back(fmt::format(
      "source and target are the columns '{}' and '{}'; call others 'source' and 'target' if these are meant",
      header[static_cast<std::size_t>(grammar.source_column)],
      header[static_cast<std::size_t>(grammar.target_column)]));
}

[[noreturn]] void fail_empty(const TextSource& source) {
  throw Error(ErrorKind::input, "has no edges", source.name(), "write a header and one line SOURCE,TARGET per edge");
}

void take_header(TextSource& source, const std::vector<std::string>& header, char delimiter, Grammar& grammar,
                 const Job& job) {
  check_one_column(source, header, source_names, "source");
  check_one_column(source, header, target_names, "target");
  check_one_column(source, header, weight_names, "weight");
  if (column_named(header, weight_names) < 0) check_one_column(source, header, measure_names, "weight");
  source.take_line();
  const std::string_view line = first_data_line(source, "");
  if (line.empty()) fail_empty(source);
  if (!grammar.weighted()) grammar.weight_column = third_number(header, fields_of(line, delimiter), grammar, job);
  tell_ends(header, grammar, job);
  if (!grammar.weighted()) return;
  const std::string& column = header[static_cast<std::size_t>(grammar.weight_column)];
  if (!is_among(column, weight_names)) {
    job.notes.push_back(fmt::format("the weights are those of the column '{}'", column));
  }
}

bool names_an_end(std::string word) {
  std::erase(word, '_');
  while (!word.empty() && is_digit(word.back())) word.pop_back();
  const auto is_known = [](const std::string& name) {
    return is_among(name, source_names) || is_among(name, target_names) || is_among(name, end_names);
  };
  const std::size_t length = std::max<std::size_t>(word.size(), 2) - 2;
  return is_known(word) || (is_among(word.substr(length), id_name) && is_known(word.substr(0, length)));
}

bool is_integer(std::string_view field) { return !field.empty() && std::ranges::all_of(field, is_digit); }

}  // namespace

char delimiter_of(std::string_view line) {
  const auto count = [&](char c) { return std::ranges::count(line, c); };
  const char likely = std::ranges::max(std::array{',', ';', '\t'}, {}, count);
  return count(likely) == 0 ? '\0' : likely;
}

bool is_header(const std::vector<std::string>& first, const std::vector<std::string>& next) {
  if (names_columns(first) || names_columns_in_words(first)) return true;
  return next.size() >= 2 && is_integer(next[0]) && is_integer(next[1]) &&
         std::ranges::none_of(first, [](const auto& f) { return is_number(f); });
}

bool names_ends(const std::vector<std::string>& first) {
  if (names_columns(first) || names_columns_in_words(first)) return true;
  return first.size() >= 2 && names_an_end(first[0]) && names_an_end(first[1]);
}

bool names_ends_elsewhere(const std::vector<std::string>& header) {
  const EndColumns ends = end_columns(header);
  return ends.source != 0 || ends.target != 1;
}

bool looks_like_csv(const Glance& glance) {
  if (!glance.is_text || glance.line.empty() || glance.text.starts_with(edge_list_banner)) return false;
  const char delimiter = delimiter_of(glance.line);
  if (delimiter != '\t') return delimiter != 0;
  const std::vector<std::string> first = fields_of(glance.line, delimiter);
  return glance.suffix == "tsv" || glance.suffix == "csv" || names_columns(first) || names_columns_in_words(first);
}

Graph read_csv(TextSource& source, const Job& job) {
  std::string_view line = first_data_line(source, "#%");
  if (line.empty()) fail_empty(source);
  const char delimiter = delimiter_of(line);
  if (delimiter == 0)
    source.fail(source.line(), "no comma, semicolon or tab", "separate the columns, or say --format edges");
  const std::vector<std::string> header = fields_of(line, delimiter);
  const int fields = check_first_line(source, line, delimiter);
  Grammar grammar{.comments = "", .delimiter = delimiter, .more_columns = true};
  if (has_header(source, header, delimiter, job)) {
    name_columns(header, grammar);
    take_header(source, header, delimiter, grammar, job);
    line = first_data_line(source, "");
  } else {
    grammar.weight_column = weight_column_of(header, job);
  }
  grammar.fields = fields;
  Fields first;
  split_line(&line.front(), grammar, first);
  return read_edge_lines(source, grammar, ids_are_names(first.source, first.target, job.options), job);
}

}  // namespace Atoll::reading
