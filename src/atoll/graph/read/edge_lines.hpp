// SPDX-License-Identifier: Apache-2.0
// Lines with one edge each, parsed in parallel: a window is cut into blocks, the lines of every block are counted, and
// every block writes its edges where the lines before it end. So edges stand in file order for any number of threads.
// Ids are stored in 32 bits until a window needs 64, weights as integers until a window has a decimal point.
#pragma once

#include <cstdint>
#include <string_view>
#include <variant>
#include <vector>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/read/grammar.hpp"
#include "atoll/graph/read/job.hpp"
#include "atoll/graph/read/text_source.hpp"

namespace Atoll::reading {

// Edges in file order, as one list per window; their ids count from the grammar's first_id, or are Names' handles.
struct RawEdges {
  using Chunk = std::variant<EdgeList<std::uint32_t>, EdgeList<std::uint64_t>>;  // `vertices` not set
  std::vector<Chunk> chunks;
  std::uint64_t edges = 0;
  std::uint64_t largest_id = 0;
  WeightType weights = WeightType::none;  // of every chunk
};

// All lines that are left of the source. Throws Error(input) for the first line that is refused.
RawEdges parse_edge_lines(TextSource& source, const Grammar& grammar, const Job& job);

// A run of whole lines.
struct LineBlock {
  std::string_view text;
  std::uint64_t lines = 0;
  std::uint64_t first_line = 0;  // its number in the file
};

// Cuts a window into blocks for the crew and counts their lines; the first line has number `first_line`.
std::vector<LineBlock> cut_into_blocks(std::string_view window, std::uint64_t first_line, Crew& crew);

}  // namespace Atoll::reading
