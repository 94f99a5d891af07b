// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/testing.hpp"

#include <fmt/format.h>
#include <sstream>

namespace Atoll::testing {

Graph drawn(const std::string& text, const Drawing& drawing) {
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

std::string arcs_of(const Graph& graph) {
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

std::string inverse_arcs_of(Graph graph) {
  graph.out = std::move(graph.in->rows);
  graph.weights.bits = std::move(graph.in->weights);
  return arcs_of(graph);
}

}  // namespace Atoll::testing
