// SPDX-License-Identifier: Apache-2.0
// A cache that is played: sets of eight places, of which the line that was used longest ago is given up. Lines side by side
// go to different sets, so if each line of an array is as likely as another, exactly the share of the array that fits is
// found. What was in a set before a sample began is not known, so what it finds counts from when it is full; a set that
// never fills held all there was, and what it found counts.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace Atoll {

class PlayedCache {
 public:
  static constexpr std::size_t places = 8;  // of a set

  explicit PlayedCache(std::uint64_t lines) : sets_(lines / places) {}  // a power of two, at least one set

  void access(std::uint64_t line) {
    Set& set = sets_[line & (sets_.size() - 1)];
    const auto first = set.lines.begin();
    const auto end = first + set.held;
    auto at = std::find(first, end, line);
    const bool found = at != end;
    if (set.held == places) {
      ++known_;
      found_ += found ? 1u : 0u;
      if (!found) --at;
    } else {
      set.found += found ? 1u : 0u;
      set.held += found ? 0u : 1u;
    }
    std::move_backward(first, at, at + 1);  // the last that was used comes first
    *first = line;
  }

  // Accesses of which it is known whether they are found, and those that are.
  std::uint64_t known() const { return known_ + found_where_all_fits(); }
  std::uint64_t found() const { return found_ + found_where_all_fits(); }

 private:
  struct Set {
    std::array<std::uint64_t, places> lines = {};
    std::uint32_t held = 0;
    std::uint32_t found = 0;  // before it was full
  };

  std::uint64_t found_where_all_fits() const {
    std::uint64_t sum = 0;
    for (const Set& set : sets_) sum += set.held < places ? set.found : 0;
    return sum;
  }

  std::vector<Set> sets_;
  std::uint64_t known_ = 0;
  std::uint64_t found_ = 0;
};

}  // namespace Atoll
