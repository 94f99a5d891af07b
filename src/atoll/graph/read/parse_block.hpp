// SPDX-License-Identifier: Apache-2.0
// The lines of one block into edges, by the parser that its grammar needs. Pure work on spans: no window, file or
// thread. Invariant: a line is taken exactly when judge() finds it fine, so every line not taken has its explanation.
#pragma once

#include <cstdint>

#include "atoll/graph/read/edge_lines.hpp"
#include "atoll/graph/read/grammar.hpp"

namespace Atoll::reading {

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

// Up to the end or the first line that is not for this parser. Ids below narrow_limit only if Id is narrow; weights as
// std::int32_t if `integers`, else as float.
template <class Id>
Outcome parse_block(const LineBlock& block, const Grammar& grammar, bool integers, Target<Id> out);

}  // namespace Atoll::reading
