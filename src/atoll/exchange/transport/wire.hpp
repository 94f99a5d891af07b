// SPDX-License-Identifier: Apache-2.0
// What travels: the frontier of a part (its bitmap, and the messages of the active ones), and sums for vertices of
// their receiver. Both ends agree on the counts, so packets carry no lengths.
#pragma once

#include "atoll/exchange/state.hpp"
#include "atoll/exchange/transport/loopback.hpp"

namespace Atoll::wire {

// The own vertices of `part` as sources. Returns how many are active.
template <Program P>
std::uint64_t pack_frontier(const State<P>& state, int part, Packet& packet) {
  using T = Traits<P>;
  const std::uint32_t own = state.layout.own(part);
  const std::uint32_t first = state.sources(part).own_first;
  const Heard<typename P::Message>& mine = state.heard[static_cast<std::size_t>(part)];
  if constexpr (T::every_vertex) {
    if constexpr (!T::signals_id) packet.append(std::span<const typename P::Message>(mine.messages + first, own));
    return own;
  } else {
    const std::span<const std::uint64_t> bits(mine.active + first / bits_per_word, words_for(own));
    packet.append(bits);
    std::uint64_t active = 0;
    for (std::size_t w = 0; w < bits.size(); ++w) {
      for_set_bits(bits[w], w * 64, [&](std::uint64_t v) {
        if constexpr (!T::signals_id) packet.append(mine.messages[first + v]);
        ++active;
      });
    }
    return active;
  }
}

// Works a frontier of `count` vertices into the slots from `first` on.
template <Program P>
void unpack_frontier(PacketReader reader, Heard<typename P::Message>& heard, std::uint32_t first, std::uint32_t count) {
  using T = Traits<P>;
  if constexpr (T::every_vertex) {
    if constexpr (!T::signals_id) reader.take(std::span<typename P::Message>(heard.messages + first, count));
  } else {
    const std::span<std::uint64_t> bits(heard.active + first / bits_per_word, words_for(count));
    reader.take(bits);
    if constexpr (!T::signals_id) {
      for (std::size_t w = 0; w < bits.size(); ++w) {
        for_set_bits(bits[w], w * 64,
                     [&](std::uint64_t v) { heard.messages[first + v] = reader.take<typename P::Message>(); });
      }
    }
  }
}

// A message to the receiver's vertex.
template <class Message>
void append_update(Packet& packet, std::uint32_t local, const Message& m) {
  packet.append(local);
  packet.append(m);
}

template <Program P>
void fold_updates(PacketReader reader, const Home<P>& home) {
  while (!reader.done()) {
    const auto local = reader.take<std::uint32_t>();
    home.template fold<Writers::many>(local, reader.take<typename P::Message>());
  }
}

}  // namespace Atoll::wire
