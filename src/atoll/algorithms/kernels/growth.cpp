// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/growth.hpp"

#include <array>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::size_t enough = 1024;              // vertices: three-dimensional meshes still double among the first 500
constexpr std::uint64_t vertices_min = 1u << 14;  // of a graph: below, a look costs too much beside a search
constexpr std::uint64_t starts = 4;               // tried
constexpr std::size_t rows_ahead = 8;             // that are fetched

// Who was met, and in which order. On the stack: pages that nobody touched before would cost more than all the rest.
class Met {
 public:
  Met() { slots_.fill(nobody); }

  std::size_t size() const { return size_; }
  bool is_full() const { return size_ == order_.size(); }
  std::uint32_t operator[](std::size_t i) const { return order_[i]; }
  // False: it was met before. Not when full.
  bool meet(std::uint32_t v) {
    std::size_t slot = mix64(v) % slots_.size();
    for (; slots_[slot] != nobody; slot = (slot + 1) % slots_.size()) {
      if (slots_[slot] == v) return false;
    }
    slots_[slot] = v;
    order_[size_++] = v;
    return true;
  }

 private:
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};
  std::array<std::uint32_t, 2 * enough> order_;
  std::array<std::uint32_t, 4 * enough> slots_;
  std::size_t size_ = 0;
};

struct Levels {
  std::size_t vertices = 0;
  std::size_t in_last = 0;
};

// The first levels from a vertex, until they have enough vertices or there is nothing left. A level that is too large to
// be met, and so larger than those before it together, ends in its middle.
Levels first_levels(const OnePart& graph, std::uint32_t start) {
  Met met;
  met.meet(start);
  std::size_t begin = 0, end = 1;  // the last level
  while (begin < end && end < enough) {
    for (; begin < end; ++begin) {
      if (begin + rows_ahead < end) __builtin_prefetch(graph.out.ends + graph.out.offsets[met[begin + rows_ahead]]);
      for (const std::uint32_t w : graph.out[met[begin]]) {
        if (met.is_full()) return {.vertices = met.size(), .in_last = met.size() - end};
        if (met.meet(w)) __builtin_prefetch(graph.out.offsets + w);
      }
    }
    end = met.size();
  }
  return {.vertices = end, .in_last = end - begin};
}

}  // namespace

bool levels_grow_slowly(const OnePart& graph) {
  if (graph.vertices < vertices_min || graph.arcs == 0) return false;
  const Random random(1);
  for (std::uint64_t i = 0; i < starts; ++i) {
    const std::uint32_t start = graph.out.ends[random.below(i, graph.arcs)];  // the end of an arc: it is not alone
    const Levels levels = first_levels(graph, start);
    if (levels.vertices >= enough) return 2 * levels.in_last < levels.vertices;
  }
  return false;
}

}  // namespace Atoll::kernels
