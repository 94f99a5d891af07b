// SPDX-License-Identifier: Apache-2.0
// What every partitioner ends in: an order of the vertices, cut into equal shares or dealt stably to owners, becomes a
// Partition. Internal to partition/.
// Invariant: nothing here depends on the number of threads; at most two arrays of ids are alive at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "atoll/graph/counting_sort.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/partition/partition.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::partition {

using Owner = std::uint16_t;  // a part number where there is one per vertex
static_assert(parts_max - 1 <= 0xffff);

// Throws Error(usage) unless 1 <= parts <= parts_max.
void check_parts(int parts);

// Cuts [0, vertices) so that every part carries about load / parts: [parts + 1] bounds, each where the load before it
// is nearest to its share. load_before(i) is the load of the first i vertices and ascends from 0 to `load`.
template <class LoadBefore>
std::vector<std::uint64_t> equal_shares(std::uint64_t vertices, std::uint64_t load, int parts,
                                        const LoadBefore& load_before) {
  const auto shares = static_cast<std::uint64_t>(parts);
  std::vector<std::uint64_t> first(shares + 1, vertices);
  for (std::uint64_t p = 0; p < shares; ++p) {
    const std::uint64_t target = load / shares * p + load % shares * p / shares;
    std::uint64_t low = 0;
    std::uint64_t high = vertices;
    while (low < high) {  // the least bound with at least the target before it
      const std::uint64_t middle = low + (high - low) / 2;
      if (load_before(middle) < target) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    const bool below_is_nearer = low > 0 && target - load_before(low - 1) < load_before(low) - target;
    first[p] = below_is_nearer ? low - 1 : low;
  }
  return first;
}

// The vertices in `order` (user ids; counting: as they are), cut at `first`.
Partition cut(IdArray order, std::vector<std::uint64_t> first, bool wide, Crew& crew);

// The vertices in `order`, each to part owner(user id) in [0, parts), which is asked twice; parts keep the order.
template <class OwnerOf>
Partition deal(IdArray order, int parts, bool wide, const OwnerOf& owner, Crew& crew) {
  const std::uint64_t vertices = order.size();
  if (parts == 1) return cut(std::move(order), {0, vertices}, wide, crew);
  Partition result;
  result.internal_of = IdArray(vertices, wide);
  result.first = counting_sort(
      vertices, static_cast<std::uint64_t>(parts),
      [&](std::uint64_t i) { return static_cast<std::uint64_t>(owner(order[i])); },
      [&](std::uint64_t i, std::uint64_t position) { result.internal_of.set(order[i], position); }, crew);
  if (order.is_counting()) order = IdArray(vertices, wide);
  invert(result.internal_of, order, crew);
  result.user_of = std::move(order);
  return result;
}

}  // namespace Atoll::partition
