// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/statistics.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <limits>
#include <mutex>
#include <span>

#include "atoll/base/random.hpp"
#include "atoll/graph/id_array.hpp"
#include "atoll/graph/rows.hpp"
#include "atoll/graph/scatter.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

// degree(v) over all vertices.
template <class Degree>
Degrees summarise(std::uint64_t vertices, std::uint64_t arcs, const Degree& degree, Crew& crew) {
  Degrees all{
      .max = 0, .mean = vertices == 0 ? 0 : static_cast<double>(arcs) / static_cast<double>(vertices), .histogram = {}};
  all.histogram.resize(65);
  std::mutex adding;
  crew.for_chunks(vertices, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    std::vector<std::uint64_t> histogram(65);
    std::uint64_t most = 0;
    for (std::uint64_t v = begin; v < end; ++v) {
      const std::uint64_t d = degree(v);
      ++histogram[static_cast<std::size_t>(std::bit_width(d))];
      most = std::max(most, d);
    }
    const std::lock_guard lock(adding);
    all.max = std::max(all.max, most);
    for (std::size_t k = 0; k < histogram.size(); ++k) all.histogram[k] += histogram[k];
  });
  while (!all.histogram.empty() && all.histogram.back() == 0) all.histogram.pop_back();
  return all;
}

// The same for (u, v) and (v, u), but for its sign.
std::uint64_t signature(std::uint64_t u, std::uint64_t v) {
  if (u == v) return 0;
  const std::uint64_t edge = mix64(mix64(std::min(u, v)) ^ std::max(u, v));
  return u < v ? edge : 0 - edge;
}

struct WeightRange {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();

  void add(const WeightRange& more) {
    least = std::min(least, more.least + 0.0);  // -0 is 0
    most = std::max(most, more.most + 0.0);
  }
};

template <class W>
WeightRange range_of(std::span<const W> weights, Crew& crew) {
  return reduce<WeightRange>(
      weights.size(),
      [&](WeightRange& range, std::uint64_t e) {
        const auto weight = static_cast<double>(weights[e]);
        range.add({weight, weight});
      },
      [](WeightRange& range, const WeightRange& more) { range.add(more); }, crew);
}

void add_weights(const Graph& graph, Statistics& all, Crew& crew) {
  if (!graph.weighted() || graph.arcs == 0) return;
  const bool whole = graph.weights.type == WeightType::integer;
  const WeightRange range =
      whole ? range_of(graph.weights.as<std::int32_t>(), crew) : range_of(graph.weights.as<float>(), crew);
  all.weight_min = range.least;
  all.weight_max = range.most;
}

// How many of the arcs of row u lead to v.
template <class Id>
std::uint64_t arcs_to(const Csr<Id>& rows, std::uint64_t u, std::uint64_t v) {
  const auto row = std::span<const Id>(rows.targets).subspan(rows.offsets[u], rows.offsets[u + 1] - rows.offsets[u]);
  const auto first = std::ranges::lower_bound(row, static_cast<Id>(v));
  const auto last = std::find_if(first, row.end(), [v](Id end) { return end != v; });  // parallel ones are few
  return static_cast<std::uint64_t>(last - first);
}

// Where a search in a row begins.
template <class Id>
void fetch_middle(const Csr<Id>& rows, std::uint64_t u) {
  __builtin_prefetch(rows.targets.data() + (rows.offsets[u] + rows.offsets[u + 1]) / 2);
}

// Ends with the first reverse it finds, which in most directed graphs is soon.
template <class Id>
bool goes_one_way(const Csr<Id>& rows, Crew& crew, const Watch& watch) {
  const std::uint64_t arcs = rows.targets.size();
  std::atomic<bool> returned{false};
  Steps steps(watch, "reverses", arcs);
  crew.for_chunks(arcs, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    visit_rows(rows, begin, end, [&](std::uint64_t u, std::uint64_t v, std::uint64_t) {
      if (u >= v || returned.load(std::memory_order_relaxed)) return;
      if (arcs_to(rows, v, u) > 0) returned.store(true, std::memory_order_relaxed);
    });
    steps.advance(end - begin);
  });
  return !returned;
}

