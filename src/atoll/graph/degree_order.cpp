// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/degree_order.hpp"

#include <algorithm>
#include <compare>
#include <vector>

#include "atoll/graph/counting_sort.hpp"
#include "atoll/graph/parallel_sort.hpp"
#include "atoll/topology/reduce.hpp"

namespace Atoll {
namespace {

// Degrees from here on share one bucket and are sorted by comparison: at most arcs / 4095 vertices have one.
constexpr std::uint64_t hub_degree = 4095;

struct Hub {
  std::uint64_t degree_complement = 0;  // the largest degree first
  std::uint64_t vertex = 0;
  auto operator<=>(const Hub&) const = default;
};

}  // namespace

IdArray degree_order(std::span<const std::uint64_t> offsets, bool wide, Crew& crew) {
  const auto degree = [&](std::uint64_t v) { return offsets[v + 1] - offsets[v]; };
  IdArray order(offsets.size() - 1, wide);
  const std::vector<std::uint64_t> starts = counting_sort(
      order.size(), hub_degree + 1, [&](std::uint64_t v) { return hub_degree - std::min(degree(v), hub_degree); },
      [&](std::uint64_t v, std::uint64_t position) { order.set(position, v); }, crew);
  const std::uint64_t hubs = starts[1];
  parallel_sort<Hub>(
      hubs, [&](std::uint64_t i) { return Hub{.degree_complement = ~degree(order[i]), .vertex = order[i]}; },
      [&](std::uint64_t i, const Hub& hub) { order.set(i, hub.vertex); }, crew);
  return order;
}

std::uint64_t largest_hub(std::span<const std::uint64_t> offsets, Crew& crew) {
  struct Longest {
    std::uint64_t vertex = 0;
    std::uint64_t degree = 0;
  };
  const auto take = [](Longest& longest, const Longest& later) {
    if (later.degree > longest.degree) longest = later;
  };
  return reduce<Longest>(
             offsets.empty() ? 0 : offsets.size() - 1,
             [&](Longest& longest, std::uint64_t v) { take(longest, {v, offsets[v + 1] - offsets[v]}); }, take, crew)
      .vertex;
}

bool has_hubs(std::span<const std::uint64_t> offsets, Crew& crew) {
  constexpr double uneven = 16;
  if (offsets.size() < 2) return false;
  const std::uint64_t hub = largest_hub(offsets, crew);
  const auto longest = static_cast<double>(offsets[hub + 1] - offsets[hub]);
  return longest * static_cast<double>(offsets.size() - 1) > uneven * static_cast<double>(offsets.back());
}

}  // namespace Atoll
