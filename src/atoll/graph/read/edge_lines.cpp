// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/edge_lines.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "atoll/base/check.hpp"
#include "atoll/graph/read/names.hpp"

namespace Atoll::reading {
namespace {

constexpr std::size_t block_bytes = std::size_t{1} << 18;

// What became of a block.
struct Outcome {
  std::uint64_t edges = 0;
  std::uint64_t largest_id = 0;
  bool has_point = false;  // a real weight that is written as one
  Verdict verdict;         // of the line it stopped at
  std::uint64_t line = 0;  // that line
};

// Where a block writes.
template <class Id>
struct Target {
  Id* source;
  Id* target;
  std::uint32_t* weight;
};

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
  if (stop != nullptr && !has_point) has_point = std::string_view(p, stop).find_first_of(".eE") != std::string_view::npos;
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
    const bool parsed = q != nullptr && is_blank(*q) && (q = read_id(skip_blanks(q), target)) != nullptr &&
                        (!grammar.weighted() ||
                         (is_blank(*q) && (q = read_weight(skip_blanks(q), end, integers, weight, outcome.has_point)))) &&
                        *(q = skip_blanks(q)) == '\n';
    source -= first;
    target -= first;
    if (!parsed || source >= ids || target >= ids) return stop_at(line, line_number, grammar, narrow, integers, outcome);
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

bool take_id(std::string_view field, const Grammar& grammar, std::uint64_t ids, std::uint64_t position,
             std::uint64_t& id) {
  if (field.empty()) return false;
  if (grammar.names != nullptr) {
    id = grammar.names->add(field, position);
  } else {
    if (read_id(field.data(), id) != field.data() + field.size()) return false;
    id -= grammar.first_id;
  }
  return id < ids;
}

bool take_edge(const Fields& fields, const Grammar& grammar, std::uint64_t ids, std::uint64_t line_number,
               bool integers, Edge& edge, bool& has_point) {
  const int columns = std::max({grammar.source_column, grammar.target_column, grammar.weight_column}) + 1;
  if (!fields.prefixed || !fields.quotes_paired) return false;
  if (fields.count < columns || (fields.count > columns && !grammar.more_columns)) return false;
  if (grammar.weighted()) {
    const char* const end = fields.weight.data() + fields.weight.size();
    if (read_weight(fields.weight.data(), end, integers, edge.weight, has_point) != end) return false;
    if (fields.weight.empty()) return false;
  }
  return take_id(fields.source, grammar, ids, 2 * line_number, edge.source) &&
         take_id(fields.target, grammar, ids, 2 * line_number + 1, edge.target);
}

// Any other line: names, delimiters, quotes, columns anywhere.
template <class Id>
void parse_fields(const LineBlock& block, const Grammar& grammar, bool integers, Target<Id> out, Outcome& outcome) {
  constexpr bool narrow = sizeof(Id) == 4;
  const std::uint64_t ids = narrow ? std::min(grammar.ids, narrow_limit) : grammar.ids;
  const char* const end = block.text.data() + block.text.size();
  std::uint64_t line_number = block.first_line;
  Fields fields;
  for (const char* line = block.text.data(); line < end; ++line_number) {
    const char* const begin = std::exchange(line, split_line(line, grammar, fields) + 1);
    if (fields.count == 0 && fields.prefixed) continue;
    Edge edge;
    if (!take_edge(fields, grammar, ids, line_number, integers, edge, outcome.has_point)) {
      return stop_at(begin, line_number, grammar, narrow, integers, outcome);
    }
    out.source[outcome.edges] = static_cast<Id>(edge.source);
    out.target[outcome.edges] = static_cast<Id>(edge.target);
    if (grammar.weighted()) out.weight[outcome.edges] = edge.weight;
    outcome.largest_id = std::max({outcome.largest_id, edge.source, edge.target});
    ++outcome.edges;
  }
}

// The parser of one file: what holds from window to window.
class EdgeLines {
 public:
  EdgeLines(TextSource& source, const Grammar& grammar, const Job& job) : source_(source), grammar_(grammar), job_(job) {
    if (!grammar.weighted()) return;
    raw_.weights = grammar.weighing == Weighing::real ? WeightType::real : WeightType::integer;
  }

  RawEdges parse() && {
    for (std::string_view window = source_.window(); !window.empty(); window = source_.window()) {
      job_.watch.poll();
      const std::vector<LineBlock> blocks = cut_into_blocks(window, source_.line(), job_.crew);
      while (!(wide_ ? parse_window<std::uint64_t>(blocks) : parse_window<std::uint32_t>(blocks))) {
      }
      source_.take(window.size(), blocks.back().first_line + blocks.back().lines - source_.line());
      job_.watch.report({"reading", source_.file_bytes_done(), source_.file_bytes()});
    }
    if (too_large_ && !has_point_) fail(*too_large_);
    if (raw_.weights == WeightType::real) make_real();
    return std::move(raw_);
  }

