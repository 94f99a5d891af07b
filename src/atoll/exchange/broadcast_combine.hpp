// SPDX-License-Identifier: Apache-2.0
// Broadcast and combine (Graphite's 2D tiles): a part sends its sources down its grid column, everybody scans a tile as
// soon as its sources have arrived, and sends a row of partial sums to the row's owner as soon as the row's last tile
// is through. Nobody meets between sending and scanning: communication overlaps computation on both sides.
#pragma once

#include <atomic>
#include <vector>

#include "atoll/exchange/box.hpp"
#include "atoll/exchange/exchange.hpp"
#include "atoll/exchange/transport/wire.hpp"

namespace Atoll {

template <Program P>
class BroadcastCombine {
  using T = Traits<P>;
  using Message = typename P::Message;

 public:
  static constexpr std::string_view name = "broadcast-combine";
  static constexpr int publish_steps = 1;
  static constexpr int deliver_steps = 1;
  static constexpr bool ghost_sums = true;
  static constexpr bool others_write = false;
  static bool fits(const Layout& layout, Direction direction) {
    return direction == Direction::push && layout.arrangement == Arrangement::tiled;
  }

  BroadcastCombine(State<P>& state, Loopback& transport)
      : state_(state), transport_(transport), parts_(static_cast<std::size_t>(state.parts())) {
    for (int part = 0; part < state.parts(); ++part) {
      Progress& mine = at(part);
      mine.arrived = std::vector<std::atomic<bool>>(state.sources(part).slices.size());
      mine.unscanned = std::vector<std::atomic<std::uint64_t>>(state.targets(part).slices.size());
      mine.rows_expected = static_cast<int>(view(part).target_mirrors.size());
    }
  }

  void begin_superstep() {
    for (int part = 0; part < state_.parts(); ++part) {
      Progress& mine = at(part);
      for (auto& arrived : mine.arrived) arrived = false;
      for (auto& chunks : mine.unscanned) chunks = 0;
      for (const Block& block : view(part).blocks) {
        if (block.targets != Block::own_slice)
          mine.unscanned[static_cast<std::size_t>(block.targets)] += block.chunks->count();
      }
      mine.rows_arrived = 0;
    }
  }

  // Sends my sources down the column; rows that no tile feeds are sent too, empty, so that owners need not know.
  void publish(Member& me, int part, int) {
    me.share(me.decks.own(part), 1, [&](std::uint64_t, std::uint64_t) {
      if (!view(part).source_mirrors.empty()) {
        Packet packet{.from = part, .tag = sources_tag};
        const std::uint64_t active = wire::pack_frontier(state_, part, packet);
        for (const Mirror& mirror : view(part).source_mirrors) {
          transport_.send(mirror.reader, packet);
          me.work(part).remote_updates += active;
        }
      }
      for (std::size_t row = 0; row < at(part).unscanned.size(); ++row) {
        if (!feeds(part, static_cast<int>(row))) send_row(me, part, row);
      }
    });
  }

  bool ready(int part, std::size_t block) const {
    const int slice = view(part).blocks[block].sources;
    return slice == Block::own_slice ||
           at(part).arrived[static_cast<std::size_t>(slice)].load(std::memory_order_acquire);
  }

  void chunk_done(Member& me, int part, std::size_t block) {
    const int row = view(part).blocks[block].targets;
    if (row == Block::own_slice) return;
    const auto r = static_cast<std::size_t>(row);
    if (at(part).unscanned[r].fetch_sub(1, std::memory_order_acq_rel) == 1) send_row(me, part, r);
  }

  void progress(Member& me) {
    for (int part = me.first_part(); part < me.last_part(); ++part) {
      while (auto packet = transport_.receive(part)) {
        take_in(part, *packet);
        transport_.handled();
      }
    }
  }

  LocalSources<P> sources(Member& me, int part) const { return local_sources(state_, me, part); }

  // Like a box: a row of another owner is combined in slots of its own.
  template <Writers writers>
  auto port(Member& me, int part) {
    return box::port<writers>(state_, me, part);
  }

  void deliver(Member& me, int part, int) {
    while (at(part).rows_arrived.load(std::memory_order_acquire) != at(part).rows_expected) {
      me.poll();
      progress(me);
    }
  }

 private:
  static constexpr std::uint32_t sources_tag = 0;
  static constexpr std::uint32_t row_tag = 1;

  struct Progress {
    std::vector<std::atomic<bool>> arrived;             // [source slice]
    std::vector<std::atomic<std::uint64_t>> unscanned;  // [target slice]: chunks to go
    std::atomic<int> rows_arrived{0};
    int rows_expected = 0;
  };

  const PartView& view(int part) const { return state_.layout.push->parts[static_cast<std::size_t>(part)]; }
  Progress& at(int part) { return parts_[static_cast<std::size_t>(part)]; }
  const Progress& at(int part) const { return parts_[static_cast<std::size_t>(part)]; }

  bool feeds(int part, int row) const {
    return std::ranges::any_of(view(part).blocks,
                               [&](const Block& block) { return block.targets == row && block.chunks->count() > 0; });
  }

  void send_row(Member& me, int part, std::size_t row) {
    const Slice& slice = state_.targets(part).slices[row];
    const Message* sums = state_.sums[part].data();  // a tiled layout is whole: slots are counted from 0
    const std::uint64_t* touched = state_.touched[part].data();
    Packet packet{.from = part, .tag = row_tag};
    for (std::uint32_t w = 0; w < words_for(slice.count); ++w) {
      const std::uint64_t in_use = low_bits(std::min(slice.count - w * 64, 64u));
      const std::uint64_t word = T::every_vertex ? in_use : touched[slice.first / 64 + w];
      for_set_bits(word, w * 64, [&](std::uint64_t local) {
        wire::append_update(packet, static_cast<std::uint32_t>(local), sums[slice.first + local]);
        ++me.work(part).remote_updates;
      });
    }
    transport_.send(slice.owner, std::move(packet));
  }

  void take_in(int part, const Packet& packet) {
    if (packet.tag == row_tag) {
      wire::fold_updates<P>(PacketReader(packet), state_.home(part));
      at(part).rows_arrived.fetch_add(1, std::memory_order_release);
      return;
    }
    const auto& slices = state_.sources(part).slices;
    const auto slice = std::ranges::find(slices, packet.from, &Slice::owner);
    wire::unpack_frontier<P>(PacketReader(packet), state_.heard[static_cast<std::size_t>(part)], slice->first,
                             slice->count);
    at(part).arrived[static_cast<std::size_t>(slice - slices.begin())].store(true, std::memory_order_release);
  }

  State<P>& state_;
  Loopback& transport_;
  std::vector<Progress> parts_;
};

}  // namespace Atoll
