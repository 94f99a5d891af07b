// SPDX-License-Identifier: Apache-2.0
// A stable counting sort for keys of a few thousand values. Invariant: the result does not depend on the threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// Sorts [0, count): place(i, position) for each i once, equal buckets in the order of i.
// bucket(i) < buckets is asked twice. Returns where each bucket begins, [buckets + 1].
template <class Bucket, class Place>
std::vector<std::uint64_t> counting_sort(std::uint64_t count, std::uint64_t buckets, const Bucket& bucket,
                                         const Place& place, Crew& crew) {
  constexpr std::uint64_t block_min = std::uint64_t{1} << 14;
  const auto blocks_wanted = static_cast<std::uint64_t>(4 * std::max(1, crew.threads()));
  const std::uint64_t block = std::max(block_min, std::max(4 * buckets, (count + blocks_wanted - 1) / blocks_wanted));
  const std::uint64_t blocks = (count + block - 1) / block;
  const std::uint64_t stride = (buckets + 7) / 8 * 8;  // blocks share no cache line
  Array<std::uint64_t> positions(blocks * stride);     // [block][bucket]: first how many, then where the next goes
  crew.for_chunks(count, block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t* const mine = positions.data() + begin / block * stride;
    for (std::uint64_t i = begin; i < end; ++i) ++mine[bucket(i)];
  });
  std::vector<std::uint64_t> starts(buckets + 1);
  std::uint64_t total = 0;
  for (std::uint64_t b = 0; b < buckets; ++b) {
    starts[b] = total;
    for (std::uint64_t k = 0; k < blocks; ++k) total += std::exchange(positions[k * stride + b], total);
  }
  starts[buckets] = total;
  crew.for_chunks(count, block, [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t* const mine = positions.data() + begin / block * stride;
    for (std::uint64_t i = begin; i < end; ++i) place(i, mine[bucket(i)]++);
  });
  return starts;
}

}  // namespace Atoll
