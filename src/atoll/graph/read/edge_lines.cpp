// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/read/edge_lines.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <utility>

#include "atoll/base/bits.hpp"
#include "atoll/graph/close_gaps.hpp"
#include "atoll/graph/read/parse_block.hpp"

namespace Atoll::reading {
namespace {

constexpr std::size_t block_bytes_min = std::size_t{1} << 14;
constexpr std::size_t block_bytes_max = std::size_t{1} << 18;

// The parser of one file: what holds from window to window.
class EdgeLines {
 public:
  EdgeLines(TextSource& source, const Grammar& grammar, const Job& job)
      : source_(source), grammar_(grammar), job_(job) {
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
    std::vector<Move> kept(blocks.size());
    std::vector<Outcome> outcomes(blocks.size());
    std::uint64_t lines = 0;
    for (std::size_t b = 0; b < blocks.size(); ++b) kept[b].from = std::exchange(lines, lines + blocks[b].lines);

    EdgeList<Id> list{0, Array<Id>(lines), Array<Id>(lines), {raw_.weights, {}}};
    if (grammar_.weighted()) list.weights.bits = Array<std::uint32_t>(lines);
    const bool integers = raw_.weights != WeightType::real;
    job_.crew.for_chunks(blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t b = begin; b < end; ++b) {
        const std::uint64_t place = kept[b].from;
        Target<Id> out{list.source.data() + place, list.target.data() + place,
                       place_in(list.weights.bits.data(), place)};
        outcomes[b] = parse_block<Id>(blocks[b], grammar_, integers, out);
        kept[b].size = outcomes[b].edges;
      }
    });
    for (const Outcome& outcome : outcomes) {
      if (!accept(outcome)) return false;
    }
    raw_.edges += put_end_to_end(kept);
    close_gaps<Id>(list.source, kept, job_.crew);
    close_gaps<Id>(list.target, kept, job_.crew);
    if (grammar_.weighted()) close_gaps<std::uint32_t>(list.weights.bits, kept, job_.crew);
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

// Counted in bytes, lane by lane, which compilers turn into instructions for many bytes.
std::uint64_t count_newlines(std::string_view text) {
  constexpr std::size_t lanes = 64, rows_max = 255;
  std::uint64_t total = 0;
  while (text.size() >= lanes) {
    std::array<std::uint8_t, lanes> counts{};
    const std::size_t rows = std::min(rows_max, text.size() / lanes);
    for (std::size_t row = 0; row < rows; ++row) {
      const char* const bytes = text.data() + row * lanes;
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        counts[lane] = static_cast<std::uint8_t>(counts[lane] + (bytes[lane] == '\n' ? 1 : 0));
      }
    }
    for (const std::uint8_t count : counts) total += count;
    text.remove_prefix(rows * lanes);
  }
  return total + static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
}

void count_lines(std::vector<LineBlock>& blocks, std::uint64_t first_line, Crew& crew) {
  crew.for_chunks(blocks.size(), 1, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t b = begin; b < end; ++b) {
      blocks[b].lines = count_newlines(blocks[b].text);
    }
  });
  for (LineBlock& block : blocks) block.first_line = std::exchange(first_line, first_line + block.lines);
}

}  // namespace

std::vector<LineBlock> cut_into_blocks(std::string_view window, std::uint64_t first_line, Crew& crew) {
  std::vector<LineBlock> blocks;
  const std::size_t share = window.size() / (4 * static_cast<std::size_t>(crew.threads()));
  const std::size_t block_bytes = std::clamp(share, block_bytes_min, block_bytes_max);
  while (!window.empty()) {
    const std::size_t newline = window.find('\n', std::min(block_bytes, window.size()) - 1);
    blocks.push_back({.text = window.substr(0, newline + 1)});
    window.remove_prefix(newline + 1);
  }
  count_lines(blocks, first_line, crew);
  return blocks;
}

RawEdges parse_edge_lines(TextSource& source, const Grammar& grammar, const Job& job) {
  return EdgeLines(source, grammar, job).parse();
}

}  // namespace Atoll::reading
