// SPDX-License-Identifier: Apache-2.0
// The strong components of what is not decided yet. Vertices lie in sets that no component crosses: arcs between two
// sets are none. Trimming takes vertices without arcs in or out, one after the other; colouring lets the greatest
// number drawn spread along arcs, and a search backward from every vertex that kept its own finds its component:
// what is left of a colour is a set. Numbers are drawn at random, so that a set falls apart in a logarithmic number of
// rounds. Invariant: a vertex in the set `decided` has its final member.
#pragma once

#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/components/reaching.hpp"
#include "atoll/algorithms/kernels/components/strong.hpp"
#include "atoll/algorithms/kernels/components/worklist.hpp"
#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/watch.hpp"

namespace Atoll::kernels {

class Rest {
 public:
  // Sets; other numbers are colours.
  static constexpr std::uint32_t decided = 0;
  static constexpr std::uint32_t elsewhere = 1;
  static constexpr std::uint32_t ahead = 0x80000000u;

  // member, set: [slots].
  Rest(const SharedGraph& out, const SharedGraph& in, Crew& crew, const Watch& watch, Steps& steps,
       Array<std::uint32_t>& member, Array<std::uint32_t>& set)
      : out_(out), in_(in), crew_(crew), watch_(watch), steps_(steps), member_(member), set_(set) {}

  // Decides all vertices.
  void solve(RestRule rule);

 private:
  template <class SlotAt>
  void group(std::uint64_t count, const SlotAt& slot_at);
  void regroup();
  bool pays_to_colour() const;
  void trim();
  void count_live(Array<std::uint32_t>& ins, Array<std::uint32_t>& outs);
  void colour();
  std::uint64_t spread_colours(Worklist& list, VertexSet& marks);
  std::uint64_t collect_colours(Worklist& list, VertexSet& marks);
  void search();
  template <class Visit>
  std::uint64_t run_all(Worklist& list, const Visit& visit);
  template <class F>
  void each(F&& visit);
  template <class If>
  void list_if(Worklist& list, const If& wanted);

  const SharedGraph& out_;
  const SharedGraph& in_;
  Crew& crew_;
  const Watch& watch_;
  Steps& steps_;
  Array<std::uint32_t>& member_;
  Array<std::uint32_t>& set_;
  Array<std::uint32_t> rest_;               // vertices not decided, grouped by the high bits of their sets
  std::vector<std::uint64_t> group_first_;  // where each group begins in rest_, and its end
};

}  // namespace Atoll::kernels
