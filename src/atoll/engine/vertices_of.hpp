// SPDX-License-Identifier: Apache-2.0
// The steps of a program on its state: what its hooks do to vertices in a superstep, and the chunks of rows that an
// exchange's sources and port are scanned with. A class of P alone, so exchanges that scan alike share the code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "atoll/engine/scan.hpp"

namespace Atoll {

// What a program reads of arcs.
template <Program P>
constexpr WeightType weights_of() {
  if constexpr (!Traits<P>::weighted) {
    return WeightType::none;
  } else {
    return std::is_floating_point_v<typename Traits<P>::Weight> ? WeightType::real : WeightType::integer;
  }
}

template <Program P>
class VerticesOf final : public Vertices {
  using T = Traits<P>;
  using Tally = typename T::Tally;
  using Round = typename T::Round;
  static_assert(!(T::in_place && T::every_vertex), "a program in place speaks when it changes");
  static_assert(!(T::in_place && T::has_tally), "what changes in place is not tallied");

 public:
  explicit VerticesOf(State<P>& state);

  void allocate_shared() override;
  void allocate(int part, bool heard_elsewhere) override;
  void add_to_chart(int part) override;
  void init(Member& me) override;
  void signal(Member& me) override;
  void apply(Member& me, bool ghost_sums) override;
  void advance(Member& me) override;
  void begin() override;
  void begin_round(std::uint64_t number, bool wake_now) override;
  bool conclude_round(bool pulled) override;

  const Round& round() const { return round_; }

  bool pushes_own() const { return state_.layout.push->parts[0].sources.only_own(); }
  // Own vertices push, read where they live.
  template <class Port>
  void push_own(Member& me, int part, const Block& block, RowRange rows, Port port);
  // What `sources` hears is pushed.
  template <class Sources, class Port>
  void push_heard(Member& me, int part, const Block& block, RowRange rows, Sources sources, Port port);
  template <class Sources>
  void pull(Member& me, int part, const Block& block, RowRange rows, Sources sources);

 private:
  std::size_t pull_pieces(int part) const;
  Tally tally(bool by_chunks) const;
  void keep_tally(int part, std::uint64_t piece, const Tally& tally) {
    if constexpr (T::has_tally) tallies_[static_cast<std::size_t>(part)][piece] = tally;
  }
  Arcs<P> arcs(Member& me, int part, const View& view, const Block& block) const {
    const PartView& mine = view.parts[static_cast<std::size_t>(part)];
    return {block.offsets, mine.ends.data(), mine.weights, state_.counter(me, part, Effort::computation)};
  }
  void init_vertex(const Own<P>& own, std::uint32_t local, Tally& tally);
  [[gnu::always_inline]] inline void settle(const Own<P>& own, std::uint32_t local, typename T::Message sum,
                                            Tally& tally, const CounterOf<P>& counter);
  void apply_own(int part, std::uint64_t begin, std::uint64_t end, const CounterOf<P>& counter);
  void empty_ghosts(int part, std::uint64_t begin, std::uint64_t end, std::uint64_t slots, const CounterOf<P>& counter);
  bool advance_piece(int part, std::uint64_t begin, std::uint64_t end, const CounterOf<P>& counter);

