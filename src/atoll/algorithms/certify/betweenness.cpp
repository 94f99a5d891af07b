// SPDX-License-Identifier: Apache-2.0
// The scores once more, by Brandes' algorithm as it was published: one root after the other, a queue, arcs followed
// forward only, all in extended precision, in which a level of too many paths is scaled; it shares no loop with what it
// checks. A law checks both: the dependencies on a root add up to the inner vertices of one shortest path to each end,
// which the levels alone can tell.
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <span>
#include <vector>

#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::certify {
namespace {

using kernels::SharedGraph;

constexpr std::uint64_t vertices_per_poll = 4096;

// What a thread needs for its roots, by slot.
class Plain {
 public:
  explicit Plain(const SharedGraph& graph)
      : graph_(graph),
        level_(graph.slots()),
        count_(graph.slots()),
        dependency_(graph.slots()),
        queue_(graph.vertices()),
        total_(graph.slots()) {
    std::ranges::fill(level_, no_level);
  }

  // Adds the dependencies on a root to the totals. Returns the inner vertices of a shortest path to each end, summed.
  std::uint64_t operator()(std::uint32_t root, Crew& crew) {
    std::uint64_t inner = 0;
    const std::uint64_t reached = search(root, crew);
    for (std::uint64_t i = reached; i-- > 0;) {
      if (i % vertices_per_poll == 0) crew.poll();
      const std::uint32_t u = queue_[i];
      const long double count = std::ranges::binary_search(shrunk_, level_[u] + 1) ? count_[u] * shrinkage : count_[u];
      each_child(u, [&](std::uint32_t w) { dependency_[u] += count / count_[w] * (1 + dependency_[w]); });
      if (u == root) continue;
      total_[u] += dependency_[u];
      inner += level_[u] - 1;
    }
    for (std::uint64_t i = 0; i < reached; ++i) level_[queue_[i]] = no_level;
    return inner;
  }

  long double total(std::uint32_t slot) const { return total_[slot]; }

 private:
  static constexpr long double many = 0x1p16000L;  // paths to a vertex of a level that is shrunk
  static constexpr long double shrinkage = 0x1p-256L;

  std::uint64_t search(std::uint32_t root, Crew& crew) {
    std::uint64_t end = 0;
    const auto reach = [&](std::uint32_t v, std::uint32_t level) {
      level_[v] = level;
      count_[v] = dependency_[v] = 0;
      queue_[end++] = v;
    };
    reach(root, 0);
    count_[root] = 1;
    shrunk_.clear();
    for (std::uint64_t i = 0, next_level = 1; i < end; ++i) {
      if (i % vertices_per_poll == 0) crew.poll();
      if (i == next_level) {
        next_level = end;
        shrink(std::span(queue_).subspan(i, end - i));
      }
      const std::uint32_t u = queue_[i];
      for (const std::uint32_t w : graph_[u]) {
        if (level_[w] == no_level) reach(w, level_[u] + 1);
      }
      each_child(u, [&](std::uint32_t w) { count_[w] += count_[u]; });
    }
    return end;
  }

  // A level whose paths are all counted, if those behind it would be too many.
  void shrink(std::span<const std::uint32_t> level) {
    const auto count = [&](std::uint32_t v) { return count_[v]; };
    if (level.empty() || count_[*std::ranges::max_element(level, {}, count)] <= many) return;
    for (const std::uint32_t v : level) count_[v] *= shrinkage;
    shrunk_.push_back(level_[level.front()]);
  }

  // visit(w) for each neighbour one level farther, once.
  template <class F>
  void each_child(std::uint32_t u, F&& visit) const {
    std::uint32_t before = ~std::uint32_t{0};
    for (const std::uint32_t w : graph_[u]) {
      if (w != before && level_[w] == level_[u] + 1) visit(w);
      before = w;
    }
  }

  const SharedGraph& graph_;
  Array<std::uint32_t> level_;
  Array<long double> count_;  // of shortest paths
  Array<long double> dependency_;
  Array<std::uint32_t> queue_;
  std::vector<std::uint32_t> shrunk_;  // levels, ascending
  Array<long double> total_;           // of the dependencies on all roots
};

// Scores against totals, one by one; then all of them, unscaled, against the inner vertices of the paths.
Verdict compare(const SharedGraph& graph, const std::vector<Plain>& plain, std::span<const double> score,
                const BetweennessRule& rule, std::uint64_t inner, Crew& crew) {
  Array<std::uint64_t> is_root(words_for(graph.vertices()));
  for (std::uint64_t i = 0; i < rule.roots.size(); ++i) set_bit(is_root.data(), rule.roots[i]);
  const auto scale = [&](std::uint64_t v) { return test_bit(is_root.data(), v) ? rule.scale.root : rule.scale.other; };
  const auto expected = [&](std::uint64_t v) {
    long double total = 0;
    for (const Plain& one : plain) total += one.total(graph.slot_of(v));
    return static_cast<double>(total * scale(v));
  };
  Verdict verdict = every_vertex(graph.vertices(), crew, [&](std::uint64_t v) -> std::string {
    if (agree(score[v], expected(v))) return {};
    return fmt::format("score {}, but the shortest paths from the roots say {}", score[v], expected(v));
  });
  if (!verdict.ok) return verdict;
  const auto unscaled = [&](std::uint64_t v) { return scale(v) == 0 ? 0 : score[v] / scale(v); };
  const auto sum = sum_over<double>(graph.vertices(), unscaled, crew);
  if (rule.scale.root != 0 && !agree(sum, static_cast<double>(inner)))
    return {false, fmt::format("the scores add up to {}, but {} vertices lie on the paths", sum, inner)};
  return {};
}

}  // namespace

Verdict betweenness(const Layout& layout, std::span<const double> score, const BetweennessRule& rule, Crew& crew) {
  if (score.size() != layout.vertices) return {false, "there are not as many scores as vertices"};
  const SharedGraph graph(layout, *layout.push);
  std::vector<Plain> plain;
  const auto workers = std::min<std::uint64_t>({static_cast<std::uint64_t>(crew.threads()), rule.roots.size(), 8});
  for (std::uint64_t i = 0; i < workers; ++i) plain.emplace_back(graph);
  std::atomic<std::uint64_t> next{0};
  std::atomic<std::uint64_t> inner{0};
  crew.for_chunks(workers, 1, [&](std::uint64_t worker, std::uint64_t) {
    for (std::uint64_t i; (i = next.fetch_add(1)) < rule.roots.size();)
      inner += plain[worker](graph.slot_of(rule.roots[i]), crew);
  });
  return compare(graph, plain, score, rule, inner, crew);
}

}  // namespace Atoll::certify
