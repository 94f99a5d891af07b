// SPDX-License-Identifier: Apache-2.0
// Two boxes (thesis 3.3.2), as if memory were not shared. Push: a source fills a local outbox; the whole team of the
// owner copies it in one piece into an inbox beside the owner, who folds local memory. Pull: the owner packs an outbox
// beside itself; the reader's team copies it into its ghosts. Costs one extra copy, saves every remote cache miss but
// the copy's. Invariant: one writer per inbox; it is read only after the meet that follows the copy.
#pragma once

#include <algorithm>
#include <cstring>

#include "atoll/exchange/box.hpp"
#include "atoll/exchange/exchange.hpp"

namespace Atoll {

template <Program P>
class TwoBox {
  using T = Traits<P>;
  using Message = typename P::Message;

 public:
  static constexpr std::string_view name = "two-box";
  static constexpr int publish_steps = 2;
  static constexpr int deliver_steps = 2;
  static constexpr bool ghost_sums = true;
  static constexpr bool others_write = false;

  static bool fits(const Layout& layout, Direction) { return layout.arrangement != Arrangement::shared; }

  explicit TwoBox(State<P>& state) : state_(state), messages_(state.layout.homes), bits_(state.layout.homes) {}

  // Called by one thread of the part's team. Boxes lie end to end beside the owner, as its mirrors say.
  void allocate(int part) {
    std::uint64_t slots = box_slots(state_.source_view().parts[static_cast<std::size_t>(part)].source_mirrors);
    if (state_.layout.push)
      slots = std::max(slots, box_slots(state_.layout.push->parts[static_cast<std::size_t>(part)].target_mirrors));
    if (slots == 0) return;
    messages_.allocate(part, slots);
    state_.chart.add(part, messages_[part]);
    if constexpr (T::every_vertex) return;
    bits_.allocate(part, words_for(slots));
    state_.chart.add(part, bits_[part]);
  }

  void publish(Member& me, int part, int step) {
    if (step == 0) {
      pack(me, part);
    } else {
      copy_to_ghosts(me, part);
    }
  }

  LocalSources<P> sources(Member& me, int part) const { return local_sources(state_, me, part); }
  template <Writers writers>
  auto port(Member& me, int part) {
    return box::port<writers>(state_, me, part);
  }

  void deliver(Member& me, int part, int step) {
    if (step == 0) return copy_to_inboxes(me, part);
    by_writers<P>(me.alone_in_team(), [&]<Writers writers> { fold_inboxes<writers>(me, part); });
  }

 private:
  static std::uint64_t box_slots(std::span<const Mirror> mirrors) {
    return mirrors.empty() ? 0 : word_aligned(mirrors.back().box_first + mirrors.back().slice.count);
  }

  template <class F>
  void share_box(Member& me, int part, int other, std::uint32_t count, F&& work) {
    me.share_range(me.decks.box(part, other), words_for(count), box::words_per_share, work);
  }

  // work(mirror, its inbox, the inbox's bits, begin, end) for my share of the inboxes of `part`.
  template <class F>
  void share_inboxes(Member& me, int part, F&& work) {
    for (const Mirror& mirror : state_.layout.push->parts[static_cast<std::size_t>(part)].target_mirrors) {
      Message* inbox = messages_[part].data() + mirror.box_first;
      std::uint64_t* bits = place_in(bits_[part].data(), mirror.box_first / bits_per_word);
      share_box(me, part, mirror.reader, mirror.slice.count,
                [&](std::uint64_t begin, std::uint64_t end) { work(mirror, inbox, bits, begin, end); });
    }
  }

  void copy_to_inboxes(Member& me, int part) {
    const auto counter = state_.counter(me, part, Effort::communication);
    share_inboxes(me, part, [&](const Mirror& mirror, Message* inbox, std::uint64_t* bits, auto begin, auto end) {
      const auto first = state_.sums_first[static_cast<std::size_t>(mirror.reader)];
      copy(inbox, bits, state_.sums[mirror.reader].data() + (mirror.slice.first - first),
           place_in(state_.touched[mirror.reader].data(), mirror.slice.first / bits_per_word), begin, end,
           mirror.slice.count, true, counter);
    });
  }

