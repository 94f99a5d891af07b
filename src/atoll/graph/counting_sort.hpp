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

// For each block of elements and each bucket: first how many, then where the next one goes.
class BlockCounts {
 public:
  BlockCounts(std::uint64_t elements, std::uint64_t buckets, const Crew& crew) : buckets_(buckets) {
    constexpr std::uint64_t block_min = std::uint64_t{1} << 14;
    const auto wanted = static_cast<std::uint64_t>(4 * std::max(1, crew.threads()));
    block_ = std::max(block_min, std::max(4 * buckets, (elements + wanted - 1) / wanted));
    stride_ = (buckets + 7) / 8 * 8;  // blocks share no cache line
    counts_ = Array<std::uint64_t>((elements + block_ - 1) / block_ * stride_);
  }

  std::uint64_t block() const { return block_; }

  // Of the block that begins at element `begin`.
  std::uint64_t* at(std::uint64_t begin) { return counts_.data() + begin / block_ * stride_; }

  // From counts to places. Returns where each bucket begins, [buckets + 1].
  std::vector<std::uint64_t> place() {
    std::vector<std::uint64_t> starts(buckets_ + 1);
    std::uint64_t total = 0;
    for (std::uint64_t b = 0; b < buckets_; ++b) {
      starts[b] = total;
      for (std::uint64_t k = b; k < counts_.size(); k += stride_) total += std::exchange(counts_[k], total);
    }
    starts[buckets_] = total;
    return starts;
  }

 private:
  std::uint64_t buckets_;
  std::uint64_t block_;
  std::uint64_t stride_;
  Array<std::uint64_t> counts_;
};

// Sorts [0, count): place(i, position) for each i once, equal buckets in the order of i.
// bucket(i) < buckets is asked twice. Returns where each bucket begins, [buckets + 1].
template <class Bucket, class Place>
std::vector<std::uint64_t> counting_sort(std::uint64_t count, std::uint64_t buckets, const Bucket& bucket,
                                         const Place& place, Crew& crew) {
  BlockCounts counts(count, buckets, crew);
  crew.for_chunks(count, counts.block(), [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t* const mine = counts.at(begin);
    for (std::uint64_t i = begin; i < end; ++i) ++mine[bucket(i)];
  });
  std::vector<std::uint64_t> starts = counts.place();
  crew.for_chunks(count, counts.block(), [&](std::uint64_t begin, std::uint64_t end) {
    std::uint64_t* const mine = counts.at(begin);
    for (std::uint64_t i = begin; i < end; ++i) place(i, mine[bucket(i)]++);
  });
  return starts;
}

}  // namespace Atoll
