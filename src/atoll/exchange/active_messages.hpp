// SPDX-License-Identifier: Apache-2.0
// Active messages as an exchange (Besta and Hoefler): an update to a vertex of another part is appended to the packet
// for that part; a packet of C messages is sent at once, and run by its owner on arrival. After the scan the rest is
// flushed and arrivals are run until as many were handled as were sent. A ghost that remembers the best message sent
// drops what is not better.
#pragma once

#include <vector>

#include "atoll/exchange/exchange.hpp"
#include "atoll/exchange/transport/wire.hpp"

namespace Atoll {

template <Program P>
class ActiveMessages {
  using T = Traits<P>;
  using Message = typename P::Message;

 public:
  static constexpr std::string_view name = "active-messages";
  static constexpr int publish_steps = 0;
  static constexpr int deliver_steps = 2;
  static constexpr bool ghost_sums = T::ghosts_remember;
  static constexpr bool others_write = false;
  static bool fits(const Layout& layout, Direction direction) {
    return direction == Direction::push && layout.push && layout.push->parts[0].sources.only_own();
  }

  // `coalesced`: messages per packet (their C).
  ActiveMessages(State<P>& state, Loopback& transport, int threads, std::uint32_t coalesced)
      : state_(state),
        transport_(transport),
        coalesced_(coalesced),
        outgoing_(static_cast<std::size_t>(threads), std::vector<Packet>(static_cast<std::size_t>(state.parts()))) {}

  void publish(Member&, int, int) {}
  LocalSources<P> sources(Member& me, int part) const { return local_sources(state_, me, part); }

  template <Writers writers>
  struct Port {
    ActiveMessages* exchange = nullptr;
    const Space* space = nullptr;
    Home<P> home;
    Message* ghosts = nullptr;  // the best sent, where ghosts remember
    std::uint32_t ghosts_first = 0;
    std::vector<Packet>* outgoing = nullptr;
    std::uint64_t sent = 0;

    void put(std::uint32_t slot, Message m) {
      if (space->owns(slot)) return home.template fold<writers>(slot - space->own_first, m);
      if constexpr (T::ghosts_remember) {
        if (!fold<typename T::Combine, writers>(ghosts[slot - ghosts_first], m)) return;
      }
      const Slice& slice = space->slice_of(slot);
      Packet& packet = (*outgoing)[static_cast<std::size_t>(slice.owner)];
      wire::append_update(packet, space->local_of(slice, slot), m);
      ++sent;
      if (packet.bytes.size() >= exchange->coalesced_ * (sizeof(std::uint32_t) + sizeof(Message)))
        exchange->send(slice.owner, packet);
    }
    std::uint64_t remote() const { return sent; }
  };

  template <Writers writers>
  Port<writers> port(Member& me, int part) {
    return {.exchange = this,
            .space = &state_.targets(part),
            .home = state_.home(part),
            .ghosts = state_.sums[part].data(),
            .ghosts_first = state_.sums_first[static_cast<std::size_t>(part)],
            .outgoing = &outgoing_[static_cast<std::size_t>(me.index())]};
  }

  // Step 0: everybody flushes what he still holds. Step 1: owners run arrivals until nothing is under way.
  void deliver(Member& me, int part, int step) {
    if (step == 0) {
      for (int to = 0; to < state_.parts(); ++to) {
        Packet& packet = outgoing_[static_cast<std::size_t>(me.index())][static_cast<std::size_t>(to)];
        if (!packet.bytes.empty()) send(to, packet);
      }
      return;
    }
    const Home<P> home = state_.home(part);
    while (auto packet = transport_.receive(part)) {
      wire::fold_updates<P>(PacketReader(*packet), home);
      transport_.handled();
    }
    // My round ends: wait for the packets that others still hold in their hands.
    while (me.visits_last(part) && !transport_.quiet()) me.poll();
  }

 private:
  void send(int to, Packet& packet) { transport_.send(to, std::exchange(packet, {})); }

  State<P>& state_;
  Loopback& transport_;
  std::uint32_t coalesced_;
  std::vector<std::vector<Packet>> outgoing_;  // [thread][to]
};

}  // namespace Atoll
