// SPDX-License-Identifier: Apache-2.0
// How much of a directed graph lies behind its largest hub. From there most of a social graph or of the web is reached,
// as from most vertices, for all that is in one strong component. Citations lead one way, back in time: no vertex
// reaches most of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "atoll/base/bits.hpp"
#include "atoll/graph/degree_order.hpp"
#include "atoll/graph/graph.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// Whether most arcs, 70 of 100, begin at vertices that the largest hub reaches. The search ends when that is known.
template <class Id>
bool hub_reaches_most(const Csr<Id>& rows, Crew& crew) {
  constexpr double most = 0.7;
  constexpr std::uint64_t rows_per_grain = 256;
  constexpr std::size_t found_max = 4096;  // by one thread, before it queues them
  const std::uint64_t vertices = rows.offsets.size() - 1;
  if (vertices == 0) return false;
  Array<std::uint64_t> met(words_for(vertices));  // bitmap
  const auto meet = [&](std::uint64_t v) { return claim_bit(met.data(), v); };
  Array<Id> queue(vertices, Contents::whatever);
  queue[0] = static_cast<Id>(largest_hub(rows.offsets, crew));
  meet(queue[0]);
  std::atomic<std::uint64_t> queued{1};
  std::atomic<std::uint64_t> arcs{0};
  for (std::uint64_t begin = 0, end; begin != (end = queued); begin = end) {
    crew.poll();
    crew.for_chunks(end - begin, rows_per_grain, [&](std::uint64_t from, std::uint64_t to) {
      std::vector<Id> found;
      const auto enqueue = [&] {
        std::ranges::copy(found, queue.begin() + queued.fetch_add(found.size(), std::memory_order_relaxed));
        found.clear();
      };
      std::uint64_t walked = 0;
      for (std::uint64_t i = begin + from; i < begin + to; ++i) {
        const std::uint64_t v = queue[i];
        walked += rows.offsets[v + 1] - rows.offsets[v];
        for (std::uint64_t e = rows.offsets[v]; e < rows.offsets[v + 1]; ++e) {
          if (meet(rows.targets[e])) found.push_back(rows.targets[e]);
          if (found.size() == found_max) enqueue();
        }
      }
      arcs.fetch_add(walked, std::memory_order_relaxed);
      enqueue();
    });
    if (static_cast<double>(arcs) > most * static_cast<double>(rows.targets.size())) return true;
  }
  return false;
}

}  // namespace Atoll
