// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/parse_block.hpp"

#include <algorithm>
#include <bit>
#include <string_view>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/graph/read/names.hpp"
#include "atoll/graph/read/numbers.hpp"

namespace Atoll::reading {
namespace {

// The weight of an edge; null if it is refused or not of this type.
const char* read_weight(const char* p, const char* end, bool integers, std::uint32_t& bits, bool& has_point) {
  if (integers) {
    std::int32_t value = 0;
    p = read_integer_weight(p, end, value);
    bits = std::bit_cast<std::uint32_t>(value);
    return p;
  }
  float value = 0;
  const char* const stop = read_real_weight(p, end, value);
  bits = std::bit_cast<std::uint32_t>(value);
  if (stop != nullptr && !has_point)
    has_point = std::string_view(p, stop).find_first_of(".eE") != std::string_view::npos;
  return stop;
}

// Stops the block at a line that the parser did not take, and says why.
void stop_at(const char* line, std::uint64_t number, const Grammar& grammar, bool narrow, bool integers,
             Outcome& outcome) {
  Fields fields;
  split_line(line, grammar, fields);
  outcome.verdict = judge(fields, grammar, narrow, integers);
  outcome.line = number;
  if (outcome.verdict.kind != Verdict::Kind::fine) return;
  ATOLL_CHECK(narrow && grammar.names != nullptr);  // the handle of a name did not fit
  outcome.verdict.kind = Verdict::Kind::wide;
}

// Integer ids between blanks: the format of nearly every large file.
template <class Id>
void parse_integers(const LineBlock& block, const Grammar& grammar, bool integers, Target<Id> out, Outcome& outcome) {
  constexpr bool narrow = sizeof(Id) == 4;
  const std::uint64_t ids = narrow ? std::min(grammar.ids, narrow_limit) : grammar.ids;
  const std::uint64_t first = grammar.first_id;
  const char* const end = block.text.data() + block.text.size();
  std::uint64_t line_number = block.first_line;
  std::uint64_t edges = 0;
  std::uint64_t largest = 0;
  for (const char* line = block.text.data(); line < end; ++line_number) {
    const char* p = skip_blanks(line);
    if (!is_digit(*p)) {
      if (*p == '\n' || grammar.comments.find(*p) != std::string_view::npos) {
        line = find_newline(p) + 1;
        continue;
      }
      if (grammar.prefix != 0 && *p == grammar.prefix && is_blank(p[1])) p = skip_blanks(p + 1);
    } else if (grammar.prefix != 0) {
      return stop_at(line, line_number, grammar, narrow, integers, outcome);
    }
    std::uint64_t source = 0;
    std::uint64_t target = 0;
    std::uint32_t weight = 0;
    const char* q = read_id(p, source);
    const bool parsed =
        q != nullptr && is_blank(*q) && (q = read_id(skip_blanks(q), target)) != nullptr &&
        (!grammar.weighted() ||
         (is_blank(*q) && (q = read_weight(skip_blanks(q), end, integers, weight, outcome.has_point)))) &&
        *(q = skip_blanks(q)) == '\n';
    source -= first;
    target -= first;
    if (!parsed || source >= ids || target >= ids)
      return stop_at(line, line_number, grammar, narrow, integers, outcome);
    out.source[edges] = static_cast<Id>(source);
    out.target[edges] = static_cast<Id>(target);
    if (grammar.weighted()) out.weight[edges] = weight;
    largest = std::max({largest, source, target});
    ++edges;
    line = q + 1;
  }
  outcome.edges = edges;
  outcome.largest_id = largest;
}

struct Edge {
  std::uint64_t source = 0;
  std::uint64_t target = 0;
  std::uint32_t weight = 0;
};

// Reads the ids and the weight of a block's lines. Consecutive lines often share their source: its handle is kept.
class EdgeReader {
 public:
  EdgeReader(const Grammar& grammar, std::uint64_t ids, bool integers)
      : grammar_(grammar), ids_(ids), integers_(integers), columns_(grammar.columns()) {}

  bool read(const Fields& fields, std::uint64_t line_number, Edge& edge, bool& has_point) {
    if (!fields.prefixed || !fields.quotes_paired || !fields.quotes_alone) return false;
    if (grammar_.fields != 0 && fields.count != grammar_.fields) return false;
    if (fields.count < columns_ || (fields.count > columns_ && !grammar_.more_columns)) return false;
    if (grammar_.weighted()) {
      const char* const end = fields.weight.data() + fields.weight.size();
      if (fields.weight.empty()) return false;
      if (read_weight(&fields.weight.front(), end, integers_, edge.weight, has_point) != end) return false;
    }
    if (grammar_.names == nullptr) return integer(fields.source, edge.source) && integer(fields.target, edge.target);
    return named(fields, line_number, edge);
  }

 private:
  bool integer(std::string_view field, std::uint64_t& id) const {
    if (field.empty() || read_id(&field.front(), id) != field.data() + field.size()) return false;
    id -= grammar_.first_id;
    return id < ids_;
  }

  bool named(const Fields& fields, std::uint64_t line_number, Edge& edge) {
    if (fields.source.empty() || fields.target.empty()) return false;
    if (last_source_ != fields.source) {
      last_handle_ = grammar_.names->add(fields.source, 2 * line_number);
      const bool stays = fields.source.data() != fields.plain[0].data();
      last_source_ = stays ? fields.source : std::string_view();
    }
    edge.source = last_handle_;
    edge.target = grammar_.names->add(fields.target, 2 * line_number + 1);
    return std::max(edge.source, edge.target) < ids_;
  }

  const Grammar& grammar_;
  std::uint64_t ids_;
  bool integers_;
  int columns_;
  std::string_view last_source_;
  std::uint64_t last_handle_ = 0;
};

// Any other line: names, delimiters, quotes, columns anywhere.
template <class Id>
void parse_fields(const LineBlock& block, const Grammar& grammar, bool integers, Target<Id> out, Outcome& outcome) {
  constexpr bool narrow = sizeof(Id) == 4;
  const std::uint64_t ids = narrow ? std::min(grammar.ids, narrow_limit) : grammar.ids;
  const char* const end = block.text.data() + block.text.size();
  std::uint64_t line_number = block.first_line;
  EdgeReader reader(grammar, ids, integers);
  Fields fields;
  for (const char* line = block.text.data(); line < end; ++line_number) {
    const char* const begin = std::exchange(line, split_line(line, grammar, fields) + 1);
    if (fields.count == 0 && fields.prefixed) continue;
    Edge edge;
    if (!reader.read(fields, line_number, edge, outcome.has_point)) {
      return stop_at(begin, line_number, grammar, narrow, integers, outcome);
    }
    out.source[outcome.edges] = static_cast<Id>(edge.source);
    out.target[outcome.edges] = static_cast<Id>(edge.target);
    if (grammar.weighted()) out.weight[outcome.edges] = edge.weight;
    outcome.largest_id = std::max({outcome.largest_id, edge.source, edge.target});
    ++outcome.edges;
  }
}

}  // namespace

template <class Id>
Outcome parse_block(const LineBlock& block, const Grammar& grammar, bool integers, Target<Id> out) {
  Outcome outcome;
  const bool plain = grammar.delimiter == 0 && grammar.names == nullptr;
  const auto parse = plain ? parse_integers<Id> : parse_fields<Id>;
  parse(block, grammar, integers, out, outcome);
  return outcome;
}

template Outcome parse_block(const LineBlock&, const Grammar&, bool, Target<std::uint32_t>);
template Outcome parse_block(const LineBlock&, const Grammar&, bool, Target<std::uint64_t>);

}  // namespace Atoll::reading
