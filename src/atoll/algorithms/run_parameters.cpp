// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/run_parameters.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

#include "atoll/topology/reduce.hpp"

namespace Atoll {

namespace {

void check_in_graph(const Layout& layout, const std::string& parameter, std::uint64_t vertex) {
  if (vertex < layout.vertices) return;
  throw Error(ErrorKind::input,
              fmt::format("the {}, vertex {}, is not in the graph of {} vertices", parameter, vertex, layout.vertices),
              {}, "choose a vertex of the graph");
}

}  // namespace

std::uint64_t checked_source(const Layout& layout, const Parameters& parameters) {
  const std::uint64_t source = parameters.count("source");
  check_in_graph(layout, "source", source);
  return source;
}

std::vector<std::uint64_t> checked_vertices(const Layout& layout, const Parameters& parameters,
                                            const std::string& name) {
  std::vector<std::uint64_t> vertices = parameters.vertices(name);
  std::ranges::sort(vertices);
  const auto twice = std::ranges::unique(vertices);
  vertices.erase(twice.begin(), twice.end());
  if (!vertices.empty()) check_in_graph(layout, name, vertices.back());
  return vertices;
}

namespace {

template <class W>
double greatest_of(const Layout& layout, const std::string& what, Crew& crew) {
  struct Extent {
    W least{0}, greatest{0};
  };
  const auto join = [](Extent& all, const Extent& more) {
    all = {std::min(all.least, more.least), std::max(all.greatest, more.greatest)};
  };
  Extent all;
  for (const PartView& part : layout.any_view().parts) {
    const auto add = [&](Extent& extent, std::uint64_t e) {
      const W weight = std::bit_cast<W>(part.weights[e]);
      extent = {std::min(extent.least, weight), std::max(extent.greatest, weight)};
    };
    join(all, reduce<Extent>(part.weights.size(), add, join, crew));
  }
  if (all.least < W{0})
    throw Error(ErrorKind::input, fmt::format("an arc has the negative weight {}", all.least), {},
                what + " need weights of at least 0");
  return static_cast<double>(all.greatest);
}

}  // namespace

double greatest_weight(const Layout& layout, const std::string& what, Crew& crew) {
  if (layout.greatest_weight) return *layout.greatest_weight;
  switch (layout.weight_type) {
    case WeightType::integer: layout.greatest_weight = greatest_of<std::int32_t>(layout, what, crew); break;
    case WeightType::real: layout.greatest_weight = greatest_of<float>(layout, what, crew); break;
    case WeightType::none: layout.greatest_weight = 0;
  }
  return *layout.greatest_weight;
}

}  // namespace Atoll
