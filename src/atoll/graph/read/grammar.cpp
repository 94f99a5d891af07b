// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/grammar.hpp"

#include <cstring>
#include <fmt/format.h>

namespace Atoll::reading {
namespace {

// A field as a message shows it: short and on one line.
std::string shown(std::string_view field) {
  std::string text;
  for (const char c : field.substr(0, 40)) text += static_cast<unsigned char>(c) < ' ' ? '?' : c;
  return field.size() > 40 ? text + "..." : text;
}

std::string_view trimmed(std::string_view field) {
  while (!field.empty() && is_blank(field.front())) field.remove_prefix(1);
  while (!field.empty() && is_blank(field.back())) field.remove_suffix(1);
  return field;
}

// A field as it stands in the line, without the quotes around it.
struct RawField {
  std::string_view text;
  bool doubled = false;  // quotes inside, which stand for one each
};

// What the field says; `plain` holds it where that is not what stands there.
std::string_view said_by(const RawField& field, std::string& plain) {
  if (!field.doubled) return field.text;
  plain.clear();
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    plain += field.text[i];
    i += field.text[i] == '"';
  }
  return plain;
}

void place_field(Fields& fields, const Grammar& grammar, int column, const RawField& field) {
  if (column == grammar.source_column) fields.source = said_by(field, fields.plain[0]);
  if (column == grammar.target_column) fields.target = said_by(field, fields.plain[1]);
  if (column == grammar.weight_column) fields.weight = said_by(field, fields.plain[2]);
}

const char* split_words(const char* p, const Grammar& grammar, Fields& fields) {
  for (p = skip_blanks(p); *p != '\n'; p = skip_blanks(p)) {
    const char* const begin = p;
    while (!is_blank(*p) && *p != '\n') ++p;
    place_field(fields, grammar, fields.count++, {{begin, p}});
  }
  return p;
}

// A quoted field from after its quote to behind the one that closes it; null if none does.
const char* read_quoted(const char* p, const char* newline, RawField& field) {
  const char* const begin = p;
  for (;; ++p) {
    if (p == newline) return nullptr;
    if (*p != '"') continue;
    if (p[1] != '"') break;
    field.doubled = true;
    ++p;
  }
  field.text = {begin, p};
  return p + 1;
}

// place(column, field) for each field.
template <class Place>
const char* split_delimited(const char* p, char delimiter, Fields& fields, const Place& place) {
  const char* const newline = find_newline(p);
  if (trimmed({p, newline}).empty()) return newline;
  for (;;) {
    const int column = fields.count++;
    while (p != newline && is_blank(*p) && *p != delimiter) ++p;
    RawField field;
    if (*p == '"') {
      p = read_quoted(p + 1, newline, field);
      if (p == nullptr) {
        fields.quotes_paired = false;
        return newline;
      }
    } else {
      const char* const begin = p;
      while (p != newline && *p != delimiter) ++p;
      field.text = trimmed({begin, p});
    }
    place(column, field);
    for (; p != newline && *p != delimiter; ++p) fields.quotes_alone &= is_blank(*p);
    if (p == newline) return newline;
    ++p;
  }
}

std::string expected_line(const Grammar& grammar) {
  return fmt::format("a line is {}SOURCE TARGET{}", grammar.prefix == 0 ? "" : std::string{grammar.prefix, ' '},
                     grammar.weighted() ? " WEIGHT" : "");
}

// Empty if the id is fine.
Trouble judge_id(std::string_view field, const Grammar& grammar, std::uint64_t& id) {
  const std::string text = shown(field);
  const std::string as_name = grammar.numbered
                                  ? fmt::format("this format numbers the vertices from {}", grammar.first_id)
                                  : "if ids are names, say --ids string";
  if (field.empty()) return {"an id is empty", "give every line a source and a target"};
  if (grammar.names != nullptr) return {};
  const bool negative = field.front() == '-' && field.size() > 1 && is_digit(field[1]);
  const std::string_view digits = negative ? field.substr(1) : field;
  for (const char c : digits) {
    if (!is_digit(c)) return {fmt::format("'{}' is not an integer id", text), as_name};
  }
  if (negative) {
    return {fmt::format("the id {} is negative", text),
            grammar.numbered ? as_name : "number the vertices from 0, or say --ids string"};
  }
  const auto [end, failure] = std::from_chars(field.data(), field.data() + field.size(), id);
  if (failure != std::errc() || id >= id_limit) return {fmt::format("the id {} is over 2^63 - 1", text), as_name};
  if (id - grammar.first_id < grammar.ids) return {};
  if (grammar.ids == 0) return {fmt::format("the id {}, but the header says no vertices", text), "correct the header"};
  return {fmt::format("the id {} is outside {}..{} of the header", text, grammar.first_id,
                      grammar.first_id + grammar.ids - 1),
          "correct the line or the header"};
}

// "3,5", or "1,234" in quotes.
bool has_comma(std::string_view number) {
  std::string with_point(number);
  std::ranges::replace(with_point, ',', '.');
  return with_point != number && is_number(with_point);
}

Trouble refuse_weight(std::string_view field, const Grammar& grammar) {
  const std::string text = shown(field);
  if (has_comma(field))
    return {fmt::format("the weight '{}' has a comma", text), "write a decimal point, and nothing between thousands"};
  if (!is_number(field)) {
    const bool blanks_part_names = grammar.names != nullptr && grammar.delimiter == 0;
    return {fmt::format("the weight '{}' is not a number", text),
            expected_line(grammar) + (blanks_part_names ? "; names with blanks in them are read as CSV, with commas or "
                                                          "tabs between and a line source,target above"
                                                        : "")};
  }
  double number = 0;
  std::from_chars(field.data() + (field.front() == '+'), field.data() + field.size(), number);
  if (std::isnan(number)) return {"the weight is NaN", "give every line a number, or leave the line out"};
  if (std::isinf(number)) return {"the weight is infinite", "give every line a finite number, or leave the line out"};
  return {fmt::format("the weight {} is out of the range of a 32-bit float", text), "scale the weights"};
}

Verdict judge_weight(std::string_view field, const Grammar& grammar, bool integers) {
  using enum Verdict::Kind;
  const char* const end = field.data() + field.size();
  float number = 0;
  if (read_real_weight(&field.front(), end, number) != end) return {refused, refuse_weight(field, grammar)};
  std::int32_t integer = 0;
  if (!integers || read_integer_weight(&field.front(), end, integer) == end) return {};
  const bool has_point = field.find_first_of(".eE") != std::string_view::npos;
  Trouble trouble{has_point ? fmt::format("the weight {} is not an integer, as the header says", shown(field))
                            : fmt::format("the weight {} does not fit 32 bits", shown(field)),
                  has_point ? "correct the line or the header"
                  : grammar.weighing == Weighing::integer
                      ? "say real in the header"
                      : "write it with a decimal point and it is read as a real number"};
  if (grammar.weighing == Weighing::integer) return {refused, std::move(trouble)};
  return {real, has_point ? Trouble{} : std::move(trouble)};
}

}  // namespace

