// SPDX-License-Identifier: Apache-2.0
// Whether a vertex reaches more than it takes to ask, or half of a small graph: a small search that gives up. What is made
// for all vertices does not pay where most searches see a few of them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {

// Of rows [v] of v < slots, each with its degree(v); the answer is the same whichever slots the vertices have.
template <class AnyRows>
class ReachesMany {
 public:
  ReachesMany(const AnyRows& rows, std::uint64_t vertices, std::uint64_t slots)
      : rows_(rows), many_(std::min(vertices_asked, vertices / 2)), met_(words_for(slots)) {}

  bool operator()(std::uint32_t source) {
    queue_ = {source};
    set_bit(met_.data(), source);
    const bool many = goes_on();
    for (const std::uint32_t v : queue_) met_[v / bits_per_word] = 0;
    return many;
  }

 private:
  static constexpr std::uint64_t vertices_asked = 1024, arcs_asked = 4 * vertices_asked;

  bool goes_on() {
    std::uint64_t arcs = 0;
    for (std::size_t i = 0; i < queue_.size(); ++i) {
      arcs += rows_.degree(queue_[i]);
      if (arcs > arcs_asked) return true;
      for (const std::uint32_t w : rows_[queue_[i]]) {
        if (!test_bit(met_.data(), w)) queue_.push_back(w);
        set_bit(met_.data(), w);
      }
      if (queue_.size() > many_) return true;
    }
    return false;
  }

  const AnyRows& rows_;
  const std::uint64_t many_;
  Array<std::uint64_t> met_;  // bitmap
  std::vector<std::uint32_t> queue_;
};

// Whether one of a few sources does: source(i) for i < sources.
template <class AnyRows, class Source>
bool some_reach_many(const AnyRows& rows, std::uint64_t vertices, std::uint64_t slots, std::uint64_t sources,
                     const Source& source) {
  constexpr std::uint64_t asked = 8;
  ReachesMany reaches_many(rows, vertices, slots);
  for (std::uint64_t i = 0; i < std::min(asked, sources); ++i)
    if (reaches_many(source(i))) return true;
  return false;
}

}  // namespace Atoll::kernels
