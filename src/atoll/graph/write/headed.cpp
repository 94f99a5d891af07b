// SPDX-License-Identifier: Apache-2.0
// Text formats with a header that counts; vertices are numbered from 1, whatever their labels are.
#include <fmt/format.h>

#include "atoll/graph/write/writers.hpp"

namespace Atoll::writing {
namespace {

struct Kinds {
  bool parallel = false;
  bool weights_below_one = false;
  std::uint64_t self_loop_arcs = 0;
};

Kinds kinds_of_arcs(const Graph& graph, PackedFile& file) {
  Kinds kinds;
  std::uint64_t last_row = 0, last_target = 0;
  bool first = true;
  std::visit(
      [&](const auto& out) {
        for (std::uint64_t u = 0; u < graph.vertices; ++u) {
          if (u % 4096 == 0) file.poll();
          for (std::uint64_t e = out.offsets[u]; e < out.offsets[u + 1]; ++e) {
            const std::uint64_t v = out.targets[e];
            kinds.self_loop_arcs += u == v;
            kinds.parallel |= !first && last_row == u && last_target == v;
            kinds.weights_below_one |=
                graph.weights.type == WeightType::integer && graph.weights.as<std::int32_t>()[e] < 1;
            last_row = u;
            last_target = v;
            first = false;
          }
        }
      },
      graph.out);
  return kinds;
}

void refuse_real_weights(const Graph& graph, std::string_view format, const PackedFile& file) {
  if (graph.weights.type != WeightType::real) return;
  refuse(file, fmt::format("{} holds integer weights, but these are real", format), "write mtx, csv, edges or atoll");
}

void check_metis(const Graph& graph, PackedFile& file) {
  refuse_real_weights(graph, "METIS", file);
  if (graph.directed)
    refuse(file, "METIS holds undirected graphs only",
           "add --symmetrise (or --undirected where the file lists each edge once), or write mtx or atoll");
  const Kinds kinds = kinds_of_arcs(graph, file);
  if (kinds.self_loop_arcs != 0)
    refuse(file, "METIS holds no self-loops", "add --drop-self-loops, or write mtx or atoll");
  if (kinds.parallel) refuse(file, "METIS holds no parallel edges", "add --merge min, or write mtx or atoll");
  if (kinds.weights_below_one) refuse(file, "METIS holds weights of 1 and more only", "write mtx or atoll");
}

std::string_view mtx_field(WeightType type) {
  switch (type) {
    case WeightType::none: return "pattern";
    case WeightType::integer: return "integer";
    case WeightType::real: return "real";
  }
  return {};
}

}  // namespace

// An undirected graph is a symmetric matrix: each edge once, below the diagonal.
void write_mtx(const Graph& graph, PackedFile& file, Crew&) {
  const bool whole = graph.directed;
  const std::uint64_t edges = whole ? graph.arcs : (graph.arcs + kinds_of_arcs(graph, file).self_loop_arcs) / 2;
  file.put(fmt::format("%%MatrixMarket matrix coordinate {} {}\n", mtx_field(graph.weights.type),
                       whole ? "general" : "symmetric"));
  file.put(fmt::format("{0} {0} {1}\n", graph.vertices, edges));
  for_arcs(graph, file, [&](std::uint64_t u, std::uint64_t v, std::uint64_t e) {
    if (!whole && u < v) return;
    file.put_integer(u + 1);
    file.put(' ');
    file.put_integer(v + 1);
    if (graph.weighted()) put_weight(graph, e, ' ', file);
    file.put('\n');
  });
}

// DIMACS shortest paths (the 9th challenge): directed and weighted; an edge is two arcs, a missing weight is 1.
void write_gr(const Graph& graph, PackedFile& file, Crew&) {
  refuse_real_weights(graph, "DIMACS .gr", file);
  file.put(fmt::format("p sp {} {}\n", graph.vertices, graph.arcs));
  for_arcs(graph, file, [&](std::uint64_t u, std::uint64_t v, std::uint64_t e) {
    file.put("a ");
    file.put_integer(u + 1);
    file.put(' ');
    file.put_integer(v + 1);
    put_weight(graph, e, ' ', file);
    file.put('\n');
  });
}

// A line per vertex: its neighbours, each followed by the weight of the edge if there are weights (fmt 001).
void write_metis(const Graph& graph, PackedFile& file, Crew&) {
  check_metis(graph, file);
  file.put(fmt::format("{} {}{}\n", graph.vertices, graph.arcs / 2, graph.weighted() ? " 001" : ""));
  std::uint64_t row = 0;
  bool first = true;
  const auto end_rows_until = [&](std::uint64_t u) {
    for (; row < u; ++row) {
      file.put('\n');
      first = true;
    }
  };
  for_arcs(graph, file, [&](std::uint64_t u, std::uint64_t v, std::uint64_t e) {
    end_rows_until(u);
    if (!first) file.put(' ');
    first = false;
    file.put_integer(v + 1);
    if (graph.weighted()) put_weight(graph, e, ' ', file);
  });
  end_rows_until(graph.vertices);
}

}  // namespace Atoll::writing
