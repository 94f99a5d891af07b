// SPDX-License-Identifier: Apache-2.0
// A node iterator over sorted rows. Of a triangle, the end of fewest arcs has an edge to the middle one, and both have
// one to the third (ties by the user's id): so it is found once, at that edge. Shares nothing with the kernel.
#include <algorithm>
#include <atomic>
#include <fmt/format.h>
#include <string>
#include <utility>

#include "atoll/algorithms/certify.hpp"
#include "atoll/algorithms/certify/breach.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/check.hpp"
#include "atoll/topology/prefix_sum.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll::certify {
namespace {

constexpr std::uint64_t rows_per_grain = 64;

class Edges {
 public:
  Edges(const Layout& layout, Crew& crew)
      : arcs_(layout.vertices), starts_(layout.vertices + 1), lengths_(layout.vertices) {
    ATOLL_CHECK(layout.vertices <= ~std::uint32_t{0});
    visit(layout, crew, [&](std::uint64_t u, std::uint64_t v) { bump(arcs_[u]), bump(arcs_[v]); });
    visit(layout, crew, [&](std::uint64_t u, std::uint64_t v) { bump(starts_[lower(u, v)]); });
    prefix_sum({starts_.data(), starts_.size()}, crew);
    ends_ = Array<std::uint32_t>(starts_[layout.vertices]);
    visit(layout, crew, [&](std::uint64_t u, std::uint64_t v) {
      const std::uint64_t low = lower(u, v);
      ends_[starts_[low] + bump(lengths_[low])] = static_cast<std::uint32_t>(low == u ? v : u);
    });
    crew.for_chunks(layout.vertices, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) {
        std::uint32_t* const row = ends_.data() + starts_[v];
        std::sort(row, row + lengths_[v]);
        lengths_[v] = static_cast<std::uint64_t>(std::unique(row, row + lengths_[v]) - row);
      }
    });
  }

  // The neighbours of v that have more arcs, once each, ascending.
  std::span<const std::uint32_t> operator[](std::uint64_t v) const { return {ends_.data() + starts_[v], lengths_[v]}; }

 private:
  static std::uint64_t bump(std::uint64_t& slot) {
    return std::atomic_ref(slot).fetch_add(1, std::memory_order_relaxed);
  }

  // Each edge at least once: an undirected graph has both arcs of it.
  template <class F>
  static void visit(const Layout& layout, Crew& crew, F&& see) {
    const bool directed = layout.directed;
    layout.for_each_arc(crew, [&](std::uint64_t u, std::uint64_t v, std::uint32_t) {
      if (u < v || (directed && u != v)) see(u, v);
    });
  }

  std::uint64_t lower(std::uint64_t u, std::uint64_t v) const {
    return std::pair(arcs_[u], u) < std::pair(arcs_[v], v) ? u : v;
  }

  Array<std::uint64_t> arcs_;  // [vertex], no self-loops
  Array<std::uint64_t> starts_;
  Array<std::uint64_t> lengths_;
  Array<std::uint32_t> ends_;
};

template <class F>
void for_each_common(std::span<const std::uint32_t> a, std::span<const std::uint32_t> b, F&& visit) {
  for (std::size_t i = 0, j = 0; i < a.size() && j < b.size();) {
    const std::uint32_t x = a[i];
    const std::uint32_t y = b[j];
    if (x == y) visit(x);
    i += x <= y ? 1 : 0;
    j += y <= x ? 1 : 0;
  }
}

