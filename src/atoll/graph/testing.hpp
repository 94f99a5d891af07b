// SPDX-License-Identifier: Apache-2.0
// For tests only: small graphs drawn in a line of text, and graphs written back as one.
// drawn("0-1 1-2 4") has edges 0-1 and 1-2 and vertices 0 .. 4; drawn("0>1 1-2:7") is directed, 1-2 being two arcs.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <fmt/format.h>
#include <sstream>
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
inline Graph drawn(const std::string& text, const Drawing& drawing = {}) {
  const bool directed = text.contains('>');
  std::uint64_t vertices = drawing.vertices;
  std::vector<DrawnArc> arcs;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const std::size_t colon = word.find(':');
    const std::size_t link = word.find_first_of("->");
    DrawnArc arc{.from = std::stoull(word), .to = 0, .weight = {}};
    vertices = std::max(vertices, arc.from + 1);
    if (link == std::string::npos) continue;
    arc.to = std::stoull(word.substr(link + 1));
    vertices = std::max(vertices, arc.to + 1);
    if (colon != std::string::npos) arc.weight = word.substr(colon + 1);
    arcs.push_back(arc);
    if (directed && word[link] == '-' && arc.from != arc.to) arcs.push_back({arc.to, arc.from, arc.weight});
  }
  BuildOptions options{
      .directed = directed, .drop_self_loops = drawing.drop_self_loops, .merge = drawing.merge, .labels = {}};
  Crew crew(synthetic_machine("1"), {.threads = drawing.threads, .pin = false});
  const Watch watch;
  if (drawing.wide) return build_graph(edge_list<std::uint64_t>(vertices, arcs), std::move(options), crew, watch);
  return build_graph(edge_list<std::uint32_t>(vertices, arcs), std::move(options), crew, watch);
}

// Every arc as stored: "0>1 1>0", with ":weight" if there are weights.
inline std::string arcs_of(const Graph& graph) {
  std::string text;
  std::visit(
      [&](const auto& rows) {
        for (std::uint64_t u = 0; u < graph.vertices; ++u) {
          for (std::uint64_t i = rows.offsets[u]; i < rows.offsets[u + 1]; ++i) {
            text += fmt::format("{}{}>{}", text.empty() ? "" : " ", u, rows.targets[i]);
            if (graph.weights.type == WeightType::integer)
              text += fmt::format(":{}", graph.weights.as<std::int32_t>()[i]);
            if (graph.weights.type == WeightType::real) text += fmt::format(":{}", graph.weights.as<float>()[i]);
          }
        }
      },
      graph.out);
  return text;
}

}  // namespace Atoll::testing
