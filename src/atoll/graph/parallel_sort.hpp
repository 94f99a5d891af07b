// SPDX-License-Identifier: Apache-2.0
// A sample sort for one long sequence: splitters from a regular sample, every block scattered into 256 buckets, the
// buckets sorted apart. The sequence is behind load(i) and store(i, x), so it may lie in several arrays.
// Invariant: equal elements are indistinguishable, so the result does not depend on the threads. Extra memory: one
// copy.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// T is ordered by <. load and store are called from any thread, for each i in [0, size) at least once and exactly once.
template <class T, class Load, class Store>
void parallel_sort(std::uint64_t size, const Load& load, const Store& store, Crew& crew) {
  constexpr std::uint64_t buckets = 256, oversampling = 16;
  const std::uint64_t block = std::max(std::uint64_t{1} << 14, size / 256);
  const std::uint64_t blocks = (size + block - 1) / block;

  std::vector<T> sample;
  const std::uint64_t samples = std::min(size, buckets * oversampling);
  for (std::uint64_t i = 0; i < samples; ++i) sample.push_back(load(i * (size / samples)));
  std::ranges::sort(sample);
  std::vector<T> splitters;
  for (std::uint64_t b = 1; b < buckets && samples != 0; ++b) splitters.push_back(sample[b * samples / buckets]);
  const auto bucket_of = [&](const T& x) {
    return static_cast<std::uint64_t>(std::ranges::upper_bound(splitters, x) - splitters.begin());
  };

  std::vector<std::uint64_t> places(buckets * blocks);  // [bucket][block]
  crew.for_chunks(size, block, [&](std::uint64_t begin, std::uint64_t end) {
    std::array<std::uint64_t, buckets> counts{};
    for (std::uint64_t i = begin; i < end; ++i) ++counts[bucket_of(load(i))];
    for (std::uint64_t b = 0; b < buckets; ++b) places[b * blocks + begin / block] = counts[b];
  });
  std::uint64_t total = 0;
  for (std::uint64_t& place : places) total += std::exchange(place, total);
  const auto start_of = [&](std::uint64_t bucket) { return bucket == buckets ? size : places[bucket * blocks]; };
  std::array<std::uint64_t, buckets + 1> starts{};
  for (std::uint64_t b = 0; b <= buckets && size != 0; ++b) starts[b] = start_of(b);

  Array<T> scattered(size);
  crew.for_chunks(size, block, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const T x = load(i);
      scattered[places[bucket_of(x) * blocks + begin / block]++] = x;
    }
  });
  crew.for_chunks(buckets, 1, [&](std::uint64_t first, std::uint64_t last) {
    T* const begin = scattered.data() + starts[first];
    T* const end = scattered.data() + starts[last];
    if (!std::is_sorted(begin, end)) std::sort(begin, end);  // one value many times is linear
    for (std::uint64_t i = starts[first]; i < starts[last]; ++i) store(i, scattered[i]);
  });
}

}  // namespace Atoll
