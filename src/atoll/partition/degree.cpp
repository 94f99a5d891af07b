// SPDX-License-Identifier: Apache-2.0
// Thesis 3.2, sorted: the vertices by falling out-degree, cut into equal shares of arcs. Good locality, poor balance:
// the first part holds few dense vertices, the last one most of the vertices.
#include "atoll/base/timer.hpp"
#include "atoll/graph/degree_order.hpp"
#include "atoll/partition/assemble.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll::partition {
namespace {

// Arcs of the first i vertices of an order, kept for every 256th i alone.
class ArcsBefore {
 public:
  ArcsBefore(const Graph& graph, const IdArray& order, Crew& crew)
      : offsets_(graph.offsets()), order_(order), sums_(order.size() / stride + 1) {
    crew.for_chunks(sums_.size(), vertices_per_chunk / stride, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t k = begin; k < end; ++k) {
        sums_[k] = sum(k * stride, std::min((k + 1) * stride, order_.size()));
      }
    });
    prefix_sum(sums_, crew);
  }

  std::uint64_t operator()(std::uint64_t i) const { return sums_[i / stride] + sum(i / stride * stride, i); }

 private:
  static constexpr std::uint64_t stride = 256;

  std::uint64_t sum(std::uint64_t begin, std::uint64_t end) const {
    std::uint64_t arcs = 0;
    for (std::uint64_t i = begin; i < end; ++i) arcs += offsets_[order_[i] + 1] - offsets_[order_[i]];
    return arcs;
  }

  std::span<const std::uint64_t> offsets_;
  const IdArray& order_;
  Array<std::uint64_t> sums_;
};

}  // namespace

Partition degree(const Graph& graph, int parts, Crew& crew) {
  check_parts(parts);
  const Stopwatch watch;
  IdArray order = degree_order(graph.offsets(), graph.wide(), crew);
  const std::uint64_t n = graph.vertices;
  std::vector<std::uint64_t> first = graph.arcs == 0
                                         ? equal_shares(n, n, parts, [](std::uint64_t i) { return i; })
                                         : equal_shares(n, graph.arcs, parts, ArcsBefore(graph, order, crew));
  Partition result = cut(std::move(order), std::move(first), graph.wide(), crew);
  result.strategy = "degree";
  result.seconds = watch.seconds();
  return result;
}

}  // namespace Atoll::partition
