// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/communities/modularity.hpp"

#include "atoll/algorithms/kernels/communities/row_weights.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::kernels {
namespace {

struct Sums {
  double all = 0;
  double inside = 0;
  void operator+=(const Sums& other) {
    all += other.all;
    inside += other.inside;
  }
};

template <class W>
Sums sums_of(const SharedGraph& graph, std::uint32_t v, std::span<const std::uint32_t> member) {
  const auto row = graph[v];
  const RowWeights<W> weights(graph, v);
  Sums sums;
  for (std::size_t e = 0; e < row.size(); ++e) {
    const double weight = row[e] == v ? 2.0 * weights[e] : weights[e];
    sums.all += weight;
    if (member[row[e]] == member[v]) sums.inside += weight;
  }
  return sums;
}

}  // namespace

double modularity(const SharedGraph& graph, const IdArray& community, std::span<const std::uint32_t> member, Crew& crew,
                  const Watch& watch) {
  const std::uint64_t vertices = graph.vertices();
  Array<double> strength(vertices);
  const auto add = [&]<class W>(Sums& sums, std::uint64_t user, W) {
    const Sums mine = sums_of<W>(graph, graph.slot_of(user), member);
    strength[user] = mine.all;
    sums += mine;
  };
  const auto join = [](Sums& sums, const Sums& other) { sums += other; };
  const Sums total = with_weights(graph, [&](auto w) {
    return reduce<Sums>(vertices, [&](Sums& sums, std::uint64_t user) { add(sums, user, w); }, join, crew);
  });
  if (!(total.all > 0)) return 0;
  Array<double> of(vertices);  // [community]
  for (std::uint64_t v = 0; v < vertices; ++v) {
    if (v % elements_per_chunk == 0) watch.poll();
    of[community[v]] += strength[v];
  }
  const auto by_chance = [&](std::uint64_t c) { return (of[c] / total.all) * (of[c] / total.all); };
  const auto expected = sum_over<double>(vertices, by_chance, crew);
  return total.inside / total.all - expected;
}

}  // namespace Atoll::kernels
