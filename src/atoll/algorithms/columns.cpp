// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/columns.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

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
void refuse_negative(const Layout& layout, const std::string& what, Crew& crew) {
  for (const PartView& part : layout.any_view().parts) {
    crew.for_chunks(part.weights.size(), 1u << 18, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t e = begin; e < end; ++e) {
        const W weight = std::bit_cast<W>(part.weights[e]);
        if (!(weight < W{0})) continue;
        throw Error(ErrorKind::input, fmt::format("an arc has the negative weight {}", weight), {},
                    what + " need weights of at least 0");
      }
    });
  }
}

}  // namespace

void refuse_negative_weights(const Layout& layout, const std::string& what, Crew& crew) {
  if (layout.weight_type == WeightType::integer) refuse_negative<std::int32_t>(layout, what, crew);
  if (layout.weight_type == WeightType::real) refuse_negative<float>(layout, what, crew);
}

}  // namespace Atoll