  State<P>& state_;
  Round round_;
  std::vector<std::vector<Tally>> tallies_;  // [part][piece of the last sweep]
};

template <Program P>
VerticesOf<P>::VerticesOf(State<P>& state)
    : Vertices({.every_vertex = T::every_vertex,
                .in_place = T::in_place,
                .both_ways = T::both_ways,
                .counted = is_counted<P>,
                .weights = weights_of<P>()}),
      state_(state),
      tallies_(static_cast<std::size_t>(state.parts())) {
  if constexpr (!T::has_tally) return;
  for (int part = 0; part < state.parts(); ++part) {
    const PartView& view = state.source_view().parts[static_cast<std::size_t>(part)];
    std::size_t pieces = pieces_for(state.layout.own(part));
    for (const Block& block : view.blocks) pieces = std::max(pieces, block.chunks->count());
    tallies_[static_cast<std::size_t>(part)].resize(pieces);
  }
}

template <Program P>
void VerticesOf<P>::allocate_shared() {
  state_.allocate_shared();
}

template <Program P>
void VerticesOf<P>::allocate(int part, bool heard_elsewhere) {
  state_.allocate(part, heard_elsewhere);
}

template <Program P>
void VerticesOf<P>::add_to_chart(int part) {
  state_.add_to_chart(part);
}

template <Program P>
void VerticesOf<P>::begin() {
  round_ = {.number = 0, .vertices = state_.layout.vertices, .tally = tally(false)};
}

template <Program P>
void VerticesOf<P>::begin_round(std::uint64_t number, bool wake_now) {
  round_.number = number;
  state_.wake_now = wake_now;
}

template <Program P>
bool VerticesOf<P>::conclude_round(bool pulled) {
  round_.tally = tally(pulled);
  if constexpr (T::has_done) return state_.program.done(round_);
  return false;
}

template <Program P>
void VerticesOf<P>::init(Member& me) {
  me.phase(Effort::switching, [&](int part) {
    const Own<P> own = state_.own(part);
    me.share_range(me.decks.own(part), state_.layout.own(part), bits_per_piece,
                   [&](std::uint64_t begin, std::uint64_t end) {
                     Tally tally;
                     for (std::uint64_t v = begin; v < end; ++v) init_vertex(own, static_cast<std::uint32_t>(v), tally);
                     keep_tally(part, begin / bits_per_piece, tally);
                   });
  });
  me.phase(Effort::switching, [&](int part) {
    const auto sums = state_.sums[part];
    me.share_range(me.decks.own(part), sums.size(), bits_per_piece, [&](std::uint64_t begin, std::uint64_t end) {
      std::fill(sums.begin() + static_cast<std::ptrdiff_t>(begin), sums.begin() + static_cast<std::ptrdiff_t>(end),
                T::Combine::identity());
    });
  });
}

template <Program P>
void VerticesOf<P>::init_vertex(const Own<P>& own, std::uint32_t local, [[maybe_unused]] Tally& tally) {
  const Vertex v = own.vertex(local);
  auto& value = own.values[local];
  value = state_.program.init(v);
  if constexpr (T::has_tally) tally += state_.program.tally(v, value, value);
  if constexpr (!T::every_vertex) {
    bool starts = true;
    if constexpr (T::has_starts) starts = state_.program.starts(v);
    if (!starts) return;
    set_bit(own.next.words, local);  // nobody else writes this piece
    own.next.stir(local);
  }
}

template <Program P>
void VerticesOf<P>::advance([[maybe_unused]] Member& me) {
  if constexpr (!T::every_vertex) {
    me.phase(Effort::switching, [&](int part) {
      const auto counter = state_.counter(me, part, Effort::switching);
      const Own<P> own = state_.own(part);
      const Marks active = state_.own_active(part);
      PartWork& work = me.work(part);
      me.share_range(me.decks.own(part), words_for(state_.layout.own(part)), words_per_piece,
                     [&](std::uint64_t begin, std::uint64_t end) {
                       if (!advance_piece(part, begin, end, counter)) return;
                       for (std::uint64_t w = begin; w < end; ++w) {
                         for_set_bits(active.words[w], w * 64, [&](std::uint64_t v) {
                           counter.read_bytes(Subject::graph, Order::sequential, own.offsets.at(v),
                                              own.offsets.bytes_each());
                           ++work.active;
                           work.active_arcs += own.degree(v);
                         });
                       }
                     });
    });
  }
}

// Makes words [begin, end) of the next frontier, which are a piece, those of the current one. False: they are empty.
template <Program P>
bool VerticesOf<P>::advance_piece(int part, std::uint64_t begin, std::uint64_t end, const CounterOf<P>& counter) {
  const Marks active = state_.own_active(part);
  const Marks next = state_.own_next(part);
  const std::uint64_t piece = begin / words_per_piece;
  const bool was_quiet = is_quiet(active, piece, counter);
  if (state_.wake_now) {  // who was woken is in the current one already
    if (was_quiet) return false;
    counter.read(Subject::frontier, Order::sequential, active.words + begin, end - begin);
  } else {
    if (is_quiet(next, piece, counter) && was_quiet) return false;
    counter.write(Subject::frontier, Order::sequential, active.words + begin, end - begin);
    counter.write(Subject::frontier, Order::sequential, next.words + begin, end - begin);
    std::copy(next.words + begin, next.words + end, active.words + begin);
    std::fill(next.words + begin, next.words + end, 0);
    quieten(next, piece, counter);
  }
  const bool any = std::any_of(active.words + begin, active.words + end, [](std::uint64_t word) { return word != 0; });
  if (any) {
    stir(active, begin * bits_per_word, counter);
  } else {
    quieten(active, piece, counter);
  }
  return any;
}

template <Program P>
std::size_t VerticesOf<P>::pull_pieces(int part) const {
  return state_.layout.pull->parts[static_cast<std::size_t>(part)].blocks[0].chunks->count();
}

// The tally of the last round, summed in the order of the vertices: the same for any number of threads.
template <Program P>
auto VerticesOf<P>::tally([[maybe_unused]] bool by_chunks) const -> Tally {
  Tally sum;
  if constexpr (T::has_tally) {
    for (int part = 0; part < state_.parts(); ++part) {
      const auto p = static_cast<std::size_t>(part);
      const std::size_t pieces = by_chunks ? pull_pieces(part) : pieces_for(state_.layout.own(part));
      for (std::size_t i = 0; i < pieces; ++i) sum += tallies_[p][i];
    }
  }
  return sum;
}

// Applies a sum to a vertex and wakes it if it changed.
template <Program P>
void VerticesOf<P>::settle(const Own<P>& own, std::uint32_t local, typename T::Message sum,
                           [[maybe_unused]] Tally& tally, const CounterOf<P>& counter) {
  const Vertex v = own.vertex(local);
  auto& value = own.values[local];
  [[maybe_unused]] const auto before = value;
  const bool changed = T::apply(state_.program, v, value, sum, round_);
  counter.update(Subject::state, Order::sequential, &value, changed);
  if constexpr (T::has_tally) tally += state_.program.tally(v, before, value);
  if constexpr (!T::every_vertex) {
    if (!changed) return;
    counter.write(Subject::frontier, Order::sequential, own.next.words + local / bits_per_word);
    set_bit(own.next.words, local);
    stir(own.next, local, counter);
  }
}

template <Program P>
void VerticesOf<P>::signal([[maybe_unused]] Member& me) {
  if constexpr (!T::signals_id) {
    me.phase(Effort::computation, [&](int part) {
      const Own<P> own = state_.own(part);
      const std::uint32_t vertices = state_.layout.own(part);
      const std::uint32_t own_first = state_.sources(part).own_first;
      auto* messages = state_.heard[static_cast<std::size_t>(part)].messages + own_first;
      const Marks active = state_.own_active(part);
      const auto counter = state_.counter(me, part, Effort::computation);
      me.share_range(me.decks.own(part), words_for(vertices), words_per_piece,
                     [&](std::uint64_t begin, std::uint64_t end) {
                       if constexpr (!T::every_vertex) {
                         if (is_quiet(active, begin / words_per_piece, counter)) return;
                       }
                       for (std::uint64_t w = begin; w < end; ++w) {
                         const std::uint64_t word = T::every_vertex ? low_bits(vertices - w * 64) : active.words[w];
                         if constexpr (!T::every_vertex)
                           counter.read(Subject::frontier, Order::sequential, active.words + w);
                         for_set_bits(word, w * 64, [&](std::uint64_t v) {
                           counter.read(Subject::signals, Order::sequential, own.values + v);
                           counter.write(Subject::signals, Order::sequential, messages + v);
                           messages[v] = T::signal(state_.program, own.vertex(v), own.values[v], round_);
                         });
                       }
                     });
    });
    me.meet();
  }
}

template <Program P>
template <class Port>
[[gnu::noinline]] void VerticesOf<P>::push_own(Member& me, int part, const Block& block, RowRange rows, Port port) {
  const OwnSources<P> sources{.program = &state_.program,
                              .own = state_.own(part),
                              .active = state_.own_active(part),
                              .round = &round_,
                              .consume = state_.wake_now,
                              .counter = state_.counter(me, part, Effort::computation)};
  PartWork& work = me.work(part);
  work.arcs_scanned += scan_push(state_.program, round_, arcs(me, part, *state_.layout.push, block), block.row_first,
                                 rows, sources, port);
  work.remote_updates += port.remote();
}

template <Program P>
template <class Sources, class Port>
[[gnu::noinline]] void VerticesOf<P>::push_heard(Member& me, int part, const Block& block, RowRange rows,
                                                 Sources sources, Port port) {
  PartWork& work = me.work(part);
  work.arcs_scanned += scan_push(state_.program, round_, arcs(me, part, *state_.layout.push, block), block.row_first,
                                 rows, sources, port);
  work.remote_updates += port.remote();
}

template <Program P>
template <class Sources>
[[gnu::noinline]] void VerticesOf<P>::pull(Member& me, int part, const Block& block, RowRange rows, Sources sources) {
  Tally tally;
  const auto counter = state_.counter(me, part, Effort::computation);
  const Own<P> own = state_.own(part);
  const auto wants = [&]([[maybe_unused]] std::uint32_t v) {
    if constexpr (T::has_wants) {
      counter.read(Subject::state, Order::sequential, own.values + v);
      return state_.program.wants(own.values[v]);
    }
    return true;
  };
  me.work(part).arcs_scanned +=
      scan_pull(state_.program, round_, arcs(me, part, *state_.layout.pull, block), rows, !state_.layout.in_order,
                sources, wants, [&](std::uint32_t v, typename T::Message sum) { settle(own, v, sum, tally, counter); });
  if constexpr (T::has_tally) {
    const std::span<const std::uint32_t> bounds = block.chunks->bounds();
    const auto chunk = std::ranges::lower_bound(bounds, rows.begin) - bounds.begin();
    keep_tally(part, static_cast<std::uint64_t>(chunk), tally);
  }
}

template <Program P>
void VerticesOf<P>::apply(Member& me, bool ghost_sums) {
  me.phase(Effort::computation, [&](int part) {
    const Space& space = state_.targets(part);
    const auto counter = state_.counter(me, part, Effort::computation);
    // Own pieces first, as in a sweep over the own vertices, then those of the ghosts on either side.
    const std::uint64_t own_begin = space.own_first / bits_per_word;
    const std::uint64_t own_end = own_begin + words_for(space.own);
    if constexpr (!T::in_place) {
      me.share_range(me.decks.own(part), words_for(space.own), words_per_piece,
                     [&](std::uint64_t begin, std::uint64_t end) { apply_own(part, begin, end, counter); });
    }
    if (!ghost_sums || space.only_own()) return;
    const std::uint64_t slots = state_.sums_first[static_cast<std::size_t>(part)] + state_.sums[part].size();
    me.share_range(me.decks.ghosts(part), words_for(slots), words_per_piece,
                   [&](std::uint64_t begin, std::uint64_t end) {
                     if (begin < own_begin || begin >= own_end) empty_ghosts(part, begin, end, slots, counter);
                   });
  });
}

template <Program P>
void VerticesOf<P>::apply_own(int part, std::uint64_t begin, std::uint64_t end, const CounterOf<P>& counter) {
  const Own<P> own = state_.own(part);
  typename T::Message* sums = state_.own_sums(part);
  const Marks touched = state_.own_touched(part);
  Tally tally;
  if constexpr (!T::every_vertex) {
    if (is_quiet(touched, begin / words_per_piece, counter)) return keep_tally(part, begin / words_per_piece, tally);
    quieten(touched, begin / words_per_piece, counter);
  }
  for (std::uint64_t w = begin; w < end; ++w) {
    const std::uint64_t word = T::every_vertex ? low_bits(state_.layout.own(part) - w * 64) : touched.words[w];
    if constexpr (!T::every_vertex) counter.update(Subject::frontier, Order::sequential, touched.words + w, word != 0);
    if (word == 0) continue;
    if constexpr (!T::every_vertex) touched.words[w] = 0;
    for_set_bits(word, w * 64, [&](std::uint64_t v) {
      settle(own, static_cast<std::uint32_t>(v), sums[v], tally, counter);
      counter.write(Subject::state, Order::sequential, sums + v);
      sums[v] = T::Combine::identity();
    });
  }
  keep_tally(part, begin / words_per_piece, tally);
}

// Words [begin, end) of them, which are a piece.
template <Program P>
void VerticesOf<P>::empty_ghosts(int part, std::uint64_t begin, std::uint64_t end, std::uint64_t slots,
                                 const CounterOf<P>& counter) {
  typename T::Message* sums = state_.sums[part].data();
  const std::uint32_t first = state_.sums_first[static_cast<std::size_t>(part)];
  const auto empty = [&](std::uint64_t slot) {
    counter.write(Subject::state, Order::sequential, sums + (slot - first));
    sums[slot - first] = T::Combine::identity();
  };
  if constexpr (T::every_vertex) {
    for (std::uint64_t slot = begin * 64; slot < std::min(end * 64, slots); ++slot) empty(slot);
  } else {
    const Marks touched = state_.all_touched(part);
    if (is_quiet(touched, begin / words_per_piece, counter)) return;
    for (std::uint64_t w = begin; w < end; ++w) {
      counter.update(Subject::frontier, Order::sequential, touched.words + w, touched.words[w] != 0);
      if constexpr (!T::ghosts_remember) for_set_bits(touched.words[w], w * 64, empty);
      touched.words[w] = 0;
    }
    quieten(touched, begin / words_per_piece, counter);
  }
}

}  // namespace Atoll
