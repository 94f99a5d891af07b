// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/statistics.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <span>

#include "atoll/graph/rows.hpp"
#include "atoll/graph/scatter.hpp"

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

template <class Id>
Statistics of_rows(const Csr<Id>& rows, bool directed, Crew& crew, const Watch& watch) {
  const std::uint64_t vertices = rows.offsets.size() - 1, arcs = rows.targets.size();
  Array<std::uint64_t> in(directed ? vertices : 0);
  std::atomic<std::uint64_t> self_loops{0}, parallel{0}, isolated{0};
  Steps steps(watch, "counting", arcs);
  crew.for_chunks(arcs, arcs_per_block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t loops = 0, repeated = 0;
    visit_rows(rows, begin, end, [&](std::uint64_t u, std::uint64_t v, std::uint64_t i) {
      loops += u == v;
      repeated += i > rows.offsets[u] && rows.targets[i - 1] == v;
      if (directed) std::atomic_ref(in[v]).fetch_add(1, std::memory_order_relaxed);
    });
    self_loops += loops;
    parallel += repeated;
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
  return all;
}

}  // namespace

Statistics statistics(const Graph& graph, Crew& crew, const Watch& watch) {
  if (graph.vertices == 0) return {};
  return std::visit([&](const auto& rows) { return of_rows(rows, graph.directed, crew, watch); }, graph.out);
}

}  // namespace Atoll