// Counts the triangles; with counters [vertex] also those of every vertex.
std::uint64_t count(const Edges& edges, std::uint64_t vertices, Array<std::uint64_t>& of_vertex, Crew& crew) {
  const auto add = [&](std::uint64_t v, std::uint64_t amount) {
    if (!of_vertex.empty() && amount != 0) std::atomic_ref(of_vertex[v]).fetch_add(amount, std::memory_order_relaxed);
  };
  std::atomic<std::uint64_t> total{0};
  crew.for_chunks(vertices, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t mine = 0;
    for (std::uint64_t u = begin; u < end; ++u) {
      crew.poll();  // a hub's row leads to many others
      std::uint64_t at_u = 0;
      for (const std::uint32_t v : edges[u]) {
        std::uint64_t here = 0;
        for_each_common(edges[u], edges[v], [&](std::uint32_t w) {
          ++here;
          add(w, 1);
        });
        add(v, here);
        at_u += here;
      }
      add(u, at_u);
      mine += at_u;
    }
    total.fetch_add(mine, std::memory_order_relaxed);
  });
  return total;
}

// The distinct neighbours of every vertex but itself: each edge is in one row.
Array<std::uint64_t> degrees_of(const Edges& edges, std::uint64_t vertices, Crew& crew) {
  Array<std::uint64_t> degree(vertices);
  crew.for_chunks(vertices, vertices_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t u = begin; u < end; ++u) {
      std::atomic_ref(degree[u]).fetch_add(edges[u].size(), std::memory_order_relaxed);
      for (const std::uint32_t v : edges[u]) std::atomic_ref(degree[v]).fetch_add(1, std::memory_order_relaxed);
    }
  });
  return degree;
}

double pairs_of(std::uint64_t degree) {
  return degree < 2 ? 0 : static_cast<double>(degree) * static_cast<double>(degree - 1) / 2;
}

Verdict clustered(const Array<std::uint64_t>& degree, const Array<std::uint64_t>& of_vertex,
                  std::span<const double> clustering, Crew& crew) {
  return every_vertex(of_vertex.size(), crew, [&](std::uint64_t v) -> std::string {
    const double share = static_cast<double>(of_vertex[v]) / std::max(1.0, pairs_of(degree[v]));
    if (agree(clustering[v], share)) return {};
    return fmt::format("clustering {}, but {} of the pairs of its {} neighbours are neighbours", clustering[v],
                       of_vertex[v], degree[v]);
  });
}

// Three pairs of neighbours are closed by a triangle.
Verdict transitive(const Array<std::uint64_t>& degree, std::uint64_t triangles, double told, Crew& crew) {
  const auto pairs = sum_over<double>(degree.size(), [&](std::uint64_t v) { return pairs_of(degree[v]); }, crew);
  const double share = 3 * static_cast<double>(triangles) / std::max(1.0, pairs);
  if (agree(share, told)) return {};
  return {false, fmt::format("transitivity {}, but {} told", share, told)};
}

}  // namespace

Verdict triangles(const Layout& layout, const TriangleClaim& claim, Crew& crew) {
  for (const std::uint64_t size : {claim.of_vertex.size(), claim.clustering.size()}) {
    if (size != 0 && size != layout.vertices)
      return {false, fmt::format("{} values for {} vertices", size, layout.vertices)};
  }
  const bool by_vertex = !claim.of_vertex.empty() || !claim.clustering.empty();
  const Edges edges(layout, crew);
  Array<std::uint64_t> of_vertex(by_vertex ? layout.vertices : 0);
  const std::uint64_t counted = count(edges, layout.vertices, of_vertex, crew);
  if (counted != claim.triangles)
    return {false, fmt::format("{} triangles, but there are {}", claim.triangles, counted)};
  if (!claim.of_vertex.empty()) {
    const Verdict verdict = every_vertex(layout.vertices, crew, [&](std::uint64_t v) -> std::string {
      if (claim.of_vertex[v] == of_vertex[v]) return {};
      return fmt::format("in {} triangles, but there are {} with it", claim.of_vertex[v], of_vertex[v]);
    });
    if (!verdict.ok) return verdict;
  }
  if (claim.clustering.empty()) return {};
  const Array<std::uint64_t> degree = degrees_of(edges, layout.vertices, crew);
  const Verdict verdict = clustered(degree, of_vertex, claim.clustering, crew);
  return verdict.ok && claim.transitivity ? transitive(degree, counted, *claim.transitivity, crew) : verdict;
}

}  // namespace Atoll::certify
