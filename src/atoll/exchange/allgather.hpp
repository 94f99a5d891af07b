// SPDX-License-Identifier: Apache-2.0
// Allgather (Cui et al., BFS on a NUMA cluster): every node holds the whole frontier, one bitmap shared by its parts,
// so nothing is copied inside a node, and a part sends its own to each other node once. A summary bit per 64 vertices
// says where the frontier is empty: it fits a cache where the bitmap does not. Sums are own; they need not travel.
#pragma once

#include <vector>

#include "atoll/exchange/exchange.hpp"
#include "atoll/exchange/transport/wire.hpp"

namespace Atoll {

template <Program P>
class Allgather {
  using T = Traits<P>;
  using Message = typename P::Message;

 public:
  static constexpr std::string_view name = "allgather";
  static constexpr int publish_steps = 2;
  static constexpr int deliver_steps = 0;
  static constexpr bool ghost_sums = false;
  static constexpr bool others_write = false;
  static bool fits(const Layout& layout, Direction) { return layout.arrangement == Arrangement::replicated; }

  Allgather(State<P>& state, Loopback& transport, int parts_per_node)
      : state_(state),
        transport_(transport),
        parts_per_node_(parts_per_node),
        nodes_(static_cast<std::size_t>(node_of(state.parts() - 1) + 1)) {}

  // The frontier and what it says, one of each per node, for all of its parts.
  void allocate_sources() {
    const std::uint32_t slots = state_.sources(0).size;
    for (Node& node : nodes_) {
      if constexpr (!T::signals_id) node.messages = Array<Message>(slots);
      if constexpr (T::every_vertex) continue;
      node.active = Array<std::uint64_t>(words_for(slots));
      node.summary = Array<std::uint64_t>(words_for(words_for(slots)));
    }
    for (int part = 0; part < state_.parts(); ++part) {
      Node& node = nodes_[static_cast<std::size_t>(node_of(part))];
      state_.heard[static_cast<std::size_t>(part)] = {node.messages.data(), node.active.data()};
    }
  }

  // Step 0: send my own to the other nodes. Step 1: work in what came.
  void publish(Member& me, int part, int step) {
    if (step == 1) return receive(part);
    me.share(me.decks.own(part), 1, [&](std::uint64_t, std::uint64_t) {
      summarise(node_of(part), state_.sources(part).own_first, state_.layout.own(part));
      Packet packet{.from = part};
      me.work(part).remote_updates += wire::pack_frontier(state_, part, packet) * (nodes_.size() - 1);
      for (int node = 0; node < static_cast<int>(nodes_.size()); ++node) {
        if (node != node_of(part)) transport_.send(node, packet);
      }
    });
  }

  struct Sources {
    LocalSources<P> all;
    const std::uint64_t* summary = nullptr;

    bool active(std::uint32_t slot) const {
      return T::every_vertex || (test_bit(summary, slot / bits_per_word) && all.active(slot));
    }
    std::uint64_t active_word(std::uint32_t word) const {
      return T::every_vertex || test_bit(summary, word) ? all.active_word(word) : 0;
    }
    Message message(std::uint32_t slot) const { return all.message(slot); }
  };
  Sources sources(Member& me, int part) const {
    return {local_sources(state_, me, part), nodes_[static_cast<std::size_t>(node_of(part))].summary.data()};
  }

  template <Writers writers>
  struct Port {
    Home<P> home;
    void put(std::uint32_t slot, Message m) const { home.template fold<writers>(slot, m); }
    std::uint64_t remote() const { return 0; }
  };
  template <Writers writers>
  Port<writers> port(Member&, int part) {
    return {state_.home(part)};
  }

  void deliver(Member&, int, int) {}

 private:
  struct Node {
    Array<Message> messages;
    Array<std::uint64_t> active;
    Array<std::uint64_t> summary;
  };

  int node_of(int part) const { return part / parts_per_node_; }

  void receive(int part) {
    const int node = node_of(part);
    while (auto packet = transport_.receive(node)) {
      const Space& sender = state_.sources(packet->from);  // all vertices have the same slots in every part
      const std::uint32_t count = state_.layout.own(packet->from);
      wire::unpack_frontier<P>(PacketReader(*packet), state_.heard[static_cast<std::size_t>(part)], sender.own_first,
                               count);
      summarise(node, sender.own_first, count);
      transport_.handled();
    }
  }

  // Regions of two parts share no bitmap word, but they may share a summary word.
  void summarise(int node, std::uint32_t first, std::uint32_t count) {
    if constexpr (T::every_vertex) return;
    Node& here = nodes_[static_cast<std::size_t>(node)];
    for (std::uint64_t w = first / bits_per_word; w < words_for(std::uint64_t{first} + count); ++w) {
      if (here.active[w] != 0) {
        mark_bit_shared(here.summary.data(), w);
      } else {
        clear_bit_shared(here.summary.data(), w);
      }
    }
  }

  State<P>& state_;
  Loopback& transport_;  // between nodes
  int parts_per_node_;
  std::vector<Node> nodes_;
};

}  // namespace Atoll
