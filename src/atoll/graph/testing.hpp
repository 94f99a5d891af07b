// SPDX-License-Identifier: Apache-2.0
// For tests only: small graphs drawn in a line of text, and graphs written back as one.
// drawn("0-1 1-2 4") has edges 0-1 and 1-2 and vertices 0 .. 4; drawn("0>1 1-2:7") is directed, 1-2 being two arcs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "atoll/base/check.hpp"
#include "atoll/graph/build.hpp"
#include "atoll/graph/graph.hpp"

namespace Atoll::testing {

struct Drawing {
  bool wide = false;  // 64-bit ids
  bool drop_self_loops = false;
  Merge merge = Merge::keep;
  std::uint64_t vertices = 0;  // at least so many
  int threads = 1;
};

// One arc of a drawing, before it is built.
struct DrawnArc {
  std::uint64_t from = 0;
  std::uint64_t to = 0;
  std::string weight;
};

template <class Id>
EdgeList<Id> edge_list(std::uint64_t vertices, const std::vector<DrawnArc>& arcs) {
  EdgeList<Id> list{
      .vertices = vertices, .source = Array<Id>(arcs.size()), .target = Array<Id>(arcs.size()), .weights = {}};
  const bool weighted = !arcs.empty() && !arcs[0].weight.empty();
  const bool real = std::ranges::any_of(arcs, [](const DrawnArc& arc) { return arc.weight.contains('.'); });
  if (weighted) list.weights = {real ? WeightType::real : WeightType::integer, Array<std::uint32_t>(arcs.size())};
  for (std::size_t i = 0; i < arcs.size(); ++i) {
    list.source[i] = static_cast<Id>(arcs[i].from);
    list.target[i] = static_cast<Id>(arcs[i].to);
    ATOLL_CHECK(arcs[i].weight.empty() != weighted);
    if (weighted && real) list.weights.bits[i] = std::bit_cast<std::uint32_t>(std::stof(arcs[i].weight));
    if (weighted && !real) list.weights.bits[i] = static_cast<std::uint32_t>(std::stoi(arcs[i].weight));
  }
  return list;
}

// Words are "u-v", "u>v" or a vertex alone; an edge may end in ":weight" (then all do; a '.' in any makes them real).
// '>' anywhere makes the graph directed. Arcs are listed from left to right, as Merge::first sees them.
Graph drawn(const std::string& text, const Drawing& drawing = {});

// Every arc as stored: "0>1 1>0", with ":weight" if there are weights.
std::string arcs_of(const Graph& graph);
std::string inverse_arcs_of(Graph graph);  // of its inverse

}  // namespace Atoll::testing
