// SPDX-License-Identifier: Apache-2.0
// What stands out in an answer: the vertices with the largest ranks, degrees or core numbers, and the largest groups.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "atoll/algorithms/catalog.hpp"

namespace Atoll::cli {

struct Top {
  std::string column;                   // "rank", "betweenness", "in", "out", "triangles", "core", "component", …
  std::vector<std::uint64_t> vertices;  // largest first, ties by vertex
  std::vector<double> values;           // of a group its vertices
  bool groups = false;                  // components or communities, each called by a vertex
  bool real = false;                    // no counts
};

// Whether a column says of each vertex its component or community.
bool tells_groups(const Column& column);

// Those of at most `count` vertices for each column worth it; `directed`: or else "in" is like "out" and left out.
std::vector<Top> tops_of(const Answer& answer, std::size_t count, bool directed, Crew& crew);
bool has_tops(const Algorithm& algorithm);

}  // namespace Atoll::cli
