// SPDX-License-Identifier: Apache-2.0
// Integer ids with gaps become vertices 0 .. n-1 in ascending order of id. Dense ids are marked in a bitmap whose
// running counts are the ranks; sparse ones go through a hash set that is sorted once.
#pragma once

#include "atoll/graph/graph.hpp"
#include "atoll/graph/read/edge_lines.hpp"
#include "atoll/graph/read/job.hpp"

namespace Atoll::reading {

// Only ids that occur become vertices; ids without gaps need no labels of their own.
Graph build_compacted(RawEdges&& raw, const std::string& name, const Job& job);

}  // namespace Atoll::reading
