// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/growth.hpp"

#include <array>
#include <cstddef>

#include "atoll/base/random.hpp"

namespace Atoll {
namespace {

constexpr std::size_t enough = 1024;              // vertices: three-dimensional meshes still double among the first 500
constexpr std::uint64_t vertices_min = 1u << 14;  // of a graph: below, a look costs too much beside a search
constexpr std::uint64_t starts = 4;               // tried
constexpr std::size_t met_ahead = 8;              // that are fetched

// Who was met, and in which order. On the stack: pages that nobody touched before would cost more than all the rest.
template <class Id>
class Met {
 public:
  Met() { slots_.fill(nobody); }

  std::size_t size() const { return size_; }
  bool is_full() const { return size_ == order_.size(); }
  Id operator[](std::size_t i) const { return order_[i]; }
  // False: it was met before. Not when full.
  bool meet(Id v) {
    std::size_t slot = mix64(v) % slots_.size();
    for (; slots_[slot] != nobody; slot = (slot + 1) % slots_.size()) {
      if (slots_[slot] == v) return false;
    }
    slots_[slot] = v;
    order_[size_++] = v;
    return true;
  }

 private:
  static constexpr Id nobody = ~Id{0};
  std::array<Id, 2 * enough> order_;
  std::array<Id, 4 * enough> slots_;
  std::size_t size_ = 0;
};

struct Levels {
  std::size_t vertices = 0;
  std::size_t in_last = 0;
};

// The first levels from a vertex, until they have enough vertices or there is nothing left. A level that is too large to
// be met, and so larger than those before it together, ends in its middle.
template <class Id>
Levels first_levels(std::span<const std::uint64_t> offsets, std::span<const Id> ends, Id start) {
  Met<Id> met;
  met.meet(start);
  std::size_t begin = 0, end = 1;  // the last level
  while (begin < end && end < enough) {
    for (; begin < end; ++begin) {
      if (begin + met_ahead < end) __builtin_prefetch(ends.data() + offsets[met[begin + met_ahead]]);
      const std::uint64_t first = offsets[met[begin]];
      for (const Id w : ends.subspan(first, offsets[met[begin] + 1] - first)) {
        if (met.is_full()) return {.vertices = met.size(), .in_last = met.size() - end};
        if (met.meet(w)) __builtin_prefetch(&offsets[w]);
      }
    }
    end = met.size();
  }
  return {.vertices = end, .in_last = end - begin};
}

}  // namespace

template <class Id>
Growth growth_of_levels(std::span<const std::uint64_t> offsets, std::span<const Id> ends) {
  if (offsets.size() <= vertices_min || ends.empty()) return Growth::unknown;
  const Random random(1);
  for (std::uint64_t i = 0; i < starts; ++i) {
    const Id start = ends[random.below(i, ends.size())];  // the end of an arc: it is not alone
    const Levels levels = first_levels(offsets, ends, start);
    // Where each level is twice the one before, the last is half of all, but for a few arcs that lead back.
    if (levels.vertices >= enough) return 32 * levels.in_last < 15 * levels.vertices ? Growth::slow : Growth::fast;
  }
  return Growth::unknown;
}

template Growth growth_of_levels(std::span<const std::uint64_t>, std::span<const std::uint32_t>);
template Growth growth_of_levels(std::span<const std::uint64_t>, std::span<const std::uint64_t>);

}  // namespace Atoll
