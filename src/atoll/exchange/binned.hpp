// SPDX-License-Identifier: Apache-2.0
// Bins: boxes at the level of the cache (propagation blocking: Beamer, Asanovic and Patterson, IPDPS 2017), in one
// address space, where a slot is the same for every part. A push appends each message to the bin of a segment of slots,
// in the memory of the part that is scanned; then the owner folds one segment at a time, which a second-level cache
// holds. So messages are written and read in order, what is at random is near, and hardly anybody needs an atomic; but
// each arc takes a message, for nothing is aggregated. A pull hears owners where they live, as 0-Box does.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "atoll/exchange/bins.hpp"
#include "atoll/exchange/exchange.hpp"

namespace Atoll {

// What bins take of a push over this layout, with values and messages of 8 bytes.
inline std::uint64_t estimated_bin_bytes(const Layout& layout, int threads, std::uint64_t cache_bytes) {
  const std::uint64_t segments = (layout.vertices >> bits_of_segment(cache_bytes, 16)) + 1;
  std::uint64_t blocks = 0;
  for (const PartView& part : layout.push->parts)
    blocks += blocks_for(part.ends.size(), segments, static_cast<std::uint64_t>(threads));
  return blocks * sizeof(MessageBlock<std::uint64_t>) +
         static_cast<std::uint64_t>(threads) * segments * sizeof(Bins<std::uint64_t>::Bin);
}

template <Program P>
class Binned {
  using T = Traits<P>;
  using Message = typename P::Message;

 public:
  static constexpr std::string_view name = "binned";
  static constexpr int publish_steps = 0;
  static constexpr int deliver_steps = 1;
  static constexpr bool ghost_sums = false;
  static constexpr bool others_write = false;

  static bool fits(const Layout& layout, Direction) { return layout.arrangement == Arrangement::shared; }

  // `cache_bytes`: of the cache that is to hold a segment.
  Binned(State<P>& state, int threads, std::uint64_t cache_bytes)
      : state_(state),
        segment_bits_(bits_of_segment(cache_bytes, bytes_of_slot)),
        segments_(segments_of(state)),
        pools_(state.layout.homes) {
    for (int thread = 0; thread < threads; ++thread) bins_.emplace_back(segments_);
  }

  // By one thread of the part's team. In one superstep an arc is scanned once.
  void allocate(int part) {
    if (!state_.layout.push) return;
    const auto& arcs = state_.layout.push->parts[static_cast<std::size_t>(part)].ends;
    pools_.allocate(part, blocks_for(arcs.size(), segments_, bins_.size()));
    state_.chart.add(part, pools_[part]);
  }
  // By one thread: part 0 begins at slot 0, so its home is everybody's.
  void begin_superstep() {
    all_ = state_.home(0);
    pools_.begin();
    ++superstep_;
  }

  void publish(Member&, int, int) {}
  LocalSources<P> sources(Member& me, int part) const { return local_sources(state_, me, part); }

  struct Port {
    typename Bins<Message>::Bin* bins = nullptr;
    BlockPools<Message>* pools = nullptr;
    int part = 0;
    int segment_bits = 0;
    [[no_unique_address]] CounterOf<P> counter;

    void put(std::uint32_t slot, Message m) {
      auto& bin = bins[slot >> segment_bits];
      if (bin.is_full()) [[unlikely]]
        bin.begin_block(*pools, part);
      const std::uint32_t in_segment = slot & ((std::uint32_t{1} << segment_bits) - 1);
      counter.write(Subject::state, Order::sequential, bin.put(static_cast<std::uint16_t>(in_segment), m));
    }
    std::uint64_t remote() const { return 0; }  // it crosses when it is delivered
  };
  template <Writers>
  Port port(Member& me, int part) {
    return {.bins = bins_[static_cast<std::size_t>(me.index())].of_scan(superstep_, part),
            .pools = &pools_,
            .part = part,
            .segment_bits = segment_bits_,
            .counter = state_.counter(me, part, Effort::computation)};
  }

  void deliver(Member& me, int part, int) {
    const Space& space = state_.targets(part);
    if (space.own == 0) return;
    const std::uint64_t first = space.own_first >> segment_bits_;
    const std::uint64_t last = (space.own_first + space.own - 1) >> segment_bits_;
    me.share_range(me.decks.own(part), last - first + 1, 1, [&](std::uint64_t i, std::uint64_t) {
      if (is_crowded(first + i)) return;
      by_writers<P>(true, [&]<Writers writers> {
        for (const Bins<Message>& bins : bins_) fold_segment<writers>(me, part, first + i, bins);
      });
    });
    std::vector<std::uint64_t> crowded;
    for (std::uint64_t segment = first; segment <= last; ++segment)
      if (is_crowded(segment)) crowded.push_back(segment);
    me.share_range(me.decks.ghosts(part), crowded.size() * bins_.size(), 1, [&](std::uint64_t i, std::uint64_t) {
      fold_segment<Writers::many>(me, part, crowded[i / bins_.size()], bins_[i % bins_.size()]);
    });
  }

 private:
  // Whether the others would wait for who folds it alone: then each thread's bin is folded apart. Hubs may be neighbours.
  bool is_crowded(std::uint64_t segment) const {
    if (bins_.size() == 1) return false;
    std::uint64_t blocks = 0;
    for (const Bins<Message>& bins : bins_) blocks += bins.blocks(superstep_, segment);
    return blocks > state_.layout.arcs / messages_per_block / (2 * bins_.size());
  }

  // Of a segment that other parts have slots in, each folds what is its own.
  template <Writers writers>
  void fold_segment(Member& me, int part, std::uint64_t segment, const Bins<Message>& bins) const {
    const Space& space = state_.targets(part);
    const auto counter = state_.counter(me, part, Effort::communication);
    const Home<P> home = all_;
    const auto first = static_cast<std::uint32_t>(segment << segment_bits_);
    bins.for_blocks(superstep_, segment, [&](const MessageBlock<Message>& block, std::uint32_t size) {
      counter.read(Subject::graph, Order::sequential, block.slots.data(), size);
      std::uint64_t mine = 0;
      for (std::uint32_t i = 0; i < size; ++i) {
        const std::uint32_t slot = first + block.slots[i];
        if (!space.owns(slot)) continue;
        counter.read(Subject::state, Order::sequential, &block.messages[i]);
        home.template fold<writers>(slot, block.messages[i], counter);
        ++mine;
      }
      if (block.part != part) me.work(part).remote_updates += mine;
    });
  }

  static constexpr std::size_t bytes_of_slot =
      (T::in_place || T::has_wants ? sizeof(typename T::Value) : 0) + (T::in_place ? 0 : sizeof(Message));
  std::uint64_t segments_of(const State<P>& state) const {
    if (!state.layout.push) return 0;
    const Space& last = state.targets(state.parts() - 1);
    return ((std::uint64_t{last.own_first} + last.own) >> segment_bits_) + 1;
  }

  State<P>& state_;
  const int segment_bits_;
  const std::uint64_t segments_;
  BlockPools<Message> pools_;
  std::vector<Bins<Message>> bins_;  // [thread]
  std::uint64_t superstep_ = 0;
  Home<P> all_;  // as of this superstep
};

}  // namespace Atoll
