// SPDX-License-Identifier: Apache-2.0
// METIS .graph (METIS 5 manual, section 4.1.1): a header "N M [FMT [NCON]]", then row u lists the neighbours of vertex
// u, so each edge stands in two rows. It is taken from the row of its smaller end; a sum over either side proves that
// they agree.
#include "atoll/graph/read/metis.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <optional>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/close_gaps.hpp"
#include "atoll/graph/read/assemble.hpp"
#include "atoll/graph/read/edge_lines.hpp"
#include "atoll/graph/read/format.hpp"

namespace Atoll::reading {
namespace {

struct Header {
  std::uint64_t line = 0;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;
  RowFormat rows = {};
};

// Both directions of the edges, as seen from the rows of a block or of the file.
struct Sides {
  std::uint64_t entries = 0;
  std::uint64_t loops = 0;
  std::uint64_t below = 0;  // sums over entries with a larger, with a smaller neighbour
  std::uint64_t above = 0;

  void add(std::uint64_t u, std::uint64_t v, std::int32_t weight) {
    const std::uint64_t edge = mix64(mix64(std::min(u, v)) ^ std::max(u, v)) + static_cast<std::uint64_t>(weight);
    ++entries;
    loops += u == v;
    below += u < v ? mix64(edge) : 0;
    above += u > v ? mix64(edge) : 0;
  }
  void add(const Sides& other) {
    entries += other.entries;
    loops += other.loops;
    below += other.below;
    above += other.above;
  }
};

struct RowBlock {
  LineBlock lines;
  std::uint64_t first_row = 0;
  std::uint64_t rows = 0;
  std::uint64_t words = 0;
  Move kept = {};
  Sides sides = {};
  std::optional<Trouble> trouble = {};
  std::uint64_t trouble_line = 0;
};

Header read_header(TextSource& source) {
  const auto words = words_of(first_data_line(source, "%"));
  Header header{.line = source.line()};
  if (words.size() < 2 || words.size() > 4 || (words.size() > 2 && !row_format(words[2], 1))) {
    source.fail(header.line, "not the header of a METIS graph", "begin with VERTICES EDGES [FORMAT [CONSTRAINTS]]");
  }
  header.vertices = header_number(source, header.line, words[0], "number of vertices");
  header.edges = header_number(source, header.line, words[1], "number of edges");
  const std::uint64_t weights =
      words.size() > 3 ? header_number(source, header.line, words[3], "number of weights") : 1;
  if (words.size() > 2) header.rows = *row_format(words[2], weights);
  source.take_line();
  return header;
}

// Counts what a block needs room for.
void count_rows(RowBlock& block) {
  char before = '\n';
  bool comment = false;
  for (const char c : block.lines.text) {
    if (before == '\n') comment = c == '%';
    const bool begins = (before == '\n' || is_blank(before)) && c != '\n' && !is_blank(c);
    block.words += begins && !comment;
    block.rows += c == '\n' && !comment;
    before = c;
  }
}

template <class Id>
class RowParser {
 public:
  RowParser(const Header& header, EdgeList<Id>& list, RowBlock& block)
      : header_(header), list_(list), block_(block), end_(block.lines.text.data() + block.lines.text.size()) {}

  void parse() {
    std::uint64_t row = block_.first_row;
    block_.trouble_line = block_.lines.first_line;
    for (const char* line = block_.lines.text.data(); line < end_; ++block_.trouble_line) {
      const char* p = line;
      if (*line != '%') p = parse_row(line, row++);
      if (p == nullptr) return;
      line = find_newline(p) + 1;
    }
  }

 private:
  std::nullptr_t refuse(std::string what, std::string fix) {
    block_.trouble = {std::move(what), std::move(fix)};
    return nullptr;
  }

  // The newline of the row; null if it is refused.
  const char* parse_row(const char* p, std::uint64_t u) {
    p = skip_blanks(p);
    if (u >= header_.vertices) {
      if (*p == '\n') return p;
      return refuse(fmt::format("a row after the {} of the header", header_.vertices),
                    "correct the header, or say --format edges if a line is an edge");
    }
    for (std::uint64_t i = 0; i < header_.rows.skipped; ++i) {
      if (*p == '\n')
        return refuse("a row without the weights of its vertex", "correct the row, or FORMAT in the header");
      while (!is_blank(*p) && *p != '\n') ++p;
      p = skip_blanks(p);
    }
    while (p != nullptr && *p != '\n') p = parse_neighbour(p, u);
    return p;
  }

