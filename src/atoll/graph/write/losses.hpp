// SPDX-License-Identifier: Apache-2.0
// What a format cannot say of a graph. Invariant: whatever would read back as a graph with other answers is refused; what
// is harmless is told in a sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "atoll/graph/graph.hpp"

namespace Atoll::writing {

enum class Naming : std::uint8_t { labels, from_zero, from_one };  // how vertices are called
enum class Lonely : std::uint8_t { kept, inner, counted, lost };   // vertices without edges: all are kept; but for the
                                                                   // last ones; where labels are counted; none
// What a format has a place for.
struct Keeps {
  Naming naming = Naming::labels;
  Lonely lonely = Lonely::kept;
  bool weights = true;
  bool order = false;      // of the rows
  bool undirected = true;  // that a graph is
};

// Whether the vertices are called first, first + 1, ...
inline bool labels_are_counted(const Labels& labels) { return !labels.are_strings() && labels.ids().empty(); }

// Throws Error(usage) naming the path for weights without a place, for rows in an order of their own, and for a graph
// without arcs where only arcs are said.
void refuse_losses(const Graph& graph, const Keeps& keeps, std::string_view format, const std::string& path);

// What is left out or called by another number otherwise, a sentence each.
std::vector<std::string> losses(const Graph& graph, const Keeps& keeps, std::string_view format);

}  // namespace Atoll::writing
