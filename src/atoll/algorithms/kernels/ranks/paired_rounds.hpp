// SPDX-License-Identifier: Apache-2.0
// Rounds of PageRank in which both ends of an edge hear each other at once (paired_tiles.hpp). What a vertex says and
// what it has heard lie side by side, as a vector of two: one load has both, and what it says and what it hears are
// added with one addition each. A segment is settled by whoever has its last tile. Where a vertex has many arcs, what
// it heard is put aside now and then, so that what one more says is not lost in a long sum.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/ranks/paired_tiles.hpp"
#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/algorithms/kernels/ranks/row_sums.hpp"
#include "atoll/topology/turns.hpp"

namespace Atoll::kernels {

class PairedRounds {
 public:
  using Real = float;

  PairedRounds(const OnePart& graph, const PairedTiles& tiles, Ranks<Real>& ranks, Crew& crew)
      : tiles_(tiles),
        edges_(tiles.edges()),
        ranks_(ranks),
        crew_(crew),
        slots_(graph.vertices, Contents::whatever),
        aside_(edges_.hubs()),
        changes_(edges_.segments()),
        own_(static_cast<std::size_t>(crew.threads())),
        turns_(edges_.segments()) {
    for (Array<Real>& sums : own_) sums = Array<Real>(PairedTiles::slots_max, Contents::whatever);
    crew.for_chunks(ranks.listed(), PairedTiles::slots_max, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) slots_[v] = Slot{ranks.said()[v], 0};
    });
  }

  // The ranks become those of the round before, and the next ones their successors, `overshoot` as far from those
  // before. Returns how much a round of power iteration changes them.
  double operator()(double overshoot) {
    ranks_.begin_round();
    turns_.begin_again();
    crew_.run([&](Worker& me) {
      const auto [first, last] = me.stretch_of(tiles_.tables());
      const auto count = static_cast<std::uint32_t>(last - first);
      const std::span<Real> sums = own_[static_cast<std::size_t>(me.index)];
      // Who comes from the tables of others comes to my first or last one: these wait until the end of the turn.
      for (std::uint32_t turn = 0; turn < tiles_.turns(); ++turn) {
        crew_.poll();
        for (std::uint32_t i = 1; i <= count; ++i)
          play(me, tiles_.game(turn, static_cast<std::uint32_t>(first) + i % count), overshoot, sums);
      }
    });
    const double change = ranks_.end_round(changes_, overshoot);
    ranks_.swap();
    return change;
  }

 private:
  // What a vertex says along each of its arcs, and the sum of what it has heard.
  using Slot [[gnu::vector_size(2 * sizeof(Real))]] = Real;
  static constexpr int said = 0, heard = 1;

  // Either end of each edge of a visit hears the other. Parallel arcs lead to one slot twice, so each is stored before
  // the next is read; and whole, for whoever reads it next wants both.
  struct HearBoth {
    template <std::uint32_t length>
    void few(std::uint16_t row, const std::uint16_t* at) const {
      const Slot told{0, rows[row][said]};
      Slot sum = ends[at[0]];
      ends[at[0]] = sum + told;
      for (std::uint32_t i = 1; i < length; ++i) {
        Slot& end = ends[at[i]];
        sum += end;
        end += told;
      }
      rows[row] += Slot{0, sum[said]};
    }
    void many(std::uint16_t row, std::span<const std::uint16_t> run) const {
      const Slot told{0, rows[row][said]};
      const auto hear = [&](std::span<const std::uint16_t> some) { return hear_run(told, some); };
      rows[row] += Slot{0, sum_by_runs<Real>(run, hear)};
    }
    Real hear_run(Slot told, std::span<const std::uint16_t> run) const {
      constexpr std::size_t lanes = 4;
      const std::uint16_t* at = run.data();
      std::array<Slot, lanes> sums{};
      std::size_t left = run.size();
      for (; left >= lanes; left -= lanes, at += lanes) {
        for (std::size_t i = 0; i < lanes; ++i) {
          sums[i] += ends[at[i]];
          ends[at[i]] += told;
        }
      }
      for (; left > 0; --left, ++at) {
        sums[0] += ends[*at];
        ends[*at] += told;
      }
      const Slot sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
      return sum[said];
    }

    Slot* rows;
    Slot* ends;
  };

  void play(Worker& me, const PairedTiles::Game& game, double overshoot, std::span<Real> sums) {
    if (game.tile == nullptr) return;
    const auto [rows, ends] = std::pair(game.tile->rows, game.tile->ends);
    turns_.wait(rows, game.tiles_before_of_rows, me);
    turns_.wait(ends, game.tiles_before_of_ends, me);
    const HearBoth hear{.rows = slots_.data() + edges_.first(rows), .ends = slots_.data() + edges_.first(ends)};
    edges_.walk(*game.tile, hear, [&] { put_aside(ends, edges_.large_hubs(ends)); });
    put_aside(ends, edges_.hubs(ends));
    if (rows != ends) put_aside(rows, edges_.hubs(rows));
    if (game.is_last()) {
      changes_[rows] = settle(rows, overshoot, sums);
    } else {
      turns_.pass(rows);
      turns_.pass(ends);
    }
  }

  // Of the first hubs of a segment, or all.
  void put_aside(std::uint32_t segment, std::span<const std::uint32_t> hubs) {
    double* aside = aside_.data() + edges_.hubs_before(segment);
    for (const std::uint32_t v : hubs) {
      *aside++ += static_cast<double>(slots_[v][heard]);
      slots_[v][heard] = 0;
    }
  }

  Change settle(std::uint32_t segment, double overshoot, std::span<Real> sums) {
    const std::uint32_t first = edges_.first(segment);
    const std::uint32_t listed = std::max(first, ranks_.listed()) - first;
    sums = sums.first(std::min(edges_.slots(segment), listed));
    Slot* const slots = slots_.data() + first;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = slots[i][heard];
    double* aside = aside_.data() + edges_.hubs_before(segment);
    for (const std::uint32_t v : edges_.hubs(segment))
      sums[v - first] = static_cast<Real>(static_cast<double>(sums[v - first]) + std::exchange(*aside++, 0));
    for (const auto& [vertex, times] : edges_.loops(segment))
      sums[vertex - first] += static_cast<Real>(times) * slots[vertex - first][said];
    const Change change = ranks_.settle(first, sums, overshoot);
    for (std::size_t i = 0; i < sums.size(); ++i) slots[i] = Slot{ranks_.other()[first + i], 0};
    return change;
  }

  const PairedTiles& tiles_;
  const EdgeTiles& edges_;
  Ranks<Real>& ranks_;
  Crew& crew_;
  Array<Slot> slots_;             // [vertices]
  Array<double> aside_;           // [hub]
  std::vector<Change> changes_;   // [segment]
  std::vector<Array<Real>> own_;  // [thread][slots of a segment]: sums
  Turns turns_;                   // of segments
};

}  // namespace Atoll::kernels
