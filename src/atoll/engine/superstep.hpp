// SPDX-License-Identifier: Apache-2.0
// The superstep, written once for every program, layout and exchange:
//   signal, meet, publish, scan (push or pull) into the port, meet, deliver, meet, apply, meet, advance the frontier.
// An exchange says which of the steps it needs. All members of the crew run it together; in each phase the members of a
// team share the work of each part they serve, in pieces of about equal arcs.
#pragma once

#include <cstdint>
#include <vector>

#include "atoll/engine/scan.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll {

// What the leader decides between supersteps, and everybody reads during one.
template <Program P>
struct Control {
  typename Traits<P>::Round round;
  Direction direction = Direction::push;
  std::size_t exchange = 0;  // which of the run's
  bool stop = false;
};

template <Program P>
class Superstep {
  using T = Traits<P>;
  using Tally = typename T::Tally;
  static constexpr std::uint64_t words_per_piece = 32;  // of a sweep over a bitmap: 2048 vertices

 public:
  Superstep(State<P>& state, const Control<P>& control)
      : state_(state), control_(control), tallies_(static_cast<std::size_t>(state.parts())) {
    for (int part = 0; part < state.parts(); ++part) {
      const PartView& view = state.source_view().parts[static_cast<std::size_t>(part)];
      std::size_t pieces = sweep_pieces(state.layout.own(part));
      for (const Block& block : view.blocks) pieces = std::max(pieces, block.chunks.size());
      tallies_[static_cast<std::size_t>(part)].resize(pieces);
    }
  }

  // Values, sums and the first frontier, touched first by the part's own team.
  void init(Member& me) {
    me.phase(Effort::switching, [&](int part) {
      me.share_range(me.decks.own(part), state_.layout.own(part), words_per_piece * 64,
                     [&](std::uint64_t begin, std::uint64_t end) {
                       Tally tally;
                       for (std::uint64_t v = begin; v < end; ++v)
                         init_vertex(part, static_cast<std::uint32_t>(v), tally);
                       keep_tally(part, begin / (words_per_piece * 64), tally);
                     });
    });
    me.phase(Effort::switching, [&](int part) {
      const auto sums = state_.sums[part];
      me.share_range(me.decks.own(part), sums.size(), words_per_piece * 64,
                     [&](std::uint64_t begin, std::uint64_t end) {
                       std::fill(sums.begin() + static_cast<std::ptrdiff_t>(begin),
                                 sums.begin() + static_cast<std::ptrdiff_t>(end), T::Combine::identity());
                     });
    });
  }

  template <Exchange<P> X>
  void run(Member& me, X& exchange) {
    if (control_.direction == Direction::push) {
      push(me, exchange);
    } else {
      pull(me, exchange);
    }
  }

  // The next frontier becomes the current one and is counted. Runs after a meet; the leader reads the counts after
  // another.
  void advance(Member& me) {
    if constexpr (T::every_vertex) return;
    me.phase(Effort::switching, [&](int part) {
      const auto counter = state_.counter(me, part, Effort::switching);
      const std::uint64_t* degrees = state_.layout.out_offsets[static_cast<std::size_t>(part)].data();
      std::uint64_t* active = state_.own_active(part);
      std::uint64_t* next = state_.next[part].data();
      const bool keep = state_.wake_now;
      PartWork& work = me.work(part);
      me.share_range(me.decks.own(part), words_for(state_.layout.own(part)), words_per_piece,
                     [&](std::uint64_t begin, std::uint64_t end) {
                       for (std::uint64_t w = begin; w < end; ++w) {
                         if (keep) {
                           counter.read(Subject::frontier, Order::sequential, active + w);
                         } else {
                           counter.write(Subject::frontier, Order::sequential, active + w);
                           counter.write(Subject::frontier, Order::sequential, next + w);
                           active[w] = next[w];
                           next[w] = 0;
                         }
                         for_set_bits(active[w], w * 64, [&](std::uint64_t v) {
                           counter.read(Subject::graph, Order::sequential, degrees + v);
                           ++work.active;
                           work.active_arcs += state_.vertex(part, static_cast<std::uint32_t>(v)).degree;
                         });
                       }
                     });
    });
  }

