// SPDX-License-Identifier: Apache-2.0
// No box (thesis 3.3.4): memory is shared, so an update goes straight into the owner's slot with an atomic combine, and
// a pull reads the owner's source. Communication overlaps computation; nothing is aggregated. The ghost table turns a
// ghost's slot into (owner, local id), so the same arcs serve this exchange and the boxed ones; SharedZeroBox needs no
// table, but a layout of its own.
#pragma once

#include <vector>

#include "atoll/exchange/exchange.hpp"

namespace Atoll {

template <Program P>
class ZeroBox {
  using T = Traits<P>;
  using Message = typename P::Message;

 public:
  static constexpr std::string_view name = "zero-box";
  static constexpr int publish_steps = 0;
  static constexpr int deliver_steps = 0;
  static constexpr bool ghost_sums = false;
  static constexpr bool others_write = true;

  static bool fits(const Layout& layout, Direction) { return layout.arrangement != Arrangement::shared; }

  explicit ZeroBox(State<P>& state)
      : state_(state), homes_(static_cast<std::size_t>(state.parts())), owners_(homes_.size()) {}

  void publish(Member&, int, int) {}

  // Where the own vertices of a part are heard.
  struct Owner {
    const Message* messages = nullptr;
    const std::uint64_t* active = nullptr;
  };

  struct Sources {
    LocalSources<P> mine;
    const Space* space = nullptr;
    const Owner* owners = nullptr;

    // A row of sources is mine or a whole slice, and slices begin at words: one word here is one word there.
    std::uint64_t active_word(std::uint32_t word) const {
      const std::uint32_t slot = word * bits_per_word;
      if (T::every_vertex || space->owns(slot)) return mine.active_word(word);
      const Slice& slice = slice_of(*space, slot, mine.counter);
      const std::uint64_t* there = &owners[slice.owner].active[space->local_of(slice, slot) / bits_per_word];
      mine.counter.read(Subject::frontier, Order::sequential, there);
      return *there;
    }
    bool active(std::uint32_t slot) const {
      if (T::every_vertex || space->owns(slot)) return mine.active(slot);
      const Slice& slice = slice_of(*space, slot, mine.counter);
      const std::uint32_t local = space->local_of(slice, slot);
      mine.counter.read(Subject::frontier, Order::random, &owners[slice.owner].active[local / bits_per_word]);
      return test_bit(owners[slice.owner].active, local);
    }
    Message message(std::uint32_t slot) const {
      if (T::signals_id || space->owns(slot)) return mine.message(slot);
      const Slice& slice = slice_of(*space, slot, mine.counter);
      const Message* there = &owners[slice.owner].messages[space->local_of(slice, slot)];
      mine.counter.read(Subject::state, Order::random, there);
      return *there;
    }
  };

  template <Writers writers>
  struct Port {
    const Space* space = nullptr;
    const Home<P>* homes = nullptr;
    const Home<P>* mine = nullptr;
    [[no_unique_address]] CounterOf<P> counter;
    std::uint64_t crossed = 0;

    void put(std::uint32_t slot, Message m) {
      if (space->owns(slot)) {
        mine->template fold<writers>(slot - space->own_first, m, counter);
      } else {
        const Slice& slice = slice_of(*space, slot, counter);
        homes[slice.owner].template fold<writers>(space->local_of(slice, slot), m, counter);
        ++crossed;
      }
    }
    std::uint64_t remote() const { return crossed; }
  };

  Sources sources(Member& me, int part) const {
    return {local_sources(state_, me, part), &state_.sources(part), owners_.data()};
  }

  // By one thread, before the superstep: where each owner's slots are in it.
  void begin_superstep() {
    for (int part = 0; part < state_.parts(); ++part) {
      const auto p = static_cast<std::size_t>(part);
      homes_[p] = state_.home(part);
      owners_[p] = {place_in(state_.heard[p].messages, state_.sources(part).own_first), state_.own_active(part).words};
    }
  }
  template <Writers writers>
  Port<writers> port(Member& me, int part) {
    return {.space = &state_.targets(part),
            .homes = homes_.data(),
            .mine = &homes_[static_cast<std::size_t>(part)],
            .counter = state_.counter(me, part, Effort::computation)};
  }

  void deliver(Member&, int, int) {}

 private:
  // Looks a slot up in the ghost table.
  static const Slice& slice_of(const Space& space, std::uint32_t slot, const CounterOf<P>& counter) {
    counter.read(Subject::graph, Order::random, &space.slice_of_word[slot / bits_per_word]);
    const Slice& slice = space.slice_of(slot);
    if (!space.whole) counter.read(Subject::graph, Order::random, &slice.locals[slot - slice.first]);
    return slice;
  }

  State<P>& state_;
  std::vector<Home<P>> homes_;  // as of this superstep
  std::vector<Owner> owners_;
};

}  // namespace Atoll
