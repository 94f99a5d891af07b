// SPDX-License-Identifier: Apache-2.0
// Rounds of PageRank by tiles that have each edge once (paired_tiles.hpp). What a vertex says and what it has heard lie
// side by side, as a vector of two: one load has both, and what it says and what it hears are added with one addition each.
// A segment is settled by whoever has its last tile. Where a vertex has many arcs, what it heard is put aside now and
// then, so that what one more says is not lost in a long sum.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/paired_tiles.hpp"
#include "atoll/algorithms/kernels/ranks.hpp"
#include "atoll/topology/turns.hpp"

namespace Atoll::kernels {

class PairedRounds {
 public:
  using Real = float;

  PairedRounds(const OnePart& graph, const PairedTiles& tiles, Ranks<Real>& ranks, Crew& crew)
      : tiles_(tiles),
        ranks_(ranks),
        crew_(crew),
        slots_(graph.vertices, Contents::whatever),
        aside_(tiles.hubs()),
        changes_(tiles.segments()),
        own_(static_cast<std::size_t>(crew.threads())),
        turns_(tiles.segments()) {
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
          play(me, tiles_.tile(turn, static_cast<std::uint32_t>(first) + i % count), overshoot, sums);
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

  // Visits of one length: the loop over a short one is unrolled. Parallel arcs lead to one slot twice, so each is stored
  // before the next is read. Returns what follows the last one's words.
  template <std::uint32_t length>
  static const std::uint16_t* walk_short(std::uint32_t count, std::uint32_t, const std::uint16_t* at, Slot* rows,
                                         Slot* ends) {
    for (; count > 0; --count, at += length + 1) {
      const Slot told{0, rows[at[0]][said]};
      Slot sum = {};
      for (std::uint32_t i = 1; i <= length; ++i) {
        Slot& end = ends[at[i]];
        sum += end;
        end += told;
      }
      rows[at[0]] += Slot{0, sum[said]};
    }
    return at;
  }
  static void walk_row(std::uint32_t length, const std::uint16_t* at, Slot& row, Slot* ends) {
    const Slot told{0, row[said]};
    constexpr std::uint32_t lanes = 4;
    std::array<Slot, lanes> sums{};
    for (; length >= lanes; length -= lanes, at += lanes) {
      for (std::uint32_t i = 0; i < lanes; ++i) {
        sums[i] += ends[at[i]];
        ends[at[i]] += told;
      }
    }
    for (; length > 0; --length, ++at) {
      sums[0] += ends[*at];
      ends[*at] += told;
    }
    const Slot sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    row += Slot{0, sum[said]};
  }
  static const std::uint16_t* walk_any(std::uint32_t count, std::uint32_t length, const std::uint16_t* at, Slot* rows,
                                       Slot* ends) {
    for (; count > 0; --count, at += length + 1) walk_row(length, at + 1, rows[at[0]], ends);
    return at;
  }
  static const std::uint16_t* walk_long(std::uint32_t count, std::uint32_t, const std::uint16_t* at, Slot* rows,
                                        Slot* ends) {
    for (; count > 0; --count) {
      const std::uint32_t length = at[1] | std::uint32_t{at[2]} << 16;
      walk_row(length, at + 3, rows[at[0]], ends);
      at += length + 3;
    }
    return at;
  }
  static constexpr auto walks = []<std::uint32_t... shorter>(std::integer_sequence<std::uint32_t, shorter...>) {
    return std::array{walk_long, walk_short<shorter + 1>...};
  }(std::make_integer_sequence<std::uint32_t, 8>());

  void play(Worker& me, const PairedTiles::Tile* tile, double overshoot, std::span<Real> sums) {
    if (tile == nullptr) return;
    turns_.wait(tile->rows, tile->tiles_before_of_rows, me);
    turns_.wait(tile->ends, tile->tiles_before_of_ends, me);
    walk(*tile);
    if (tile->is_last()) {
      changes_[tile->rows] = settle(tile->rows, overshoot, sums);
    } else {
      turns_.pass(tile->rows);
      turns_.pass(tile->ends);
    }
  }

  void walk(const PairedTiles::Tile& tile) {
    const auto hubs = static_cast<std::uint32_t>(tiles_.hubs(tile.ends).size());
    const std::uint32_t count_max = hubs > 0 ? std::max(visits_per_sum, hubs) : ~std::uint32_t{0};
    const std::uint16_t* at = tiles_.words(tile);
    Slot* const rows = slots_.data() + tiles_.first(tile.rows);
    Slot* const ends = slots_.data() + tiles_.first(tile.ends);
    std::uint32_t since = 0;  // visits, since sums were put aside
    for (const Visits& visits : tile.visits) {
      const auto walk_some = visits.length < walks.size() ? walks[visits.length] : walk_any;
      for (std::uint32_t left = visits.count; left > 0;) {
        const std::uint32_t count = std::min(left, count_max - since);
        at = walk_some(count, visits.length, at, rows, ends);
        left -= count;
        since += count;
        if (since < count_max) continue;
        put_aside(tile.ends);
        since = 0;
      }
    }
    if (hubs > 0 && since > 0) put_aside(tile.ends);
  }

  void put_aside(std::uint32_t segment) {
    Real* aside = aside_.data() + tiles_.hubs_before(segment);
    for (const std::uint32_t v : tiles_.hubs(segment)) {
      *aside++ += slots_[v][heard];
      slots_[v][heard] = 0;
    }
  }

  Change settle(std::uint32_t segment, double overshoot, std::span<Real> sums) {
    const std::uint32_t first = tiles_.first(segment);
    const std::uint32_t listed = std::max(first, ranks_.listed()) - first;
    sums = sums.first(std::min(tiles_.slots(segment), listed));
    Slot* const slots = slots_.data() + first;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] = slots[i][heard];
    Real* aside = aside_.data() + tiles_.hubs_before(segment);
    for (const std::uint32_t v : tiles_.hubs(segment)) sums[v - first] += std::exchange(*aside++, Real{0});
    for (const auto& [vertex, times] : tiles_.loops(segment))
      sums[vertex - first] += static_cast<Real>(times) * slots[vertex - first][said];
    const Change change = ranks_.settle(first, sums, overshoot);
    for (std::size_t i = 0; i < sums.size(); ++i) slots[i] = Slot{ranks_.other()[first + i], 0};
    return change;
  }

  static constexpr std::uint32_t visits_per_sum = 1u << 11;

  const PairedTiles& tiles_;
  Ranks<Real>& ranks_;
  Crew& crew_;
  Array<Slot> slots_;             // [vertices]
  Array<Real> aside_;             // [hub]
  std::vector<Change> changes_;   // [segment]
  std::vector<Array<Real>> own_;  // [thread][slots of a segment]: sums
  Turns turns_;                   // of segments
};

}  // namespace Atoll::kernels