template <class Id>
bool row_is_doubled(const Csr<Id>& rows, std::uint64_t u) {
  for (std::uint64_t i = rows.offsets[u], j = i; i < rows.offsets[u + 1]; i = j) {
    while (j < rows.offsets[u + 1] && rows.targets[j] == rows.targets[i]) ++j;
    if (rows.targets[i] != u && (j - i) % 2 != 0) return false;
  }
  return true;
}

template <class Id>
Statistics of_rows(const Csr<Id>& rows, bool directed, Crew& crew, const Watch& watch) {
  const std::uint64_t vertices = rows.offsets.size() - 1, arcs = rows.targets.size();
  Array<std::uint64_t> in(directed ? vertices : 0);
  std::atomic<std::uint64_t> self_loops{0}, parallel{0}, isolated{0}, signatures{0};
  Steps steps(watch, "counting", arcs);
  crew.for_chunks(arcs, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t loops = 0, repeated = 0, sum = 0;
    visit_rows(rows, begin, end, [&](std::uint64_t u, std::uint64_t v, std::uint64_t i) {
      loops += u == v;
      if (directed) sum += signature(u, v);
      repeated += i > rows.offsets[u] && rows.targets[i - 1] == v;
      if (directed) std::atomic_ref(in[v]).fetch_add(1, std::memory_order_relaxed);
    });
    self_loops += loops;
    parallel += repeated;
    signatures += sum;
    steps.advance(end - begin);
  });
  const auto out_degree = [&](std::uint64_t v) { return rows.offsets[v + 1] - rows.offsets[v]; };
  crew.for_chunks(vertices, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t alone = 0;
    for (std::uint64_t v = begin; v < end; ++v) alone += out_degree(v) == 0 && (!directed || in[v] == 0);
    isolated += alone;
  });
  Statistics all;
  all.out = summarise(vertices, arcs, out_degree, crew);
  all.in = directed ? summarise(vertices, arcs, [&](std::uint64_t v) { return in[v]; }, crew) : all.out;
  all.isolated = isolated;
  all.self_loops = self_loops;
  all.parallel = parallel;
  all.symmetric = signatures == 0;
  all.one_way = !all.symmetric && goes_one_way(rows, crew, watch);
  return all;
}

}  // namespace

Statistics statistics(const Graph& graph, Crew& crew, const Watch& watch) {
  if (graph.vertices == 0) return {};
  Statistics all = std::visit([&](const auto& rows) { return of_rows(rows, graph.directed, crew, watch); }, graph.out);
  add_weights(graph, all, crew);
  return all;
}

std::uint64_t count_edges(const Graph& graph, Crew& crew) {
  if (graph.directed || graph.vertices == 0) return graph.arcs;
  constexpr std::uint64_t ahead = 16;  // rows
  const auto loops_of = [&](const auto& rows) {
    const auto loops_at = [&](std::uint64_t u) {
      if (u + ahead < graph.vertices) fetch_middle(rows, u + ahead);
      return arcs_to(rows, u, u);
    };
    return sum_over<std::uint64_t>(graph.vertices, loops_at, crew);
  };
  const std::uint64_t loops = std::visit(loops_of, graph.out);
  return (graph.arcs + loops) / 2;
}

bool is_doubled(const Graph& graph, Crew& crew) {
  if (graph.arcs == 0) return false;
  std::atomic<bool> doubled{true};
  std::visit(
      [&](const auto& rows) {
        crew.for_chunks(graph.vertices, vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
          for (std::uint64_t u = begin; u < end && doubled.load(std::memory_order_relaxed); ++u) {
            if (!row_is_doubled(rows, u)) doubled.store(false, std::memory_order_relaxed);
          }
        });
      },
      graph.out);
  return doubled;
}

}  // namespace Atoll