  template <Writers writers>
  void fold_inboxes(Member& me, int part) {
    const Home<P> home = state_.home(part);
    const auto counter = state_.counter(me, part, Effort::communication);
    share_inboxes(me, part, [&](const Mirror& mirror, Message* inbox, std::uint64_t* bits, auto begin, auto end) {
      me.work(part).remote_updates += box::fold<writers>(home, mirror, inbox, bits, begin, end, counter);
    });
  }

  void pack(Member& me, int part) {
    const PartView& view = state_.source_view().parts[static_cast<std::size_t>(part)];
    const auto counter = state_.counter(me, part, Effort::communication);
    for (const Mirror& mirror : view.source_mirrors) {
      share_box(me, part, mirror.reader, mirror.slice.count, [&](std::uint64_t begin, std::uint64_t end) {
        me.work(part).remote_updates +=
            box::gather<P>(state_.heard[static_cast<std::size_t>(part)], view.sources.own_first, mirror,
                           messages_[part].data() + mirror.box_first,
                           place_in(bits_[part].data(), mirror.box_first / bits_per_word), begin, end, counter);
      });
    }
  }

  void copy_to_ghosts(Member& me, int part) {
    Heard<Message>& mine = state_.heard[static_cast<std::size_t>(part)];
    const auto counter = state_.counter(me, part, Effort::communication);
    for (const Slice& slice : state_.sources(part).slices) {
      const auto& theirs = state_.source_view().parts[static_cast<std::size_t>(slice.owner)].source_mirrors;
      const auto mirror = std::ranges::lower_bound(theirs, part, {}, &Mirror::reader);
      share_box(me, part, slice.owner, slice.count, [&](std::uint64_t begin, std::uint64_t end) {
        copy(place_in(mine.messages, slice.first), place_in(mine.active, slice.first / bits_per_word),
             messages_[slice.owner].data() + mirror->box_first,
             place_in(bits_[slice.owner].data(), mirror->box_first / bits_per_word), begin, end, slice.count,
             !T::signals_id, counter);
      });
    }
  }

  // Words [begin, end) of a box: whole where every vertex speaks, otherwise the bitmap and the lines that it names.
  static void copy(Message* to, std::uint64_t* to_bits, const Message* from, const std::uint64_t* from_bits,
                   std::uint64_t begin, std::uint64_t end, std::uint32_t count, bool with_messages,
                   const CounterOf<P>& counter) {
    if constexpr (T::every_vertex) {
      const std::uint64_t slots = std::min<std::uint64_t>(end * 64, count) - begin * 64;
      copy(Subject::copies, to + begin * 64, from + begin * 64, slots, counter);
    } else {
      copy(Subject::frontier, to_bits + begin, from_bits + begin, end - begin, counter);
      if (!with_messages) return;
      for (std::uint64_t w = begin; w < end; ++w) {
        if (from_bits[w] == 0) continue;
        const std::uint64_t slots = std::min<std::uint64_t>(64, count - w * 64);
        copy(Subject::copies, to + w * 64, from + w * 64, slots, counter);
      }
    }
  }
  template <class Element>
  static void copy(Subject subject, Element* to, const Element* from, std::uint64_t elements,
                   const CounterOf<P>& counter) {
    counter.read(subject, Order::sequential, from, elements);
    counter.write(subject, Order::sequential, to, elements);
    std::memcpy(to, from, elements * sizeof(Element));
  }

  State<P>& state_;
  DomainArray<Message> messages_;  // boxes of the part as owner: inboxes in push, outboxes in pull
  DomainArray<std::uint64_t> bits_;
};

}  // namespace Atoll
