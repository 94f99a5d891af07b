// SPDX-License-Identifier: Apache-2.0
// An exchange with something around its scans: from the moment a scan has its sources or its port until it lets go of
// them, what enter(part) returned is alive. The rest goes to the exchange inside.
#pragma once

#include "atoll/exchange/exchange.hpp"

namespace Atoll::testing {

// Hooks: begin(state) by one thread before each superstep; enter(part) by whoever scans a chunk of `part`.
template <Program P, class X, class Hooks>
class Around {
 public:
  static constexpr std::string_view name = X::name;
  static constexpr int publish_steps = X::publish_steps;
  static constexpr int deliver_steps = X::deliver_steps;
  static constexpr bool ghost_sums = X::ghost_sums;
  static constexpr bool others_write = X::others_write;
  static bool fits(const Layout& layout, Direction direction) { return X::fits(layout, direction); }

  Around(State<P>& state, X& inner, Hooks& hooks) : state_(state), inner_(inner), hooks_(hooks) {}

  void allocate(int part) {
    if constexpr (AllocatesBoxes<X>) inner_.allocate(part);
  }
  void begin_superstep() {
    if constexpr (BeginsSupersteps<X>) inner_.begin_superstep();
    hooks_.begin(state_);
  }
  void publish(Member& me, int part, int step) { inner_.publish(me, part, step); }
  void deliver(Member& me, int part, int step) { inner_.deliver(me, part, step); }

  template <class Scanned, class Entered>
  struct Inside : Scanned {
    Entered entered;  // let go of first
  };

  auto sources(Member& me, int part) {
    using Scanned = decltype(inner_.sources(me, part));
    return Inside<Scanned, decltype(hooks_.enter(part))>{inner_.sources(me, part), hooks_.enter(part)};
  }
  template <Writers writers>
  auto port(Member& me, int part) {
    using Scanned = decltype(inner_.template port<writers>(me, part));
    return Inside<Scanned, decltype(hooks_.enter(part))>{inner_.template port<writers>(me, part), hooks_.enter(part)};
  }

 private:
  State<P>& state_;
  X& inner_;
  Hooks& hooks_;
};

}  // namespace Atoll::testing