  // The tally of the last round, summed in the order of the vertices: the same for any number of threads.
  Tally tally(bool by_chunks) const {
    Tally sum;
    if constexpr (T::has_tally) {
      for (int part = 0; part < state_.parts(); ++part) {
        const auto p = static_cast<std::size_t>(part);
        const std::size_t pieces = by_chunks ? pull_pieces(part) : sweep_pieces(state_.layout.own(part));
        for (std::size_t i = 0; i < pieces; ++i) sum += tallies_[p][i];
      }
    }
    return sum;
  }

 private:
  static std::size_t sweep_pieces(std::uint64_t own) {
    return static_cast<std::size_t>((words_for(own) + words_per_piece - 1) / words_per_piece);
  }

  std::size_t pull_pieces(int part) const {
    const auto& chunks = state_.layout.pull->parts[static_cast<std::size_t>(part)].blocks[0].chunks;
    return chunks.empty() ? 0 : chunks.size() - 1;
  }

  void keep_tally(int part, std::uint64_t piece, const Tally& tally) {
    if constexpr (T::has_tally) tallies_[static_cast<std::size_t>(part)][piece] = tally;
  }

  void init_vertex(int part, std::uint32_t local, Tally& tally) {
    const Vertex v = state_.vertex(part, local);
    auto& value = state_.values[part][local];
    value = state_.program.init(v);
    if constexpr (T::has_tally) tally += state_.program.tally(v, value, value);
    if constexpr (!T::every_vertex) {
      bool starts = true;
      if constexpr (T::has_starts) starts = state_.program.starts(v);
      if (starts) set_bit(state_.next[part].data(), local);  // a piece is whole words: nobody else writes this one
    }
  }

  // Applies a sum to a vertex and wakes it if it changed.
  void settle(int part, std::uint32_t local, typename T::Message sum, [[maybe_unused]] Tally& tally,
              const CounterOf<P>& counter) {
    const Vertex v = state_.vertex(part, local);
    auto& value = state_.values[part][local];
    [[maybe_unused]] const auto before = value;
    const bool changed = T::apply(state_.program, v, value, sum, control_.round);
    counter.update(Subject::state, Order::sequential, &value, changed);
    if constexpr (T::has_tally) tally += state_.program.tally(v, before, value);
    if constexpr (!T::every_vertex) {
      if (!changed) return;
      std::uint64_t* next = state_.next[part].data();
      counter.write(Subject::frontier, Order::sequential, next + local / bits_per_word);
      set_bit(next, local);
    }
  }

  // x: what the active vertices say, kept where it can be heard.
  void signal(Member& me) {
    if constexpr (!T::signals_id) {
      me.phase(Effort::computation, [&](int part) {
        const std::uint32_t own = state_.layout.own(part);
        const std::uint32_t own_first = state_.sources(part).own_first;
        auto* messages = state_.heard[static_cast<std::size_t>(part)].messages + own_first;
        const std::uint64_t* active = state_.own_active(part);
        const auto counter = state_.counter(me, part, Effort::computation);
        me.share_range(me.decks.own(part), words_for(own), words_per_piece,
                       [&](std::uint64_t begin, std::uint64_t end) {
                         for (std::uint64_t w = begin; w < end; ++w) {
                           const std::uint64_t word = T::every_vertex ? low_bits(own - w * 64) : active[w];
                           if constexpr (!T::every_vertex)
                             counter.read(Subject::frontier, Order::sequential, active + w);
                           for_set_bits(word, w * 64, [&](std::uint64_t v) {
                             counter.read(Subject::signals, Order::sequential, &state_.values[part][v]);
                             counter.write(Subject::signals, Order::sequential, messages + v);
                             messages[v] = T::signal(state_.program, state_.vertex(part, static_cast<std::uint32_t>(v)),
                                                     state_.values[part][v], control_.round);
                           });
                         }
                       });
      });
      me.meet();
    }
  }

  template <class X>
  void publish(Member& me, X& exchange) {
    for (int step = 0; step < X::publish_steps; ++step) {
      me.phase(Effort::communication, [&](int part) { exchange.publish(me, part, step); });
      if constexpr (!Piecewise<X>) me.meet();
    }
  }