const char* split_line(const char* line, const Grammar& grammar, Fields& fields) {
  fields.source = fields.target = fields.weight = {};
  fields.count = 0;
  fields.prefixed = fields.quotes_paired = fields.quotes_alone = true;
  const char* p = skip_blanks(line);
  if (*p == '\n' || grammar.comments.find(*p) != std::string_view::npos) return find_newline(p);
  if (grammar.prefix != 0) {
    fields.prefixed = *p == grammar.prefix && (is_blank(p[1]) || p[1] == '\n');
    if (fields.prefixed) ++p;
  }
  if (grammar.delimiter == 0) return split_words(p, grammar, fields);
  return split_delimited(line, grammar.delimiter, fields,
                         [&](int column, const RawField& field) { place_field(fields, grammar, column, field); });
}

std::vector<std::string> first_fields(const char* line, char delimiter, std::size_t most) {
  std::vector<std::string> found;
  Fields fields;
  split_delimited(line, delimiter, fields, [&](int, const RawField& field) {
    if (found.size() < most) found.emplace_back(said_by(field, fields.plain[0]));
  });
  found.resize(std::clamp<std::size_t>(static_cast<std::size_t>(fields.count), 1, most));
  return found;
}

Trouble judge_quotes(const Fields& fields) {
  const std::string inside = "double a quote inside a field";
  if (!fields.quotes_paired) return {"a quote is not closed on its line", "close it, or " + inside};
  if (!fields.quotes_alone) return {"text behind a closing quote", "put the whole field in quotes; " + inside};
  return {};
}

Verdict judge(const Fields& fields, const Grammar& grammar, bool narrow, bool integers) {
  using enum Verdict::Kind;
  const auto refuse = [](std::string what, std::string fix) {
    return Verdict{refused, {std::move(what), std::move(fix)}};
  };
  if (!fields.prefixed)
    return refuse(fmt::format("a line that does not begin with '{}'", grammar.prefix), expected_line(grammar));
  if (Trouble trouble = judge_quotes(fields); !trouble.what.empty()) return {refused, trouble};
  const int needed = std::max(grammar.source_column, grammar.target_column) + 1;
  if (fields.count < needed) {
    return refuse(fmt::format("{} field{} where an edge needs {}", fields.count, fields.count == 1 ? "" : "s", needed),
                  expected_line(grammar));
  }
  if (grammar.fields != 0 && fields.count != grammar.fields) {
    return refuse(fmt::format("{} fields, but the first line has {}", fields.count, grammar.fields),
                  "correct the line; a field that contains the separator stands in quotes");
  }
  std::uint64_t ids[2] = {0, 0};
  if (Trouble trouble = judge_id(fields.source, grammar, ids[0]); !trouble.what.empty()) return {refused, trouble};
  if (Trouble trouble = judge_id(fields.target, grammar, ids[1]); !trouble.what.empty()) return {refused, trouble};
  if (grammar.weighted() && fields.weight.empty()) {
    return refuse("a line without its weight", "give every line a weight, or none");
  }
  const int columns = grammar.columns();
  if (fields.count > columns && !grammar.more_columns) {
    return columns == needed && fields.count == columns + 1
               ? refuse(std::string(grammar.unweighted.what), std::string(grammar.unweighted.fix))
               : refuse(
                     fmt::format("{} columns, {} expected", fields.count, columns),
                     expected_line(grammar) + "; keep the columns you need (cut -f, or awk), or use CSV with a header");
  }
  Verdict verdict = grammar.weighted() ? judge_weight(fields.weight, grammar, integers) : Verdict{};
  if (verdict.kind != fine || !narrow || grammar.names != nullptr) return verdict;
  return {std::max(ids[0], ids[1]) - grammar.first_id >= narrow_limit ? wide : fine, {}};
}

}  // namespace Atoll::reading
