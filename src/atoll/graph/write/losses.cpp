// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/write/losses.hpp"

#include <fmt/format.h>
#include <utility>
#include <variant>

#include "atoll/base/error.hpp"
#include "atoll/graph/read/edge_list.hpp"
#include "atoll/graph/read/numbers.hpp"
#include "atoll/graph/row_of.hpp"

namespace Atoll::writing {
namespace {

struct LonelyVertices {
  std::uint64_t all = 0;
  std::uint64_t last = 0;  // behind every vertex that has an arc
};

LonelyVertices lonely_vertices(const Graph& graph) {
  Array<std::uint8_t> met(graph.vertices);
  std::visit(
      [&](const auto& out) {
        if (graph.directed) {
          for (const std::uint64_t v : out.targets) met[v] = 1;
        }
        for (std::uint64_t u = 0; u < graph.vertices; ++u) met[u] |= out.offsets[u] != out.offsets[u + 1];
      },
      graph.out);
  LonelyVertices lonely;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    lonely.last = met[v] != 0 ? 0 : lonely.last + 1;
    lonely.all += met[v] == 0;
  }
  return lonely;
}

std::uint64_t lonely_lost(const Graph& graph, Lonely kept) {
  switch (kept) {
    case Lonely::kept: return 0;
    case Lonely::inner: return lonely_vertices(graph).last;
    case Lonely::counted: return labels_are_counted(graph.labels) ? 0 : lonely_vertices(graph).all;
    case Lonely::lost: return lonely_vertices(graph).all;
  }
  return 0;
}

bool labels_are_lost(const Labels& labels, Naming naming) {
  return naming != Naming::labels && (!labels_are_counted(labels) || labels.first() > 1);
}

std::uint64_t first_number(Naming naming) { return naming == Naming::from_zero ? 0 : 1; }

// By one, for labels that are counted: from 1 where the format counts from 0, or the other way round.
bool labels_move(const Labels& labels, Naming naming) {
  return naming != Naming::labels && labels.first() != first_number(naming);
}

// A number that a reader writes again as it found it.
bool is_plain_integer(const std::string& label) {
  std::uint64_t id = 0;
  const std::string line = label + '\n';
  const char* const end = reading::read_id(line.data(), id);
  return end == line.data() + label.size() && std::to_string(id) == label;
}

// Whether a reader takes names for integers, because the first line has two, and meets others.
bool names_pass_for_integers(const Graph& graph) {
  if (!graph.labels.are_strings() || graph.arcs == 0) return false;
  const auto [source, target] = std::visit(
      [](const auto& out) { return std::pair{row_of(out.offsets, 0), std::uint64_t{out.targets[0]}}; }, graph.out);
  if (reading::ids_are_names(graph.labels.of(source), graph.labels.of(target), {})) return false;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    if (!is_plain_integer(graph.labels.of(v))) return true;
  }
  return false;
}

}  // namespace

void refuse_losses(const Graph& graph, const Keeps& keeps, std::string_view format, const std::string& path) {
  if (graph.weighted() && !keeps.weights) {
    throw Error(
        ErrorKind::usage, fmt::format("{} holds no weights, but the graph has some", format), path,
        fmt::format("write w{} or atoll, or leave them out: convert with --drop-weights, generate without --weights",
                    format));
  }
  if (graph.order && !keeps.order) {
    throw Error(ErrorKind::usage, fmt::format("{} holds no rows in an order of their own", format), path,
                "write atoll, or leave the rows in the user's order");
  }
  const bool counts =
      keeps.lonely == Lonely::kept || (keeps.lonely == Lonely::counted && labels_are_counted(graph.labels));
  if (graph.arcs == 0 && !counts) {
    throw Error(ErrorKind::usage, fmt::format("a graph without edges has no line in {}", format), path,
                "write mtx or atoll");
  }
}

std::vector<std::string> losses(const Graph& graph, const Keeps& keeps, std::string_view format) {
  std::vector<std::string> sentences;
  if (labels_are_lost(graph.labels, keeps.naming)) {
    sentences.push_back(
        fmt::format("{} numbers the vertices from {}: their labels are left out (edges, csv and atoll "
                    "keep them)",
                    format, first_number(keeps.naming)));
  } else if (labels_move(graph.labels, keeps.naming)) {
    sentences.push_back(fmt::format("{} numbers the vertices from {}: each is called one {} than before", format,
                                    first_number(keeps.naming), keeps.naming == Naming::from_zero ? "less" : "more"));
  }
  if (const std::uint64_t lost = lonely_lost(graph, keeps.lonely); lost != 0) {
    const bool one = lost == 1;
    sentences.push_back(fmt::format("{} without edges {} left out: {} has no place for {} (mtx and atoll have)",
                                    one ? "1 vertex" : fmt::format("{} vertices", lost), one ? "is" : "are", format,
                                    one ? "it" : "them"));
  }
  if (keeps.naming == Naming::labels && keeps.lonely != Lonely::kept && names_pass_for_integers(graph)) {
    sentences.emplace_back("the names in the first line are numbers: read the file with --ids string");
  }
  if (!graph.directed && !keeps.undirected && graph.arcs != 0) {
    sentences.push_back(
        fmt::format("{} does not say that a graph is undirected: every edge is an arc each way "
                    "(--symmetrise makes one edge of all between two vertices; mtx, metis, sg, wsg and atoll say it)",
                    format));
  }
  return sentences;
}

}  // namespace Atoll::writing
