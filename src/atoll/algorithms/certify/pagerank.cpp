// SPDX-License-Identifier: Apache-2.0
// One more step of the power iteration, pushed along the arcs in double: its distance from the answer is the residual.
// The out-degrees are counted from the arcs again, so that a wrong one in the layout is found too.
#include <atomic>
#include <cmath>
#include <limits>

#include "atoll/algorithms/certify.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/fill.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::certify {
namespace {

void add_shared(double& slot, double amount) {
  std::atomic_ref<double>(slot).fetch_add(amount, std::memory_order_relaxed);
}

// rank(v): in double.
template <class Rank>
double residual_of(const Layout& layout, const Rank& rank, const PageRankRule& rule, Crew& crew) {
  const std::uint64_t n = layout.vertices;
  if (n == 0) return 0;
  Array<double> share(n);  // first the out-degree, then what each arc out of a vertex carries, then who jumps there
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t, std::uint32_t) { add_shared(share[u], 1); });
  const auto share_out = [&](std::uint64_t v) {
    const double degree = share[v];
    if (degree == 0) return rank(v);
    share[v] = rank(v) / degree;
    return 0.0;
  };
  const auto dangling = sum_over<double>(n, share_out, crew);
  Array<double> heard(n);
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) { add_shared(heard[v], share[u]); });
  const double jumping = 1 - rule.damping + (rule.spread_dangling ? rule.damping * dangling : 0);
  const bool anywhere = rule.personal.empty();
  const double share_of_jumps = jumping / static_cast<double>(anywhere ? n : rule.personal.size());
  if (!anywhere) parallel_fill(share, 0, crew);
  for (const std::uint64_t v : rule.personal) share[v] = share_of_jumps;
  const auto change = [&](std::uint64_t v) {
    return std::abs(rank(v) - ((anywhere ? share_of_jumps : share[v]) + rule.damping * heard[v]));
  };
  return sum_over<double>(n, change, crew);
}

}  // namespace

double pagerank_residual(const Layout& layout, const Ranks& rank, const PageRankRule& rule, Crew& crew) {
  return std::visit(
      [&](const auto& ranks) {
        if (ranks.size() != layout.vertices) return std::numeric_limits<double>::infinity();
        return residual_of(layout, [&](std::uint64_t v) { return static_cast<double>(ranks[v]); }, rule, crew);
      },
      rank);
}

}  // namespace Atoll::certify