  const char* parse_neighbour(const char* p, std::uint64_t u) {
    std::uint64_t v = 0;
    std::int32_t weight = 1;
    p = read_id(p, v);
    if (p == nullptr || !(is_blank(*p) || *p == '\n'))
      return refuse("a neighbour that is not a number", "correct the row");
    if (v - 1 >= header_.vertices) {
      return refuse(fmt::format("the neighbour {} is outside 1..{} of the header", v, header_.vertices),
                    "correct the row or the header");
    }
    p = skip_blanks(p);
    if (header_.rows.weighted) {
      p = *p == '\n' ? nullptr : read_integer_weight(p, end_, weight);
      if (p == nullptr || !(is_blank(*p) || *p == '\n')) {
        return refuse(fmt::format("the weight of neighbour {} is not an integer of 32 bits", v),
                      "give each neighbour a weight, or correct FORMAT in the header");
      }
      p = skip_blanks(p);
    }
    block_.sides.add(u, v - 1, weight);
    if (u <= v - 1) put(u, v - 1, weight);
    return p;
  }

  void put(std::uint64_t u, std::uint64_t v, std::int32_t weight) {
    const std::uint64_t e = block_.kept.from + block_.kept.size++;
    list_.source[e] = static_cast<Id>(u);
    list_.target[e] = static_cast<Id>(v);
    if (header_.rows.weighted) list_.weights.bits[e] = std::bit_cast<std::uint32_t>(weight);
  }

  const Header& header_;
  EdgeList<Id>& list_;
  RowBlock& block_;
  const char* end_;
};

class Rows {
 public:
  Rows(TextSource& source, const Header& header, const Job& job) : source_(source), header_(header), job_(job) {
    raw_.weights = header.rows.weighted ? WeightType::integer : WeightType::none;
  }

  RawEdges parse() && {
    for (std::string_view window = source_.window(); !window.empty(); window = source_.window()) {
      job_.watch.poll();
      header_.vertices > narrow_limit ? parse_window<std::uint64_t>(window) : parse_window<std::uint32_t>(window);
      job_.watch.report({"reading", source_.file_bytes_done(), source_.file_bytes()});
    }
    check();
    return std::move(raw_);
  }

 private:
  template <class Id>
  void parse_window(std::string_view window) {
    std::vector<RowBlock> blocks;
    for (LineBlock& lines : cut_into_blocks(window, source_.line(), job_.crew)) blocks.push_back({.lines = lines});
    for_blocks(blocks, [](RowBlock& block) { count_rows(block); });
    std::uint64_t room = 0;
    for (RowBlock& block : blocks) {
      block.first_row = std::exchange(rows_, rows_ + block.rows);
      block.kept.from = std::exchange(room, room + block.words / (header_.rows.weighted ? 2 : 1));
    }
    EdgeList<Id> list{0, Array<Id>(room), Array<Id>(room), {raw_.weights, {}}};
    if (header_.rows.weighted) list.weights.bits = Array<std::uint32_t>(room);
    for_blocks(blocks, [&](RowBlock& block) { RowParser<Id>(header_, list, block).parse(); });

    std::vector<Move> moves;
    for (const RowBlock& block : blocks) {
      if (block.trouble) source_.fail(block.trouble_line, block.trouble->what, block.trouble->fix);
      moves.push_back(block.kept);
      sides_.add(block.sides);
    }
    raw_.edges += put_end_to_end(moves);
    close_gaps<Id>(list.source, moves, job_.crew);
    close_gaps<Id>(list.target, moves, job_.crew);
    if (header_.rows.weighted) close_gaps<std::uint32_t>(list.weights.bits, moves, job_.crew);
    raw_.chunks.emplace_back(std::move(list));
    source_.take(window.size(), blocks.back().lines.first_line + blocks.back().lines.lines - source_.line());
  }

  template <class Work>
  void for_blocks(std::vector<RowBlock>& blocks, const Work& work) {
    job_.crew.for_chunks(blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t b = begin; b < end; ++b) work(blocks[b]);
    });
  }

  // A self-loop stands in its row once; the header may count it as an edge or as half of one.
  void check() const {
    const std::string fix = "correct the header, or say --format edges if a line is an edge";
    if (rows_ < header_.vertices) {
      source_.fail(header_.line,
                   fmt::format("the header says {} vertices, the file has {} rows", header_.vertices, rows_), fix);
    }
    if (sides_.entries != 2 * header_.edges && sides_.entries + sides_.loops != 2 * header_.edges) {
      source_.fail(header_.line,
                   fmt::format("the header says {} edges, that is {} neighbours, the rows have {}", header_.edges,
                               2 * header_.edges, sides_.entries),
                   fix);
    }
    if (sides_.below != sides_.above) {
      source_.fail(header_.line, "an edge stands in the row of one end only",
                   "list each edge in both rows, with one weight");
    }
  }

  TextSource& source_;
  const Header& header_;
  const Job& job_;
  RawEdges raw_;
  Sides sides_;
  std::uint64_t rows_ = 0;
};

}  // namespace

Graph read_metis(TextSource& source, const Job& job) {
  const Header header = read_header(source);
  RawEdges raw = Rows(source, header, job).parse();
  return assemble(std::move(raw), {.vertices = header.vertices, .directed = false, .labels = Labels::counting_from(1)},
                  source.name(), job);
}

}  // namespace Atoll::reading
