// SPDX-License-Identifier: Apache-2.0
// The tree of a breadth-first search, from its levels: the parent of a vertex is the first end of its row that lies in the
// level before. Rows of up to four ends, nearly all of a road, are looked at without a branch, and where a processor has
// fast gathers the four levels are one.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

template <class Level>  // std::uint16_t or std::uint32_t
struct LeveledRows {
  Rows rows;                      // of arcs in
  std::uint64_t arcs = 0;         // behind them nothing may be read
  const Level* levels = nullptr;  // [vertices, and one more that may be read], all bits set: unreached
};

// parents[v] of the vertices v in [begin, end), all bits set: has none, as the source, or is unreached.
template <class Level>
using LevelParents = void (*)(const LeveledRows<Level>& graph, std::uint32_t begin, std::uint32_t end,
                              std::uint32_t* parents);

template <class Level>
void level_parents_one_by_one(const LeveledRows<Level>& graph, std::uint32_t begin, std::uint32_t end,
                              std::uint32_t* parents);

// The fastest that this processor has; 2^31 vertices at most.
template <class Level>
LevelParents<Level> level_parents();

}  // namespace Atoll::kernels
