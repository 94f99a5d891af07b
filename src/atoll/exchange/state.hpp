// SPDX-License-Identifier: Apache-2.0
// The state of a program on a layout: a segment per part, at home. Three layers of it:
//   sources   x before the scan: who is active and what it says, for every vertex the part can hear
//   sums      y during the scan: what has been combined for every vertex the part can tell
//   values    of the part's own vertices, and who is active next
// Exchanges move sources and sums between parts; nothing else crosses a boundary.
#pragma once

#include <cstdint>
#include <vector>

#include "atoll/algebra/program.hpp"
#include "atoll/base/atomic.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/exchange/counted.hpp"
#include "atoll/exchange/member.hpp"
#include "atoll/partition/layout.hpp"
#include "atoll/partition/spaces.hpp"
#include "atoll/topology/domain_array.hpp"

namespace Atoll {

// What a part hears: by slot of its source space.
template <class Message>
struct Heard {
  Message* messages = nullptr;      // null where a signal is a function of the id
  std::uint64_t* active = nullptr;  // bitmap; null where every vertex is active
};

// Vertices as the target of updates: those of one part by local id, or in one address space all by their slot.
template <Program P>
struct Home {
  using T = Traits<P>;
  const P* program = nullptr;
  typename T::Value* values = nullptr;
  typename T::Message* sums = nullptr;  // unused in place
  std::uint64_t* touched = nullptr;     // unused in place and for every_vertex
  std::uint64_t* woken = nullptr;       // in place: who becomes active

  // A message that changes nothing (the identity) is no message.
  template <Writers writers, class Told = NoCounter>
  void fold(std::uint32_t local, typename T::Message m, const Told& counter = {}) const {
    if constexpr (T::in_place) {
      const bool changed = Atoll::fold<typename T::Combine, writers>(values[local], m);
      counter.update(Subject::state, Order::random, &values[local], changed);
      if (!changed) return;
      counter.write(Subject::frontier, Order::random, &woken[local / bits_per_word]);
      if constexpr (writers == Writers::many) {
        set_bit_shared(woken, local);
      } else {
        set_bit(woken, local);
      }
    } else {
      if constexpr (T::has_wants) {
        counter.read(Subject::state, Order::random, &values[local]);
        if (!program->wants(values[local])) return;
      }
      const bool changed = Atoll::fold<typename T::Combine, writers>(sums[local], m);
      counter.update(Subject::state, Order::random, &sums[local], changed);
      if constexpr (!T::every_vertex) {
        if (!changed) return;
        counter.write(Subject::frontier, Order::random, &touched[local / bits_per_word]);
        mark_bit<writers>(touched, local);
      }
    }
  }
};

template <Program P>
class State {
 public:
  using T = Traits<P>;
  using Value = typename T::Value;
  using Message = typename T::Message;

  State(const P& program_, const Layout& layout_)
      : program(program_),
        layout(layout_),
        values(layout_.homes),
        next(layout_.homes),
        messages(layout_.homes),
        active(layout_.homes),
        sums(layout_.homes),
        touched(layout_.homes),
        heard(static_cast<std::size_t>(layout_.parts())),
        sums_first(static_cast<std::size_t>(layout_.parts())),
        touched_first(static_cast<std::size_t>(layout_.parts())),
        chart(layout_.parts()) {}

  const P& program;
  const Layout& layout;
  DomainArray<Value> values;           // [own]; these and the sums are written whole before anything reads them
  DomainArray<std::uint64_t> next;     // bitmap over own: active in the next superstep
  DomainArray<Message> messages;       // by source slot
  DomainArray<std::uint64_t> active;   // bitmap over source slots
  DomainArray<Message> sums;           // by target slot, from sums_first on
  DomainArray<std::uint64_t> touched;  // bitmap over target slots: a sum that is not the identity, or is news
  std::vector<Heard<Message>> heard;   // where each part's sources are: its segments above, or what an exchange shares
  std::vector<std::uint32_t> sums_first;
  std::vector<std::uint32_t> touched_first;  // a multiple of 64
  [[no_unique_address]] ChartOf<P> chart;    // of all this; an exchange adds what it allocates
  bool ghost_sums = false;                   // some exchange has sums for targets that are not a part's own
  bool wake_now = false;  // this superstep: in-place updates join the current frontier (thesis 5.2.3)

  int parts() const { return layout.parts(); }
  const View& source_view() const { return layout.pull ? *layout.pull : *layout.push; }
  const Space& sources(int part) const { return source_view().parts[static_cast<std::size_t>(part)].sources; }
  const Space& targets(int part) const { return layout.push->parts[static_cast<std::size_t>(part)].targets; }

  // Messages are kept where a scan reads them: in a pull, and in a push from sources that are not only own.
  bool keeps_messages() const { return !T::signals_id && (layout.pull || !sources(0).only_own()); }

