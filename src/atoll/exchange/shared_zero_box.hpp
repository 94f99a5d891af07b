// SPDX-License-Identifier: Apache-2.0
// No box in one address space (thesis 3.3.4): the segments of all parts lie end to end (Arrangement::shared), a slot is
// the same for every part and an index into them, so an update is one combine and a pull one read, wherever the vertex
// lives. ZeroBox does the same through the ghost table, on arcs that the boxed exchanges can scan too.
#pragma once

#include "atoll/exchange/exchange.hpp"

namespace Atoll {

template <Program P>
class SharedZeroBox {
  using Message = typename P::Message;

 public:
  static constexpr std::string_view name = "zero-box";
  static constexpr int publish_steps = 0;
  static constexpr int deliver_steps = 0;
  static constexpr bool ghost_sums = false;
  static constexpr bool others_write = true;

  static bool fits(const Layout& layout, Direction) { return layout.arrangement == Arrangement::shared; }

  explicit SharedZeroBox(State<P>& state) : state_(state) {}

  // By one thread: part 0 begins at slot 0, so its home is everybody's.
  void begin_superstep() { all_ = state_.home(0); }

  void publish(Member&, int, int) {}
  LocalSources<P> sources(Member& me, int part) const { return local_sources(state_, me, part); }

  template <Writers writers>
  struct Port {
    Home<P> all;
    std::uint32_t own_first = 0;
    std::uint32_t own = 0;
    [[no_unique_address]] CounterOf<P> counter;
    std::uint64_t crossed = 0;

    void put(std::uint32_t slot, Message m) {
      all.template fold<writers>(slot, m, counter);
      crossed += slot - own_first < own ? 0u : 1u;
    }
    std::uint64_t remote() const { return crossed; }
  };
  template <Writers writers>
  Port<writers> port(Member& me, int part) {
    const Space& space = state_.targets(part);
    return {.all = all_,
            .own_first = space.own_first,
            .own = space.own,
            .counter = state_.counter(me, part, Effort::computation)};
  }

  void deliver(Member&, int, int) {}

 private:
  State<P>& state_;
  Home<P> all_;  // as of this superstep
};

}  // namespace Atoll
