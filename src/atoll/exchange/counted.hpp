// SPDX-License-Identifier: Apache-2.0
// An exchange that counts where the scans of another one read and write: in the memory of the part that scans, or in
// another's. Every source heard and every message put is looked up by its address among the segments of the state.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "atoll/base/check.hpp"
#include "atoll/exchange/exchange.hpp"

namespace Atoll {

struct AccessCounts {
  std::atomic<std::uint64_t> local{0};
  std::atomic<std::uint64_t> remote{0};
};

template <Program P, class Inner>
class Counted {
  using Message = typename P::Message;

 public:
  static constexpr std::string_view name = Inner::name;
  static constexpr int publish_steps = Inner::publish_steps;
  static constexpr int deliver_steps = Inner::deliver_steps;
  static constexpr bool ghost_sums = Inner::ghost_sums;
  static constexpr bool others_write = Inner::others_write;
  static bool fits(const Layout& layout, Direction direction) { return Inner::fits(layout, direction); }

  explicit Counted(State<P>& state) : state_(state), inner_(state), counts_(std::make_unique<AccessCounts>()) {}

  void allocate(int part) {
    if constexpr (AllocatesBoxes<Inner>) inner_.allocate(part);
  }
  void begin_superstep() {
    if constexpr (BeginsSupersteps<Inner>) inner_.begin_superstep();
  }
  void publish(Member& me, int part, int step) { inner_.publish(me, part, step); }
  void deliver(Member& me, int part, int step) { inner_.deliver(me, part, step); }

  template <class Scanned>
  struct Watched {
    Scanned scanned;
    const Counted* exchange = nullptr;
    int part = 0;

    bool active(std::uint32_t slot) const {
      exchange->count(part, scanned.at(slot));
      return scanned.active(slot);
    }
    std::uint64_t active_word(std::uint32_t word) const { return scanned.active_word(word); }
    Message message(std::uint32_t slot) const {
      exchange->count(part, scanned.at(slot));
      return scanned.message(slot);
    }
    void put(std::uint32_t slot, Message m) {
      exchange->count(part, scanned.at(slot));
      scanned.put(slot, m);
    }
    std::uint64_t remote() const { return scanned.remote(); }
    const void* at(std::uint32_t slot) const { return scanned.at(slot); }
  };

  auto sources(int part) const {
    const auto inner = inner_.sources(part);
    return Watched<std::remove_const_t<decltype(inner)>>{inner, this, part};
  }
  template <Writers writers>
  auto port(Member& me, int part) {
    const auto inner = inner_.template port<writers>(me, part);
    return Watched<std::remove_const_t<decltype(inner)>>{inner, this, part};
  }

  const AccessCounts& counts() const { return *counts_; }

 private:
  // An address in none of the segments is a bug of at().
  void count(int part, const void* address) const {
    int owner = 0;
    while (owner < state_.parts() && !holds(owner, address)) ++owner;
    ATOLL_CHECK(owner < state_.parts());
    (owner == part ? counts_->local : counts_->remote).fetch_add(1, std::memory_order_relaxed);
  }

  bool holds(int part, const void* address) const {
    const auto inside = [address](const auto span) {
      const auto bytes = std::as_bytes(span);
      return address >= bytes.data() && address < bytes.data() + bytes.size();
    };
    const auto& state = std::as_const(state_);
    return inside(state.values[part]) || inside(state.sums[part]) || inside(state.messages[part]) ||
           inside(state.active[part]);
  }

  State<P>& state_;
  Inner inner_;
  std::unique_ptr<AccessCounts> counts_;
};

}  // namespace Atoll
