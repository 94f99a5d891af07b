// SPDX-License-Identifier: Apache-2.0
// One box (thesis 3.3.3). Push: a source fills a box beside itself, its owner reads it sequentially from afar and
// folds. Pull: the owner writes its boundary values into boxes kept beside the readers, sequentially. Invariant: during
// the scan all is local.
#pragma once

#include "atoll/exchange/box.hpp"
#include "atoll/exchange/exchange.hpp"

namespace Atoll {

template <Program P>
class OneBox {
 public:
  static constexpr std::string_view name = "one-box";
  static constexpr int publish_steps = 1;
  static constexpr int deliver_steps = 1;
  static constexpr bool ghost_sums = true;
  static constexpr bool others_write = false;

  static bool fits(const Layout& layout, Direction) { return layout.arrangement != Arrangement::shared; }

  explicit OneBox(State<P>& state) : state_(state) {}

  void publish(Member& me, int part, int) {
    const PartView& view = state_.source_view().parts[static_cast<std::size_t>(part)];
    const auto counter = state_.counter(me, part, Effort::communication);
    for (const Mirror& mirror : view.source_mirrors) {
      Heard<typename P::Message>& theirs = state_.heard[static_cast<std::size_t>(mirror.reader)];
      me.share_range(me.decks.box(part, mirror.reader), words_for(mirror.slice.count), box::words_per_share,
                     [&](std::uint64_t begin, std::uint64_t end) {
                       me.work(part).remote_updates += box::gather<P>(
                           state_.heard[static_cast<std::size_t>(part)], view.sources.own_first, mirror,
                           place_in(theirs.messages, mirror.slice.first),
                           place_in(theirs.active, mirror.slice.first / bits_per_word), begin, end, counter);
                     });
    }
  }

  LocalSources<P> sources(Member& me, int part) const { return local_sources(state_, me, part); }
  template <Writers writers>
  auto port(Member& me, int part) {
    return box::port<writers>(state_, me, part);
  }

  void deliver(Member& me, int part, int) {
    by_writers<P>(me.alone_in_team(), [&]<Writers writers> { fold_boxes<writers>(me, part); });
  }

 private:
  template <Writers writers>
  void fold_boxes(Member& me, int part) {
    const Home<P> home = state_.home(part);
    const auto counter = state_.counter(me, part, Effort::communication);
    for (const Mirror& mirror : state_.layout.push->parts[static_cast<std::size_t>(part)].target_mirrors) {
      const auto sums_first = state_.sums_first[static_cast<std::size_t>(mirror.reader)];
      const auto* sums = state_.sums[mirror.reader].data() + (mirror.slice.first - sums_first);
      const Marks touched = state_.all_touched(mirror.reader);
      me.share_range(me.decks.box(part, mirror.reader), words_for(mirror.slice.count), box::words_per_share,
                     [&](std::uint64_t begin, std::uint64_t end) {
                       me.work(part).remote_updates +=
                           box::fold_marked<writers>(home, mirror, sums, touched, begin, end, counter);
                     });
    }
  }

  State<P>& state_;
};

}  // namespace Atoll
