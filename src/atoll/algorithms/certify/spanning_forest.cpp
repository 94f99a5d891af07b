// SPDX-License-Identifier: Apache-2.0
// Why the rules suffice: parents without a cycle are a forest, and if no arc joins two of its trees, it spans; a
// spanning forest is minimal if no edge beside it is lighter than one on the way in the tree between its ends.
// The heaviest edge on such a way is found in a tree of joins: the edges, from light to heavy, hang the root of the
// smaller set below that of the larger, so no vertex lies deeper than a logarithm, and the last join on the way between
// two vertices there is the heaviest edge of the way between them in the forest.
#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/algorithms/certify/tree.hpp"
#include "atoll/algorithms/kernels/forests/weight_order.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"
#include "atoll/graph/parallel_sort.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::certify {
namespace {

template <class Weight>
constexpr WeightType type_of = std::is_same_v<Weight, float> ? WeightType::real : WeightType::integer;

template <class Weight>
std::uint32_t rank_of(Weight weight) {
  return kernels::rank_of_weight<type_of<Weight>>(std::bit_cast<std::uint32_t>(weight));
}

// The root of every vertex of a forest.
Array<std::uint32_t> roots_of(const IdArray& parent, Crew& crew) {
  Array<std::uint32_t> root(parent.size());
  crew.for_chunks(root.size(), vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) root[v] = parent[v] == v ? static_cast<std::uint32_t>(v) : no_level;
  });
  bring_down(parent, 0, root, crew);
  return root;
}

class Joins {
 public:
  template <class Weight>
  Joins(const IdArray& parent, std::span<const Weight> weight, Crew& crew)
      : order_(parent.size()), up_(parent.size()), join_(parent.size()) {
    constexpr std::uint64_t joins_per_poll = 1u << 16;
    const auto key = [&](std::uint64_t v) { return std::uint64_t{rank_of(weight[v])} << 32 | v; };
    parallel_sort<std::uint64_t>(order_.size(), key, [&](std::uint64_t i, std::uint64_t x) { order_[i] = x; }, crew);
    Array<std::uint32_t> size(parent.size());
    crew.for_chunks(up_.size(), vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) {
        up_[v] = static_cast<std::uint32_t>(v);
        join_[v] = none;
      }
    });
    for (std::uint64_t i = 0; i < order_.size(); ++i) {
      if (i % joins_per_poll == 0) crew.poll();
      const auto v = static_cast<std::uint32_t>(order_[i]);
      if (parent[v] == v) continue;
      std::uint32_t low = top(v);
      std::uint32_t high = top(static_cast<std::uint32_t>(parent[v]));
      if (size[low] > size[high]) std::swap(low, high);
      size[high] += size[low] + 1;  // vertices below
      up_[low] = high;
      join_[low] = static_cast<std::uint32_t>(i);
    }
  }

  // Rank of the heaviest edge between two vertices of one tree; 0 between a vertex and itself.
  std::uint32_t heaviest(std::uint64_t u, std::uint64_t v) const {
    std::uint32_t last = none;
    while (u != v) {  // joins come later the higher
      if (join_[u] > join_[v]) std::swap(u, v);
      last = join_[u];
      u = up_[u];
    }
    return last == none ? 0 : static_cast<std::uint32_t>(order_[last] >> 32);
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t top(std::uint32_t v) const {
    while (up_[v] != v) v = up_[v];
    return v;
  }

  Array<std::uint64_t> order_;  // rank of the weight and lower end of each edge, ascending
  Array<std::uint32_t> up_;
  Array<std::uint32_t> join_;  // which edge hung a vertex below up_; none: it is a root
};

template <class Weight>
Verdict edges_exist(const Layout& layout, const IdArray& parent, std::span<const Weight> weight, Crew& crew) {
  Array<std::uint64_t> seen(words_for(layout.vertices));
  layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t bits) {
    if (parent[v] == u && rank_of(std::bit_cast<Weight>(bits)) == rank_of(weight[v])) mark_bit_shared(seen.data(), v);
  });
  return every_vertex(layout.vertices, crew, [&](std::uint64_t v) -> std::string {
    if (parent[v] == v) return weight[v] == Weight{0} ? "" : fmt::format("is a root, but has weight {}", weight[v]);
    if (test_bit(seen.data(), v)) return {};
    return fmt::format("no edge to its parent {} weighs {}", parent[v], weight[v]);
  });
}

Verdict spans(const Layout& layout, const IdArray& parent, Crew& crew) {
  const Array<std::uint32_t> root = roots_of(parent, crew);
  Verdict verdict = every_vertex(layout.vertices, crew, [&](std::uint64_t v) {
    return root[v] <= v ? "" : fmt::format("the root {} of its tree is greater", root[v]);
  });
  if (!verdict.ok) return verdict;
  return every_arc(
      layout, crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) { return root[u] == root[v]; },
      [&](std::uint64_t u, std::uint64_t v, std::uint32_t) {
        return fmt::format("is in the tree of {}, but its neighbour {} is in that of {}", root[v], u, root[u]);
      });
}

template <class Weight>
Verdict check(const Layout& layout, const IdArray& parent, std::span<const Weight> weight, Crew& crew) {
  if (weight.size() != layout.vertices)
    return {false, fmt::format("{} weights for {} vertices", weight.size(), layout.vertices)};
  Verdict verdict = forest(parent, layout.vertices, crew);
  if (verdict.ok) verdict = edges_exist(layout, parent, weight, crew);
  if (verdict.ok) verdict = spans(layout, parent, crew);
  if (!verdict.ok) return verdict;
  const Joins joins(parent, weight, crew);
  return every_arc(
      layout, crew,
      [&](std::uint64_t u, std::uint64_t v, std::uint32_t bits) {
        return u <= v || rank_of(std::bit_cast<Weight>(bits)) >= joins.heaviest(u, v);
      },
      [&](std::uint64_t u, std::uint64_t v, std::uint32_t bits) {
        const auto heaviest = kernels::weight_of_rank<type_of<Weight>>(joins.heaviest(u, v));
        return fmt::format("its edge to {} weighs {}, less than one of {} on the way between them in the tree", u,
                           std::bit_cast<Weight>(bits), std::bit_cast<Weight>(heaviest));
      });
}

}  // namespace

Verdict spanning_forest(const Layout& layout, const IdArray& parent, EdgeWeights weight, Crew& crew,
                        std::optional<std::uint64_t> trees_told) {
  ATOLL_CHECK(layout.vertices <= std::numeric_limits<std::uint32_t>::max());
  Verdict verdict = std::visit([&](auto weights) { return check(layout, parent, weights, crew); }, weight);
  if (!verdict.ok || !trees_told) return verdict;
  const auto is_root = [&](std::uint64_t v) { return parent[v] == v; };
  return same_as_told("trees", sum_over<std::uint64_t>(parent.size(), is_root, crew), *trees_told);
}

}  // namespace Atoll::certify