  template <class X>
  void push(Member& me, X& exchange) {
    const View& view = *state_.layout.push;
    const bool own_sources = view.parts[0].sources.only_own();
    if (!own_sources) signal(me);
    if (!own_sources || Piecewise<X>) publish(me, exchange);
    by_writers<P>(X::others_write ? me.alone() : me.alone_in_team(),
                  [&]<Writers writers> { scan_push_all<writers>(me, exchange, view, own_sources); });
    me.meet();
    for (int step = 0; step < X::deliver_steps; ++step) {
      me.phase(Effort::communication, [&](int part) { exchange.deliver(me, part, step); });
      me.meet();
    }
    apply(me, X::ghost_sums);
    me.meet();
  }

  template <Writers writers, class X>
  void scan_push_all(Member& me, X& exchange, const View& view, bool own_sources) {
    scan(me, exchange, view, [&](int part, const Block& block, const Arcs<P>& arcs, RowRange rows) {
      auto port = exchange.template port<writers>(me, part);
      PartWork& work = me.work(part);
      if (own_sources) {
        const OwnSources<P> sources{.state = &state_,
                                    .part = part,
                                    .values = state_.values[part].data(),
                                    .active = state_.own_active(part),
                                    .round = &control_.round,
                                    .consume = state_.wake_now,
                                    .counter = state_.counter(me, part, Effort::computation)};
        work.arcs_scanned += scan_push(state_.program, control_.round, arcs, block.row_first, rows, sources, port);
      } else {
        const auto sources = exchange.sources(me, part);
        work.arcs_scanned += scan_push(state_.program, control_.round, arcs, block.row_first, rows, sources, port);
      }
      work.remote_updates += port.remote();
    });
  }

  template <class X>
  void pull(Member& me, X& exchange) {
    signal(me);
    publish(me, exchange);
    scan(me, exchange, *state_.layout.pull, [&](int part, const Block& block, const Arcs<P>& arcs, RowRange rows) {
      Tally tally;
      const auto sources = exchange.sources(me, part);
      const auto counter = state_.counter(me, part, Effort::computation);
      const auto* values = state_.values[part].data();
      const auto wants = [&]([[maybe_unused]] std::uint32_t v) {
        if constexpr (T::has_wants) {
          counter.read(Subject::state, Order::sequential, values + v);
          return state_.program.wants(values[v]);
        }
        return true;
      };
      me.work(part).arcs_scanned +=
          scan_pull(state_.program, control_.round, arcs, rows, !state_.layout.in_order, sources, wants,
                    [&](std::uint32_t v, typename T::Message sum) { settle(part, v, sum, tally, counter); });
      if constexpr (T::has_tally) {
        const auto chunk = std::ranges::lower_bound(block.chunks, rows.begin) - block.chunks.begin();
        keep_tally(part, static_cast<std::uint64_t>(chunk), tally);
      }
    });
    me.meet();
  }

  // work(part, block, arcs, rows) for every chunk of every block of my team's parts, in the order in which blocks
  // become ready.
  template <class X, class F>
  void scan(Member& me, X& exchange, const View& view, F&& work) {
    if constexpr (Piecewise<X>) {
      scan_pieces(me, exchange, view, work);
    } else {
      me.phase(Effort::computation, [&](int part) {
        const PartView& mine = view.parts[static_cast<std::size_t>(part)];
        for (std::size_t b = 0; b < mine.blocks.size(); ++b) scan_block(me, part, mine, b, work);
      });
    }
  }

  template <class X, class F>
  void scan_pieces(Member& me, X& exchange, const View& view, F&& work) {
    std::vector<std::pair<int, std::size_t>> waiting;
    for (int part = me.first_part(); part < me.last_part(); ++part) {
      for (std::size_t b = 0; b < view.parts[static_cast<std::size_t>(part)].blocks.size(); ++b)
        waiting.emplace_back(part, b);
    }
    me.begin_phase();
    while (!waiting.empty()) {
      const std::size_t before = waiting.size();
      std::erase_if(waiting, [&](const auto& at) {
        const auto [part, b] = at;
        if (!exchange.ready(part, b)) return false;
        const std::uint64_t chunks = scan_block(me, part, view.parts[static_cast<std::size_t>(part)], b, work);
        for (std::uint64_t i = 0; i < chunks; ++i) exchange.chunk_done(me, part, b);
        me.lap(Effort::computation, part);
        return true;
      });
      if (waiting.size() != before) continue;
      me.poll();
      exchange.progress(me);
      me.lap(Effort::communication, me.first_part());
    }
  }