 private:
  // False if it must be done again, with wide ids or real weights.
  template <class Id>
  bool parse_window(const std::vector<LineBlock>& blocks) {
    std::vector<Extent> extents(blocks.size());
    std::vector<Outcome> outcomes(blocks.size());
    std::uint64_t lines = 0;
    for (std::size_t b = 0; b < blocks.size(); ++b) extents[b].place = std::exchange(lines, lines + blocks[b].lines);

    EdgeList<Id> list{0, Array<Id>(lines), Array<Id>(lines), {raw_.weights, {}}};
    if (grammar_.weighted()) list.weights.bits = Array<std::uint32_t>(lines);
    const bool integers = raw_.weights != WeightType::real;
    const auto parse = grammar_.delimiter == 0 && grammar_.names == nullptr ? parse_integers<Id> : parse_fields<Id>;
    job_.crew.for_chunks(blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t b = begin; b < end; ++b) {
        const std::uint64_t place = extents[b].place;
        Target<Id> out{list.source.data() + place, list.target.data() + place, list.weights.bits.data() + place};
        parse(blocks[b], grammar_, integers, out, outcomes[b]);
        extents[b].edges = outcomes[b].edges;
      }
    });
    for (const Outcome& outcome : outcomes) {
      if (!accept(outcome)) return false;
    }
    raw_.edges += close_gaps<Id>(list, extents);
    if (list.source.size() != 0) raw_.chunks.emplace_back(std::move(list));
    return true;
  }

  bool accept(const Outcome& outcome) {
    if (outcome.verdict.kind == Verdict::Kind::refused) fail(outcome);
    has_point_ |= outcome.has_point;
    if (outcome.verdict.kind == Verdict::Kind::fine) {
      raw_.largest_id = std::max(raw_.largest_id, outcome.largest_id);
      return true;
    }
    if (outcome.verdict.kind == Verdict::Kind::wide) {
      wide_ = true;
      return false;
    }
    if (!outcome.verdict.trouble.what.empty()) too_large_ = outcome;
    raw_.weights = WeightType::real;
    return false;
  }

  // Chunks from before the first real weight become real too.
  void make_real() {
    for (RawEdges::Chunk& chunk : raw_.chunks) {
      Weights& weights = std::visit([](auto& list) -> Weights& { return list.weights; }, chunk);
      if (std::exchange(weights.type, WeightType::real) == WeightType::real) continue;
      job_.crew.for_chunks(weights.bits.size(), 1 << 16, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t e = begin; e < end; ++e) {
          const auto value = static_cast<float>(std::bit_cast<std::int32_t>(weights.bits[e]));
          weights.bits[e] = std::bit_cast<std::uint32_t>(value);
        }
      });
    }
  }

  [[noreturn]] void fail(const Outcome& outcome) const {
    source_.fail(outcome.line, outcome.verdict.trouble.what, outcome.verdict.trouble.fix);
  }

  TextSource& source_;
  const Grammar& grammar_;
  const Job& job_;
  RawEdges raw_;
  bool wide_ = false;
  bool has_point_ = false;            // a weight had a decimal point
  std::optional<Outcome> too_large_;  // the first integer weight that only a real one can hold
};

void count_lines(std::vector<LineBlock>& blocks, std::uint64_t first_line, Crew& crew) {
  crew.for_chunks(blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t b = begin; b < end; ++b) {
      blocks[b].lines = static_cast<std::uint64_t>(std::ranges::count(blocks[b].text, '\n'));
    }
  });
  for (LineBlock& block : blocks) block.first_line = std::exchange(first_line, first_line + block.lines);
}

}  // namespace

std::vector<LineBlock> cut_into_blocks(std::string_view window, std::uint64_t first_line, Crew& crew) {
  std::vector<LineBlock> blocks;
  while (!window.empty()) {
    const std::size_t newline = window.find('\n', std::min(block_bytes, window.size()) - 1);
    blocks.push_back({.text = window.substr(0, newline + 1)});
    window.remove_prefix(newline + 1);
  }
  count_lines(blocks, first_line, crew);
  return blocks;
}

template <class Id>
std::uint64_t close_gaps(EdgeList<Id>& list, std::span<const Extent> extents) {
  std::uint64_t edges = 0;
  for (const Extent& extent : extents) {
    const auto move = [&](auto* column) {
      if (edges != extent.place) std::copy_n(column + extent.place, extent.edges, column + edges);
    };
    move(list.source.data());
    move(list.target.data());
    if (!list.weights.bits.empty()) move(list.weights.bits.data());
    edges += extent.edges;
  }
  list.source.shrink(edges);
  list.target.shrink(edges);
  if (!list.weights.bits.empty()) list.weights.bits.shrink(edges);
  return edges;
}

template std::uint64_t close_gaps(EdgeList<std::uint32_t>&, std::span<const Extent>);
template std::uint64_t close_gaps(EdgeList<std::uint64_t>&, std::span<const Extent>);

RawEdges parse_edge_lines(TextSource& source, const Grammar& grammar, const Job& job) {
  return EdgeLines(source, grammar, job).parse();
}

}  // namespace Atoll::reading
