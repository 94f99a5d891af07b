// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/rank_start.hpp"

#include <algorithm>
#include <cmath>

#include "atoll/base/random.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t rows_drawn = 1024;
constexpr std::uint64_t rows_compared = 256;
constexpr std::uint64_t rows_drawn_first = 16;  // of most graphs a few are enough to tell that there is far to go

std::uint32_t drawn_row(const OnePart& graph, std::uint64_t i) {
  return static_cast<std::uint32_t>(Random(1).below(i, graph.vertices));
}

// Of vertices that are heard: how many there are, and their arcs in.
struct Heard {
  std::uint64_t vertices = 0;
  std::uint64_t arcs = 0;
};

Heard heard_of(const OnePart& graph, std::uint32_t listed, Crew& crew) {
  const auto add = [&](Heard& sum, std::uint64_t slot) {
    const auto v = static_cast<std::uint32_t>(slot);
    const bool is_heard = graph.out.degree(v) > 0;
    sum.vertices += is_heard ? 1 : 0;
    sum.arcs += is_heard ? graph.in.degree(v) : 0;
  };
  const auto join = [](Heard& sum, const Heard& more) {
    sum.vertices += more.vertices;
    sum.arcs += more.arcs;
  };
  return reduce<Heard>(listed, add, join, crew);
}

// What an arc says if all say the same, times what a vertex keeps: those who are heard say what they keep and, of what
// their own arcs in say, what is damped.
double usual_of(double heard, double arcs_in, double arcs, double damping) {
  const double spoken = arcs - damping * arcs_in;
  return spoken > 0 ? heard / spoken : 0;
}

}  // namespace

// kept * n = 1 - d + d * lost, where lost is what vertices without arcs keep, if it is spread.
RankStart rank_start(const OnePart& graph, std::uint32_t listed, double damping, bool spread, Crew& crew) {
  const auto [vertices, arcs_in] = heard_of(graph, listed, crew);
  const auto heard = static_cast<double>(vertices);
  const double all = graph.vertices;
  const double kept = (1 - damping) / (all - (spread ? damping * (all - heard) : 0));
  const double usual = usual_of(heard, static_cast<double>(arcs_in), static_cast<double>(graph.arcs), damping);
  const StartChanges changes = changes_of_start(graph, damping, usual, rows_compared);
  if (changes.evenly <= changes.by_arcs) return {.without = kept, .with = kept / (1 - damping), .heard = heard};
  return {.without = kept, .with = kept, .per_arc = kept * damping * usual, .heard = heard};
}

// Ranks times the number of vertices. Only what a vertex hears can change it.
StartChanges changes_of_start(const OnePart& graph, double damping, double usual, std::uint64_t rows) {
  const double kept = 1 - damping;
  const RankStart evenly{.without = kept, .with = 1};
  const RankStart by_arcs{.without = kept, .with = kept, .per_arc = kept * damping * usual};
  StartChanges changes;
  for (std::uint64_t i = 0; i < rows && graph.vertices > 0; ++i) {
    const std::uint32_t v = drawn_row(graph, i);
    if (graph.out.degree(v) == 0 || graph.in.degree(v) == 0) continue;
    StartChanges hears;
    for (const std::uint32_t u : graph.in[v]) {
      const auto arcs_out = static_cast<double>(graph.out.degree(u));
      hears.evenly += evenly.of(graph.in.degree(u)) / arcs_out;
      hears.by_arcs += by_arcs.of(graph.in.degree(u)) / arcs_out;
    }
    changes.evenly += std::abs(kept + damping * hears.evenly - evenly.of(graph.in.degree(v)));
    changes.by_arcs += std::abs(kept + damping * hears.by_arcs - by_arcs.of(graph.in.degree(v)));
  }
  changes.evenly /= static_cast<double>(rows);
  changes.by_arcs /= static_cast<double>(rows);
  return changes;
}

bool starts_settled(const OnePart& graph, double damping, double tolerance) {
  const auto within = [&](std::uint64_t rows) {
    std::uint64_t with_arcs = 0;
    for (std::uint64_t i = 0; i < rows; ++i) with_arcs += graph.out.degree(drawn_row(graph, i)) > 0 ? 1u : 0u;
    const double share = static_cast<double>(with_arcs) / static_cast<double>(rows);
    const auto arcs = static_cast<double>(graph.arcs);
    const StartChanges changes =
        changes_of_start(graph, damping, usual_of(share * graph.vertices, arcs, arcs, damping), rows);
    return std::min(changes.evenly, changes.by_arcs) * 2 < tolerance;
  };
  return graph.arcs > 0 && within(rows_drawn_first) && within(rows_drawn);
}

}  // namespace Atoll::kernels