  // My share of a block; returns how many chunks that was.
  template <class F>
  std::uint64_t scan_block(Member& me, int part, const PartView& mine, std::size_t b, F&& work) {
    const Block& block = mine.blocks[b];
    const Arcs<P> arcs{block.offsets.data(), mine.ends.data(), mine.weights.data(),
                       state_.counter(me, part, Effort::computation)};
    std::uint64_t chunks = 0;
    me.share(me.decks.block(part, b), block.chunks.empty() ? 0 : block.chunks.size() - 1, [&](std::uint64_t chunk) {
      work(part, block, arcs, RowRange{block.chunks[chunk], block.chunks[chunk + 1]});
      ++chunks;
    });
    return chunks;
  }

  // Owners apply what was combined for them; boxes that were delivered are emptied for the next superstep.
  void apply(Member& me, bool ghost_sums) {
    me.phase(Effort::computation, [&](int part) {
      const Space& space = state_.targets(part);
      const auto counter = state_.counter(me, part, Effort::computation);
      // Own words first, as in a sweep over the own vertices, then the words of the ghosts on either side.
      const std::uint64_t own_begin = space.own_first / 64;
      const std::uint64_t own_end = own_begin + words_for(space.own);
      if constexpr (!T::in_place) {
        me.share_range(me.decks.own(part), words_for(space.own), words_per_piece,
                       [&](std::uint64_t begin, std::uint64_t end) { apply_own(part, begin, end, counter); });
      }
      if (!ghost_sums || space.only_own()) return;
      const std::uint64_t slots = state_.sums_first[static_cast<std::size_t>(part)] + state_.sums[part].size();
      me.share_range(me.decks.ghosts(part), words_for(slots), words_per_piece,
                     [&](std::uint64_t begin, std::uint64_t end) {
                       for (std::uint64_t w = begin; w < end; ++w) {
                         if (w < own_begin || w >= own_end) empty_ghosts(part, w, slots, counter);
                       }
                     });
    });
  }

  void apply_own(int part, std::uint64_t begin, std::uint64_t end, const CounterOf<P>& counter) {
    const std::uint64_t own = state_.layout.own(part);
    typename T::Message* sums = state_.own_sums(part);
    std::uint64_t* touched = state_.own_touched(part);
    Tally tally;
    for (std::uint64_t w = begin; w < end; ++w) {
      const std::uint64_t word = T::every_vertex ? low_bits(own - w * 64) : touched[w];
      if constexpr (!T::every_vertex) counter.update(Subject::frontier, Order::sequential, touched + w, word != 0);
      if (word == 0) continue;
      if constexpr (!T::every_vertex) touched[w] = 0;
      for_set_bits(word, w * 64, [&](std::uint64_t v) {
        settle(part, static_cast<std::uint32_t>(v), sums[v], tally, counter);
        counter.write(Subject::state, Order::sequential, sums + v);
        sums[v] = T::Combine::identity();
      });
    }
    keep_tally(part, begin / words_per_piece, tally);
  }

  void empty_ghosts(int part, std::uint64_t word, std::uint64_t slots, const CounterOf<P>& counter) {
    typename T::Message* sums = state_.sums[part].data();
    const std::uint32_t first = state_.sums_first[static_cast<std::size_t>(part)];
    const auto empty = [&](std::uint64_t slot) {
      counter.write(Subject::state, Order::sequential, sums + (slot - first));
      sums[slot - first] = T::Combine::identity();
    };
    if constexpr (T::every_vertex) {
      for_set_bits(low_bits(slots - word * 64), word * 64, empty);
    } else {
      std::uint64_t& touched = state_.touched[part][word];
      counter.update(Subject::frontier, Order::sequential, &touched, touched != 0);
      if (touched == 0) return;
      if constexpr (!T::ghosts_remember) for_set_bits(touched, word * 64, empty);
      touched = 0;
    }
  }

  State<P>& state_;
  const Control<P>& control_;
  std::vector<std::vector<Tally>> tallies_;  // [part][piece of the last sweep]
};

}  // namespace Atoll
