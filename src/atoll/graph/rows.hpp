// SPDX-License-Identifier: Apache-2.0
// What building and transforming share: shares of rows with equal work, and the progress of a phase.
// Invariant: the shares depend on the rows alone, never on the number of threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll {

inline constexpr std::uint64_t arcs_per_block = std::uint64_t{1} << 16;

// The progress of one phase, advanced by any thread. The listener hears of one advance at a time and may miss some.
class Steps {
 public:
  Steps(const Watch& watch, std::string_view phase, std::uint64_t total)
      : watch_(watch), phase_(phase), total_(total) {}

  // Throws Error(cancelled).
  void advance(std::uint64_t amount) {
    watch_.poll();
    const std::uint64_t done = done_.fetch_add(amount, std::memory_order_relaxed) + amount;
    const std::unique_lock lock(telling_, std::try_to_lock);
    if (lock) watch_.report({.phase = phase_, .done = std::min(done, total_), .total = total_});
  }

 private:
  const Watch& watch_;
  std::string_view phase_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex telling_;
};

// Rows [begin, end).
struct RowShare {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

// All rows, cut where rows + arcs pass a multiple of the share: long rows stand alone, empty ones are not free.
// `offsets` is [rows + 1]. At most about 2^16 shares.
std::vector<RowShare> share_rows(const Array<std::uint64_t>& offsets);

}  // namespace Atoll
