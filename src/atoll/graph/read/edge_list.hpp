// SPDX-License-Identifier: Apache-2.0
// What edge lists and CSV share: edge lines whose ids are integers with gaps, or names.
#pragma once

#include <string_view>

#include "atoll/graph/graph.hpp"
#include "atoll/graph/read/grammar.hpp"
#include "atoll/graph/read/job.hpp"
#include "atoll/graph/read/text_source.hpp"

namespace Atoll::reading {

// Begins the first line of an edge list that we wrote: "# Atoll edge list: 5 vertices from 0, 4 arcs". Where labels are
// counted it says so, and then ids without a line are vertices too.
inline constexpr std::string_view edge_list_banner = "# Atoll edge list: ";

// By the options or by the ids of the first data line: integers if both are numbers.
bool ids_are_names(std::string_view source, std::string_view target, const ReadOptions& options);

// All lines that are left of the source. Integers become vertices in ascending order, names in order of appearance.
Graph read_edge_lines(TextSource& source, Grammar grammar, bool by_name, const Job& job);

}  // namespace Atoll::reading
