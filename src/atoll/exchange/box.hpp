// SPDX-License-Identifier: Apache-2.0
// What 1-Box and 2-Box have in common. The slice of target slots that part p holds of owner q is the box (p, q): p
// combines into it during the scan, one slot per ghost, so a vertex gets one message however many arcs lead to it
// (aggregation at the source). A touched bitmap beside the slots makes a sparse superstep cost its updates and not the
// box's size.
#pragma once

#include <algorithm>
#include <cstdint>

#include "atoll/exchange/state.hpp"

namespace Atoll::box {

inline constexpr std::uint64_t words_per_share = 64;  // of a box, as dealt to a team

// Own targets are folded at home, ghosts in their slots; nothing outside the part's memory is touched.
template <Program P, Writers writers>
struct Port {
  using T = Traits<P>;
  Home<P> home;
  std::uint32_t own_first = 0;
  std::uint32_t own = 0;
  typename T::Message* sums = nullptr;
  Marks touched;
  std::uint32_t sums_first = 0;
  [[no_unique_address]] CounterOf<P> counter;

  void put(std::uint32_t slot, typename T::Message m) const {
    if constexpr (T::every_vertex) {
      counter.update(Subject::state, Order::random, &sums[slot],
                     Atoll::fold<typename T::Combine, writers>(sums[slot], m));
    } else if (slot - own_first < own) {
      home.template fold<writers>(slot - own_first, m, counter);
    } else {
      const bool changed = Atoll::fold<typename T::Combine, writers>(sums[slot - sums_first], m);
      counter.update(Subject::state, Order::random, &sums[slot - sums_first], changed);
      if (!changed) return;
      counter.write(Subject::frontier, Order::random, &touched.words[slot / bits_per_word]);
      mark_bit<writers>(touched.words, slot);
      stir(touched, slot, counter);
    }
  }
  std::uint64_t remote() const { return 0; }
};

template <Writers writers, Program P>
Port<P, writers> port(State<P>& state, Member& me, int part) {
  const Space& space = state.targets(part);
  return {.home = state.home(part),
          .own_first = space.own_first,
          .own = space.own,
          .sums = state.sums[part].data(),
          .touched = state.all_touched(part),
          .sums_first = state.sums_first[static_cast<std::size_t>(part)],
          .counter = state.counter(me, part, Effort::computation)};
}

// The list of a mirror is looked at for a slot.
template <class Told>
void count_list(const Told& counter, const Mirror& mirror, std::uint64_t position) {
  if (!mirror.locals.empty()) counter.read(Subject::graph, Order::sequential, mirror.locals.data() + position);
}

// Folds words [begin, end) of a box into its owner. `sums` and `touched` are the box's own, from its first slot.
// Returns the number of messages.
template <Writers writers, Program P>
std::uint64_t fold(const Home<P>& home, const Mirror& mirror, const typename P::Message* sums,
                   const std::uint64_t* touched, std::uint64_t begin, std::uint64_t end, const CounterOf<P>& counter) {
  std::uint64_t messages = 0;
  for (std::uint64_t w = begin; w < end; ++w) {
    const std::uint64_t in_use = low_bits(std::min<std::uint64_t>(mirror.slice.count - w * 64, 64));
    const std::uint64_t bits = Traits<P>::every_vertex ? in_use : touched[w];
    if constexpr (!Traits<P>::every_vertex) counter.read(Subject::frontier, Order::sequential, &touched[w]);
    for_set_bits(bits, w * 64, [&](std::uint64_t i) {
      count_list(counter, mirror, i);
      counter.read(Subject::state, Order::sequential, &sums[i]);
      home.template fold<writers>(mirror.local_of(static_cast<std::uint32_t>(i)), sums[i], counter);
      ++messages;
    });
  }
  return messages;
}

// The same where the box is in the reader's own slots, whose marks say which pieces of it are quiet.
template <Writers writers, Program P>
std::uint64_t fold_marked(const Home<P>& home, const Mirror& mirror, const typename P::Message* sums,
                          const Marks& touched, std::uint64_t begin, std::uint64_t end, const CounterOf<P>& counter) {
  const std::uint64_t first = mirror.slice.first / bits_per_word;
  const std::uint64_t* const words = place_in(touched.words, first);
  std::uint64_t messages = 0;
  for (std::uint64_t next = 0; begin < end; begin = next) {
    const std::uint64_t piece = (first + begin) / words_per_piece;
    next = std::min(end, (piece + 1) * words_per_piece - first);
    if constexpr (!Traits<P>::every_vertex) {
      if (is_quiet(touched, piece, counter)) continue;
    }
    messages += fold<writers>(home, mirror, sums, words, begin, next, counter);
  }
  return messages;
}

// Gathers words [begin, end) of what a reader hears of me: one bit per slot, and the messages of the active ones.
template <Program P>
std::uint64_t gather(const Heard<typename P::Message>& mine, std::uint32_t own_first, const Mirror& mirror,
                     typename P::Message* messages, std::uint64_t* active, std::uint64_t begin, std::uint64_t end,
                     const CounterOf<P>& counter) {
  std::uint64_t sent = 0;
  for (std::uint64_t w = begin; w < end; ++w) {
    const std::uint64_t last = std::min<std::uint64_t>(w * 64 + 64, mirror.slice.count);
    std::uint64_t bits = 0;
    for (std::uint64_t i = w * 64; i < last; ++i) {
      const std::uint32_t slot = own_first + mirror.local_of(static_cast<std::uint32_t>(i));
      count_list(counter, mirror, i);
      if constexpr (!Traits<P>::every_vertex) {
        counter.read(Subject::frontier, Order::random, &mine.active[slot / bits_per_word]);
        if (!test_bit(mine.active, slot)) continue;
        bits |= mask_of(i);
      }
      if constexpr (!Traits<P>::signals_id) {
        counter.read(Subject::state, Order::random, &mine.messages[slot]);
        counter.write(Subject::state, Order::sequential, &messages[i]);
        messages[i] = mine.messages[slot];
      }
      ++sent;
    }
    if constexpr (!Traits<P>::every_vertex) {
      counter.write(Subject::frontier, Order::sequential, &active[w]);
      active[w] = bits;
    }
  }
  return sent;
}

}  // namespace Atoll::box
