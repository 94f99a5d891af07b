// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/rank_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t rows_drawn = 1024;
constexpr std::uint64_t rows_compared = 256;
constexpr std::uint64_t rows_drawn_first = 16;  // of most graphs a few are enough to tell that there is far to go

}  // namespace

// Vertices without arcs have what they keep from the start on. With n ranks of 1/n another hears 1/n times the sum of
// 1/degree over its neighbours. By degree it has (1 - d)/n, as all have, and d/n times what the arcs of the graph have in
// the mean of those sums, for each of its own; so what is not usual of the sum changes it by d (1 - d)/n.
StartChanges changes_of_start(const OnePart& graph, double damping, std::uint64_t rows) {
  struct Row {
    double heard = 0;  // n times
    double arcs = 0;
  };
  if (graph.vertices == 0) return {};
  const Random random(1);
  std::vector<Row> drawn(rows);
  std::uint64_t with_arcs = 0;
  for (std::uint64_t i = 0; i < rows; ++i) {
    const auto v = static_cast<std::uint32_t>(random.below(i, graph.vertices));
    for (const std::uint32_t u : graph.in[v]) drawn[i].heard += 1 / static_cast<double>(graph.in.degree(u));
    drawn[i].arcs = static_cast<double>(graph.in.degree(v));
    with_arcs += drawn[i].arcs > 0 ? 1u : 0u;
  }
  // Each of a vertex's k arcs says 1/k: what all hear is as many as have arcs.
  const double share = static_cast<double>(with_arcs) / static_cast<double>(rows);
  const double usual = share * graph.vertices / static_cast<double>(std::max<std::uint64_t>(1, graph.arcs));
  StartChanges changes;
  for (const Row& row : drawn) {
    if (row.arcs > 0) changes.evenly += damping * std::abs(row.heard - 1);
    changes.by_degree += damping * (1 - damping) * std::abs(row.heard - row.arcs * usual);
  }
  changes.evenly /= static_cast<double>(rows);
  changes.by_degree /= static_cast<double>(rows);
  return changes;
}

bool starts_settled(const OnePart& graph, double damping, double tolerance) {
  const auto within = [&](std::uint64_t rows) {
    const StartChanges changes = changes_of_start(graph, damping, rows);
    return std::min(changes.evenly, changes.by_degree) * 2 < tolerance;
  };
  return graph.arcs > 0 && within(rows_drawn_first) && within(rows_drawn);
}

bool better_starts_evenly(const OnePart& graph, double damping) {
  const StartChanges changes = changes_of_start(graph, damping, rows_compared);
  return changes.evenly <= changes.by_degree;
}

}  // namespace Atoll::kernels
