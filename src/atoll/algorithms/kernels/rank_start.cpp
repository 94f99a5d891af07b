// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/rank_start.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t rows_drawn = 1024;
constexpr std::uint64_t rows_compared = 256;
constexpr std::uint64_t rows_drawn_first = 16;  // of most graphs a few are enough to tell that there is far to go

// Of vertices that are heard: how many there are, and their arcs in.
struct Heard {
  double vertices = 0;
  double arcs = 0;
  double all_arcs = 0;  // in, of all vertices

  void add(const OnePart& graph, std::uint32_t v) {
    const auto arcs_in = static_cast<double>(graph.in.degree(v));
    const bool is_heard = graph.out.degree(v) > 0;
    vertices += is_heard ? 1 : 0;
    arcs += is_heard ? arcs_in : 0;
    all_arcs += arcs_in;
  }
  // What an arc says if all say the same, times what every vertex keeps: those who are heard say what they keep and, of
  // what their own arcs in say, what is damped.
  double usual(double damping) const {
    const double spoken = all_arcs - damping * arcs;
    return spoken > 0 ? vertices / spoken : 0;
  }
};

}  // namespace

// Every vertex keeps 1 - d and, of what those without arcs out have, d shares among all: that follows from what it keeps.
RankStart rank_start(const OnePart& graph, std::uint32_t listed, double damping, bool spread, Crew& crew) {
  const auto add = [&](Heard& sum, std::uint64_t v) { sum.add(graph, static_cast<std::uint32_t>(v)); };
  const auto join = [](Heard& sum, const Heard& more) {
    sum.vertices += more.vertices;
    sum.arcs += more.arcs;
    sum.all_arcs += more.all_arcs;
  };
  const auto heard = reduce<Heard>(listed, add, join, crew);
  const double all = graph.vertices;
  const double usual = damping * heard.usual(damping);
  const double lost = spread ? all - heard.vertices + usual * (heard.all_arcs - heard.arcs) : 0;  // times what is kept
  const double kept = (1 - damping) / (all - damping * lost);
  const StartChanges changes = changes_of_start(graph, damping, rows_compared);
  if (changes.evenly > changes.by_arcs)
    return {.without = kept, .with = kept, .per_arc = kept * usual, .heard = heard.vertices};
  // Where rank is spread all ranks are one in all, also at the start: a round would set that right by little.
  if (graph.directed && spread) return {.without = 1 / all, .with = 1 / all, .heard = heard.vertices};
  return {.without = kept, .with = kept / (1 - damping), .heard = heard.vertices};
}

// Ranks times the number of vertices. Only what a vertex hears can change it.
StartChanges changes_of_start(const OnePart& graph, double damping, std::uint64_t rows) {
  if (graph.vertices == 0) return {};
  const Random random(1);
  std::vector<std::uint32_t> drawn(rows);
  Heard heard;
  for (std::uint64_t i = 0; i < rows; ++i) {
    drawn[i] = static_cast<std::uint32_t>(random.below(i, graph.vertices));
    heard.add(graph, drawn[i]);
  }
  const double kept = 1 - damping;
  const RankStart evenly{.without = kept, .with = 1};
  const RankStart by_arcs{.without = kept, .with = kept, .per_arc = kept * damping * heard.usual(damping)};
  StartChanges changes;
  for (const std::uint32_t v : drawn) {
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
    const StartChanges changes = changes_of_start(graph, damping, rows);
    return std::min(changes.evenly, changes.by_arcs) * 2 < tolerance;
  };
  return graph.arcs > 0 && within(rows_drawn_first) && within(rows_drawn);
}

}  // namespace Atoll::kernels
