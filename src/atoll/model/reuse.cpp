// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/reuse.hpp"

#include <bit>

#include "atoll/base/check.hpp"
#include "atoll/model/played_cache.hpp"

namespace Atoll {

ReuseMeter::ReuseMeter(double slot_bytes, std::span<const std::uint64_t> cache_bytes) : slot_bytes_(slot_bytes) {
  for (const std::uint64_t bytes : cache_bytes) {
    ATOLL_CHECK(std::has_single_bit(bytes) && bytes >= PlayedCache::places * line_bytes);
    counts_.push_back({.cache_bytes = bytes});
  }
}

void ReuseMeter::play(std::span<const std::uint64_t> slots) {
  const double lines_per_slot = slot_bytes_ / line_bytes;
  for (Count& count : counts_) {
    PlayedCache cache(count.cache_bytes / line_bytes);
    for (const std::uint64_t slot : slots)
      cache.access(static_cast<std::uint64_t>(static_cast<double>(slot) * lines_per_slot));
    count.known += cache.known();
    count.found += cache.found();
  }
}

ReuseMeter ReuseMeter::unplayed() const {
  ReuseMeter fresh = *this;
  for (Count& count : fresh.counts_) count = {.cache_bytes = count.cache_bytes};
  return fresh;
}

Reuse ReuseMeter::reuse() const {
  Reuse reuse;
  for (const Count& count : counts_) {
    if (count.known == 0) continue;
    reuse.points.push_back({.cache_bytes = static_cast<double>(count.cache_bytes),
                            .found = static_cast<double>(count.found) / static_cast<double>(count.known)});
  }
  return reuse;
}

void ReuseMeter::add(const ReuseMeter& other) {
  ATOLL_CHECK(counts_.size() == other.counts_.size());
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i].known += other.counts_[i].known;
    counts_[i].found += other.counts_[i].found;
  }
}

}  // namespace Atoll
