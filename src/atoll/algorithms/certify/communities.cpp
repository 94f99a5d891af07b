// SPDX-License-Identifier: Apache-2.0
// What label propagation promises, not which of many stable answers: names are least members, a label never leaves its
// weak component, nobody would change, and the modularity is that of these communities.
#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <fmt/format.h>
#include <numeric>
#include <span>
#include <string>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/certify/labels.hpp"
#include "atoll/algorithms/classes.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/graph/disjoint_sets.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::certify {
namespace {

constexpr double rounding = 1e-9;  // of a modularity

double number(std::uint32_t bits, WeightType type) {
  if (type == WeightType::none) return 1;
  return type == WeightType::real ? static_cast<double>(std::bit_cast<float>(bits)) : std::bit_cast<std::int32_t>(bits);
}

Verdict hang_together(const Layout& layout, const IdArray& community, Crew& crew) {
  DisjointSets<std::uint32_t> sets(layout.vertices, crew);
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) { sets.join(u, v); });
  return every_vertex(layout.vertices, crew, [&](std::uint64_t v) -> std::string {
    if (sets.root(v) == sets.root(community[v])) return {};
    return fmt::format("is in community {}, but no path joins them", community[v]);
  });
}

// The votes that a vertex hears: room that grows to the longest row of those asked in turn.
class Votes {
 public:
  // What is wrong with the vertex. Votes are added in the order of the row, as by whoever voted.
  std::string complaint(const kernels::SharedGraph& graph, const IdArray& community, std::uint64_t user) {
    const std::uint32_t v = graph.slot_of(user);
    const std::span<const std::uint64_t> sorted = sorted_row(graph, community, v);
    double own = 0;
    double best = 0;
    std::uint64_t chosen = community[user];
    for (std::size_t i = 0; i < sorted.size();) {
      const std::uint64_t of = sorted[i] >> place_bits;
      double votes = 0;
      for (; i < sorted.size() && sorted[i] >> place_bits == of; ++i) {
        const std::uint64_t e = sorted[i] & low_bits(place_bits);
        votes += graph.weighted() ? number(graph.weights(v)[e], graph.layout().weight_type) : 1;
      }
      if (of == community[user]) own = votes;
      if (votes > best) best = votes, chosen = of;
    }
    if (own >= best) return {};
    return fmt::format("is in community {} by {} votes, but has {} for community {}", community[user], own, best,
                       chosen);
  }

 private:
  static constexpr unsigned place_bits = 32;

  // Community and place in the row of each end but itself.
  std::span<const std::uint64_t> sorted_row(const kernels::SharedGraph& graph, const IdArray& community,
                                            std::uint32_t v) {
    const auto row = graph[v];
    if (room_.size() < row.size()) {
      room_ = {};  // not both at a time
      room_ = Array<std::uint64_t>(std::bit_ceil(row.size()));
    }
    std::size_t size = 0;
    for (std::size_t e = 0; e < row.size(); ++e) {
      if (row[e] != v) room_[size++] = community[graph.user(row[e])] << place_bits | e;
    }
    const std::span<std::uint64_t> sorted(room_.data(), size);
    std::ranges::sort(sorted);
    return sorted;
  }

  Array<std::uint64_t> room_;
};

struct Strengths {
  double all = 0;
  double inside = 0;  // of arcs inside communities
};

void add(double& sum, double more) { std::atomic_ref(sum).fetch_add(more, std::memory_order_relaxed); }

// [community]: the sum of what its members have.
Array<double> sums_of(const IdArray& community, const Array<double>& strength, Crew& crew) {
  Array<double> of(strength.size());
  crew.for_chunks(of.size(), elements_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    const auto community_of = [&](std::uint64_t v) { return community[v]; };
    for_runs(begin, end, community_of, [&](std::uint64_t name, std::uint64_t first, std::uint64_t last) {
      add(of[name], std::accumulate(strength.begin() + first, strength.begin() + last, 0.0));
    });
  });
  return of;
}

double modularity(const Layout& layout, const IdArray& community, Crew& crew) {
  Array<double> strength(layout.vertices);
  Array<double> inside(layout.vertices);
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t bits) {
    const double weight = number(bits, layout.weight_type) * (u == v ? 2 : 1);
    add(strength[u], weight);
    if (community[u] == community[v]) add(inside[u], weight);
  });
  const auto [all, all_inside] = reduce<Strengths>(
      layout.vertices, [&](Strengths& sum, std::uint64_t v) { sum.all += strength[v], sum.inside += inside[v]; },
      [](Strengths& sum, const Strengths& more) { sum.all += more.all, sum.inside += more.inside; }, crew);
  if (!(all > 0)) return 0;
  const Array<double> of = sums_of(community, strength, crew);
  const auto by_chance = [&, total = all](std::uint64_t c) { return (of[c] / total) * (of[c] / total); };
  const auto expected = sum_over<double>(of.size(), by_chance, crew);
  return all_inside / all - expected;
}

}  // namespace

Verdict communities(const Layout& layout, const IdArray& community, const CommunityFacts& facts, Crew& crew) {
  Verdict verdict = labels(community, "community", layout.vertices, crew);
  if (verdict.ok) verdict = hang_together(layout, community, crew);
  if (verdict.ok && facts.converged) {
    const kernels::SharedGraph graph(layout, layout.any_view());
    verdict = every_vertex_with<Votes>(
        layout.vertices, crew, [&](Votes& votes, std::uint64_t v) { return votes.complaint(graph, community, v); });
  }
  if (!verdict.ok) return verdict;
  const double found = modularity(layout, community, crew);
  if (std::abs(found - facts.modularity) <= rounding) return {};
  return {false, fmt::format("modularity {}, but that of the communities is {}", facts.modularity, found)};
}

}  // namespace Atoll::certify
