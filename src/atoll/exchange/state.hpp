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

// Marks::stir, told to the counter.
template <class Told>
void stir(const Marks& marks, std::uint64_t bit, const Told& counter) {
  counter.update(Subject::pieces, Order::random, &marks.pieces[bit / bits_per_piece], marks.stir(bit));
}

// Whether a sweep passes over a piece.
template <class Told>
bool is_quiet(const Marks& marks, std::uint64_t piece, const Told& counter) {
  counter.read(Subject::pieces, Order::sequential, marks.pieces + piece);
  return marks.is_quiet(piece);
}

// No bit of the piece is set any more. Flags share lines, so one that says so already is not written.
template <class Told>
void quieten(const Marks& marks, std::uint64_t piece, const Told& counter) {
  const bool stirred = !marks.is_quiet(piece);
  counter.update(Subject::pieces, Order::sequential, marks.pieces + piece, stirred);
  if (stirred) marks.pieces[piece] = 0;
}

// Vertices as the target of updates: those of one part by local id, or in one address space all by their slot.
template <Program P>
struct Home {
  using T = Traits<P>;
  const P* program = nullptr;
  typename T::Value* values = nullptr;
  typename T::Message* sums = nullptr;  // unused in place
  Marks touched = {};                   // unused in place and for every_vertex
  Marks woken = {};                     // in place: who becomes active

  // A message that changes nothing (the identity) is no message.
  template <Writers writers, class Told = NoCounter>
  void fold(std::uint32_t local, typename T::Message m, const Told& counter = {}) const {
    if constexpr (T::in_place) {
      const bool changed = Atoll::fold<typename T::Combine, writers>(values[local], m);
      counter.update(Subject::state, Order::random, &values[local], changed);
      if (!changed) return;
      counter.write(Subject::frontier, Order::random, &woken.words[local / bits_per_word]);
      if constexpr (writers == Writers::many) {
        set_bit_shared(woken.words, local);
      } else {
        set_bit(woken.words, local);
      }
      stir(woken, local, counter);
    } else {
      if constexpr (T::has_wants) {
        counter.read(Subject::state, Order::random, &values[local]);
        if (!program->wants(values[local])) return;
      }
      const bool changed = Atoll::fold<typename T::Combine, writers>(sums[local], m);
      counter.update(Subject::state, Order::random, &sums[local], changed);
      if constexpr (!T::every_vertex) {
        if (!changed) return;
        counter.write(Subject::frontier, Order::random, &touched.words[local / bits_per_word]);
        mark_bit<writers>(touched.words, local);
        stir(touched, local, counter);
      }
    }
  }
};

// A part's own vertices in a sweep over them.
template <Program P>
struct Own {
  typename Traits<P>::Value* values = nullptr;  // [own]
  Marks next;                                   // null for every_vertex
  RowOffsets offsets;                           // [own + 1], of the arcs out
  const IdArray* names = nullptr;
  std::uint64_t name_first = 0;

  std::uint64_t degree(std::uint64_t local) const { return offsets[local + 1] - offsets[local]; }
  Vertex vertex(std::uint64_t local) const { return {(*names)[name_first + local], degree(local)}; }
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
        next_pieces(layout_.homes),
        messages(layout_.homes),
        active(layout_.homes),
        active_pieces(layout_.homes),
        sums(layout_.homes),
        touched(layout_.homes),
        touched_pieces(layout_.homes),
        heard(static_cast<std::size_t>(layout_.parts())),
        sums_first(static_cast<std::size_t>(layout_.parts())),
        touched_first(static_cast<std::size_t>(layout_.parts())),
        chart(layout_.parts()) {}

