// SPDX-License-Identifier: Apache-2.0
// The exchange: how an update crosses a boundary between parts. Before the scan sources travel (publish), during it
// sums leave through a port (put, inlined), after it the owners fold what arrived (deliver).
//
//   publish(me, part, step)   step in [0, publish_steps): all members of the part's team at once, a meet after each
//   sources(me, part)         what the scan of `part` reads: active(slot), active_word(word), message(slot)
//   port<writers>(me, part)   what it writes: put(slot, message); remote() counts updates that left at once
//   others_write              whether a part's slots are written during the scan by other teams than its own: tells who
//                             may use plain stores
//   deliver(me, part, step)   like publish, after the scan
//
// Whoever accesses memory of a part tells state.counter(me, part, effort) at that place: nothing, unless the run is
// counted (counted.hpp).
//
// An exchange whose sources arrive piece by piece says so: with ready(part, block) there is no meet between publish and
// scan, a block is scanned when it is ready, chunk_done(me, part, block) tells that one of its chunks is through, and
// whoever waits calls progress(me). Further hooks: begin_superstep() by one thread, before each; allocate(part) by one
// thread of the part's team; allocate_sources() by one thread, where what parts hear is shared and so not theirs to
// allocate.
#pragma once

#include <concepts>
#include <cstdint>
#include <string_view>

#include "atoll/exchange/kind.hpp"
#include "atoll/exchange/member.hpp"
#include "atoll/exchange/state.hpp"

namespace Atoll {

template <class X, class P>
concept Exchange = Program<P> && requires(X x, Member& me, int part, int step, std::uint32_t slot,
                                          typename P::Message m, const Layout& layout, Direction direction) {
  { X::name } -> std::convertible_to<std::string_view>;
  { X::publish_steps } -> std::convertible_to<int>;
  { X::deliver_steps } -> std::convertible_to<int>;
  { X::fits(layout, direction) } -> std::same_as<bool>;  // it can serve such a layout in this direction
  { X::ghost_sums } -> std::convertible_to<bool>;  // a target that is not mine has a slot of its own to be combined in
  x.publish(me, part, step);
  { x.sources(me, part).active(slot) } -> std::same_as<bool>;
  { x.sources(me, part).message(slot) } -> std::same_as<typename P::Message>;
  { X::others_write } -> std::convertible_to<bool>;
  x.template port<Writers::one>(me, part).put(slot, m);
  x.template port<Writers::many>(me, part).put(slot, m);
  { x.template port<Writers::many>(me, part).remote() } -> std::same_as<std::uint64_t>;
  x.deliver(me, part, step);
};

// f<writers>(): for one writer, or for many. Both come to the same, so a run that is counted does with one of them.
template <Program P, class F>
void by_writers(bool alone, F&& f) {
  if constexpr (!is_counted<P>) {
    if (alone) return f.template operator()<Writers::one>();
  }
  f.template operator()<Writers::many>();
}

template <class X>
concept Piecewise = requires(X x, Member& me, int part, std::size_t block) {
  { x.ready(part, block) } -> std::same_as<bool>;
  x.chunk_done(me, part, block);
  x.progress(me);
};

template <class X>
concept BeginsSupersteps = requires(X x) { x.begin_superstep(); };

template <class X>
concept AllocatesBoxes = requires(X x, int part) { x.allocate(part); };

template <class X>
concept SharesSources = requires(X x) { x.allocate_sources(); };

}  // namespace Atoll