  // Called by one thread of the part's team, before the first touch.
  void allocate(int part, bool heard_elsewhere) {
    const auto p = static_cast<std::size_t>(part);
    const std::uint32_t own = layout.own(part);
    values.allocate(part, own, Contents::whatever);
    if constexpr (!T::every_vertex) next.allocate(part, words_for(own));
    if (!heard_elsewhere) {
      if (keeps_messages()) messages.allocate(part, sources(part).size);
      if constexpr (!T::every_vertex) active.allocate(part, words_for(sources(part).size));
      heard[p] = {messages[part].data(), active[part].data()};
    }
    if (!layout.push) return;
    const Space& space = targets(part);
    if (ghost_sums) {
      sums_first[p] = T::in_place && !space.whole ? word_aligned(space.own) : 0;
      if (space.size > sums_first[p]) sums.allocate(part, space.size - sums_first[p], Contents::whatever);
      if constexpr (!T::every_vertex) touched.allocate(part, words_for(space.size));
    } else if constexpr (!T::in_place) {
      sums_first[p] = touched_first[p] = space.own_first;
      sums.allocate(part, own, Contents::whatever);
      if constexpr (!T::every_vertex) touched.allocate(part, words_for(own));
    }
  }

  // One address space (Arrangement::shared): the segments of all parts lie end to end, and a slot is an index into them.
  // Called by one thread; the teams touch.
  void allocate_shared() {
    const Stretches slots = shared_slots(layout.partition);
    values.allocate_contiguous(slots, Contents::whatever);
    if constexpr (!T::every_vertex) {
      next.allocate_contiguous(slots.words());
      active.allocate_contiguous(slots.words());
    }
    if (keeps_messages()) messages.allocate_contiguous(slots);
    if (layout.push && !T::in_place) {
      sums.allocate_contiguous(slots, Contents::whatever);
      if constexpr (!T::every_vertex) touched.allocate_contiguous(slots.words());
    }
    for (int part = 0; part < parts(); ++part) {
      const auto p = static_cast<std::size_t>(part);
      const int from = sources(part).whole ? 0 : part;
      heard[p] = {messages[from].data(), active[from].data()};
      sums_first[p] = touched_first[p] = static_cast<std::uint32_t>(slots.first[p]);
    }
  }

  // After what is allocated of a part.
  void add_to_chart(int part) {
    if constexpr (is_counted<P>) {
      for (const auto& bits : {next[part], active[part], touched[part]}) chart.add(part, bits);
      chart.add(part, values[part]);
      chart.add(part, messages[part]);
      chart.add(part, sums[part]);
      chart.add_arcs(part, layout);
    }
  }

  // What I access for `part` is told to it.
  CounterOf<P> counter([[maybe_unused]] Member& me, [[maybe_unused]] int part, [[maybe_unused]] Effort effort) const {
    if constexpr (is_counted<P>) {
      return Counter(chart, part, effort, me.work(part).accesses);
    } else {
      return {};
    }
  }

  Vertex vertex(int part, std::uint32_t local) const {
    const auto p = static_cast<std::size_t>(part);
    const auto offsets = layout.out_offsets[p];
    return {layout.names(part)[layout.own_id_first[p] + local], offsets[local + 1] - offsets[local]};
  }

  // The bitmap words of my own vertices among my sources.
  std::uint64_t* own_active(int part) const {
    return place_in(heard[static_cast<std::size_t>(part)].active, sources(part).own_first / bits_per_word);
  }

  // The sums of a part's own vertices and which of them were touched; not in place.
  Message* own_sums(int part) {
    return sums[part].data() + (targets(part).own_first - sums_first[static_cast<std::size_t>(part)]);
  }
  std::uint64_t* own_touched(int part) {
    const std::uint32_t first = targets(part).own_first - touched_first[static_cast<std::size_t>(part)];
    return place_in(touched[part].data(), first / bits_per_word);
  }

  Home<P> home(int part) {
    Home<P> home{.program = &program, .values = values[part].data()};
    if constexpr (T::in_place) {
      home.woken = wake_now ? own_active(part) : next[part].data();
    } else if (layout.push) {
      home.sums = own_sums(part);
      if constexpr (!T::every_vertex) home.touched = own_touched(part);
    }
    return home;
  }
};

// Sources as a scan reads them: all in the part's own memory.
template <Program P>
struct LocalSources {
  using T = Traits<P>;
  Heard<typename T::Message> heard;
  const IdArray* ids = nullptr;
  const P* program = nullptr;
  [[no_unique_address]] CounterOf<P> counter;

  bool active(std::uint32_t slot) const {
    if constexpr (T::every_vertex) return true;
    counter.read(Subject::frontier, Order::random, &heard.active[slot / bits_per_word]);
    return test_bit(heard.active, slot);
  }
  std::uint64_t active_word(std::uint32_t word) const {
    if constexpr (T::every_vertex) return ~std::uint64_t{0};
    counter.read(Subject::frontier, Order::sequential, &heard.active[word]);
    return heard.active[word];
  }
  typename T::Message message(std::uint32_t slot) const {
    if constexpr (T::signals_id) {
      return program->signal(Vertex{.id = (*ids)[slot]});
    } else {
      counter.read(Subject::state, Order::random, &heard.messages[slot]);
      return heard.messages[slot];
    }
  }
};

template <Program P>
LocalSources<P> local_sources(const State<P>& state, Member& me, int part) {
  const auto p = static_cast<std::size_t>(part);
  return {state.heard[p], &state.layout.names(part), &state.program, state.counter(me, part, Effort::computation)};
}

}  // namespace Atoll