  const P& program;
  const Layout& layout;
  DomainArray<Value> values;        // [own]; these and the sums are written whole before anything reads them
  DomainArray<std::uint64_t> next;  // bitmap over own: active in the next superstep
  DomainArray<std::uint8_t> next_pieces;
  DomainArray<Message> messages;            // by source slot
  DomainArray<std::uint64_t> active;        // bitmap over source slots
  DomainArray<std::uint8_t> active_pieces;  // of own
  DomainArray<Message> sums;                // by target slot, from sums_first on
  DomainArray<std::uint64_t> touched;       // bitmap over target slots: a sum that is not the identity, or is news
  DomainArray<std::uint8_t> touched_pieces;
  std::vector<Heard<Message>> heard;  // where each part's sources are: its segments above, or what an exchange shares
  std::vector<std::uint32_t> sums_first;
  std::vector<std::uint32_t> touched_first;  // begins a piece
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
    if constexpr (!T::every_vertex) {
      next.allocate(part, words_for(own));
      next_pieces.allocate(part, pieces_for(own));
      active_pieces.allocate(part, pieces_for(own));
    }
    if (!heard_elsewhere) {
      if (keeps_messages()) messages.allocate(part, sources(part).size);
      if constexpr (!T::every_vertex) active.allocate(part, words_for(sources(part).size));
      heard[p] = {messages[part].data(), active[part].data()};
    }
    if (!layout.push) return;
    const Space& space = targets(part);
    if (ghost_sums) {
      sums_first[p] = T::in_place && !space.whole ? std::min(piece_aligned(space.own), space.size) : 0;
      if (space.size > sums_first[p]) sums.allocate(part, space.size - sums_first[p], Contents::whatever);
      if constexpr (!T::every_vertex) allocate_touched(part, space.size);
    } else if constexpr (!T::in_place) {
      sums_first[p] = touched_first[p] = space.own_first;
      sums.allocate(part, own, Contents::whatever);
      if constexpr (!T::every_vertex) allocate_touched(part, own);
    }
  }

  // One address space (Arrangement::shared): the segments of all parts lie end to end, and a slot is an index into them.
  // Called by one thread; the teams touch.
  void allocate_shared() {
    const Stretches slots = shared_slots(layout);
    values.allocate_contiguous(slots, Contents::whatever);
    if constexpr (!T::every_vertex) {
      next.allocate_contiguous(slots.words());
      next_pieces.allocate_contiguous(slots.pieces());
      active.allocate_contiguous(slots.words());
      active_pieces.allocate_contiguous(slots.pieces());
    }
    if (keeps_messages()) messages.allocate_contiguous(slots);
    if (layout.push && !T::in_place) {
      sums.allocate_contiguous(slots, Contents::whatever);
      if constexpr (!T::every_vertex) {
        touched.allocate_contiguous(slots.words());
        touched_pieces.allocate_contiguous(slots.pieces());
      }
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
      for (const auto& pieces : {next_pieces[part], active_pieces[part], touched_pieces[part]}) chart.add(part, pieces);
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

  Own<P> own(int part) {
    const auto p = static_cast<std::size_t>(part);
    return {.values = values[part].data(),
            .next = own_next(part),
            .offsets = layout.out_offsets[p],
            .names = &layout.names(part),
            .name_first = layout.own_id_first[p]};
  }

  // My own vertices among my sources, and as those of the next superstep.
  Marks own_active(int part) {
    return {place_in(heard[static_cast<std::size_t>(part)].active, sources(part).own_first / bits_per_word),
            active_pieces[part].data()};
  }
  Marks own_next(int part) { return {next[part].data(), next_pieces[part].data()}; }

  // The sums of a part's own vertices and which of them were touched; not in place.
  Message* own_sums(int part) {
    return sums[part].data() + (targets(part).own_first - sums_first[static_cast<std::size_t>(part)]);
  }
  Marks own_touched(int part) {
    return all_touched(part).from(targets(part).own_first - touched_first[static_cast<std::size_t>(part)]);
  }
  // Those of all targets, from touched_first on.
  Marks all_touched(int part) { return {touched[part].data(), touched_pieces[part].data()}; }

  Home<P> home(int part) {
    Home<P> home{.program = &program, .values = values[part].data()};
    if constexpr (T::in_place) {
      home.woken = wake_now ? own_active(part) : own_next(part);
    } else if (layout.push) {
      home.sums = own_sums(part);
      if constexpr (!T::every_vertex) home.touched = own_touched(part);
    }
    return home;
  }

 private:
  void allocate_touched(int part, std::uint64_t slots) {
    touched.allocate(part, words_for(slots));
    touched_pieces.allocate(part, pieces_for(slots));
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
