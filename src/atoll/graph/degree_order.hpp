// SPDX-License-Identifier: Apache-2.0
// The one order by degree, for partitions and for relabelling, and whether it is worth its price.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/base/random.hpp"
#include "atoll/graph/id_array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// [vertices]: the vertices by falling length of their rows, equal ones ascending. `offsets` is [vertices + 1].
IdArray degree_order(std::span<const std::uint64_t> offsets, bool wide, Crew& crew);

// The first vertex of those with the longest rows; 0 of none.
std::uint64_t largest_hub(std::span<const std::uint64_t> offsets, Crew& crew);

// Some row is many times as long as the mean: an order that begins with those keeps what is read most together.
bool has_hubs(std::span<const std::uint64_t> offsets, Crew& crew);

// Most arcs are to vertices near in number, as crawlers of the web leave them: an order of our own would tear apart what
// is read together already. target(arc): its other end. Of a sample.
template <class Target>
bool keeps_neighbours_near(std::span<const std::uint64_t> offsets, const Target& target) {
  constexpr std::uint64_t sample = 1024;
  constexpr std::uint64_t near = 64;  // the vertices over this
  const std::uint64_t vertices = offsets.size() - 1;
  const Random random(1);
  std::uint64_t arcs = 0;
  std::uint64_t near_arcs = 0;
  for (std::uint64_t i = 0; i < sample; ++i) {
    const std::uint64_t v = random.below(i, vertices);
    arcs += offsets[v + 1] - offsets[v];
    for (std::uint64_t e = offsets[v]; e < offsets[v + 1]; ++e) {
      const std::uint64_t u = target(e);
      near_arcs += (u > v ? u - v : v - u) < vertices / near ? 1u : 0u;
    }
  }
  return near_arcs * 2 > arcs;
}

}  // namespace Atoll
