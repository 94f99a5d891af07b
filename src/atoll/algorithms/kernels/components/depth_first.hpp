// SPDX-License-Identifier: Apache-2.0
// Strong components of a group of vertices by one thread (Pearce, IPL 2016). Numbers ascend along the path of frames; a
// vertex takes the least number it hears of, and if that is its own in the end, what was stacked since then is its
// component. Groups have numbers of their own: a vertex with another one belongs to somebody else, or its component is
// known. No recursion.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::kernels {

struct DepthFirst {
  struct Frame {
    std::uint32_t vertex = 0;
    std::uint32_t number = 0;
    std::uint64_t next = 0;  // arc of its row
  };
  static constexpr std::uint32_t visits_per_poll = 4096;

  const SharedGraph& graph;
  const Watch& watch;
  Array<std::uint32_t>& member;
  Array<std::uint32_t>& number;
  std::uint32_t first;  // number of the vertices of the group that nobody visited
  Frame* frames;        // room for the group, as in the stack
  std::uint32_t* stack;
  std::uint32_t visits = 0;
  std::uint64_t depth = 0;
  std::uint64_t stacked = 0;
  std::uint64_t scanned = 0;

  void from(std::uint32_t source) {
    if (number[source] != first) return;
    enter(source);
    while (depth != 0) {
      if (!descend(frames[depth - 1])) leave(frames[--depth]);
    }
  }

  void enter(std::uint32_t v) {
    if (++visits % visits_per_poll == 0) watch.poll();
    store_relaxed(number[v], first + visits);
    frames[depth++] = {.vertex = v, .number = first + visits};
    scanned += graph.degree(v);
  }

  // Enters the next neighbour that nobody visited, if there is one. The arc to it is looked at again when it is left.
  bool descend(Frame& frame) {
    const std::uint32_t v = frame.vertex;
    const auto row = graph[v];
    std::uint32_t least = number[v];
    for (; frame.next < row.size(); ++frame.next) {
      const std::uint32_t other = load_relaxed(number[row[frame.next]]);
      if (other == first) {
        store_relaxed(number[v], least);
        enter(row[frame.next]);
        return true;
      }
      if (other > first && other < least) least = other;
    }
    store_relaxed(number[v], least);
    return false;
  }

  void leave(const Frame& frame) {
    const std::uint32_t v = frame.vertex;
    if (number[v] != frame.number) {
      stack[stacked++] = v;
      return;
    }
    for (; stacked != 0 && number[stack[stacked - 1]] >= frame.number; --stacked) {
      member[stack[stacked - 1]] = v;
      store_relaxed(number[stack[stacked - 1]], 0u);
    }
    member[v] = v;
    store_relaxed(number[v], 0u);
  }
};

}  // namespace Atoll::kernels
