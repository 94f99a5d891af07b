// SPDX-License-Identifier: Apache-2.0
// Orders and their inverses.
#include "atoll/partition/assemble.hpp"

#include <compare>
#include <fmt/format.h>

#include "atoll/base/error.hpp"
#include "atoll/graph/parallel_sort.hpp"

namespace Atoll::partition {
namespace {

// Degrees from here on share one bucket and are sorted by comparison: at most arcs / 4095 vertices have one.
constexpr std::uint64_t hub_degree = 4095;

struct Hub {
  std::uint64_t degree_complement = 0;  // the largest degree first
  std::uint64_t vertex = 0;
  auto operator<=>(const Hub&) const = default;
};

}  // namespace

void check_parts(int parts) {
  if (parts >= 1 && parts <= parts_max) return;
  throw Error(ErrorKind::usage, fmt::format("cannot cut a graph into {} parts", parts), {},
              fmt::format("choose 1 to {}", parts_max));
}

IdArray degree_order(const Graph& graph, Crew& crew) {
  const std::span<const std::uint64_t> offsets = offsets_of(graph);
  const auto degree = [&](std::uint64_t v) { return offsets[v + 1] - offsets[v]; };
  IdArray order(graph.vertices, graph.wide());
  const std::vector<std::uint64_t> starts = counting_sort(
      graph.vertices, hub_degree + 1, [&](std::uint64_t v) { return hub_degree - std::min(degree(v), hub_degree); },
      [&](std::uint64_t v, std::uint64_t position) { order.set(position, v); }, crew);
  const std::uint64_t hubs = starts[1];
  parallel_sort<Hub>(
      hubs, [&](std::uint64_t i) { return Hub{.degree_complement = ~degree(order[i]), .vertex = order[i]}; },
      [&](std::uint64_t i, const Hub& hub) { order.set(i, hub.vertex); }, crew);
  return order;
}

void invert(const IdArray& order, IdArray& inverse, Crew& crew) {
  crew.for_chunks(order.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) inverse.set(order[i], i);
  });
}

Partition cut(IdArray order, std::vector<std::uint64_t> first, bool wide, Crew& crew) {
  Partition result;
  result.first = std::move(first);
  if (order.is_counting()) {
    result.internal_of = IdArray::counting(0, order.size());
  } else {
    result.internal_of = IdArray(order.size(), wide);
    invert(order, result.internal_of, crew);
  }
  result.user_of = std::move(order);
  return result;
}

}  // namespace Atoll::partition
