// SPDX-License-Identifier: Apache-2.0
// Rounds of PageRank on an undirected graph of short rows by successive over-relaxation (Young, Transactions of the AMS
// 76, 1954): what a vertex says is changed in place, by `factor` times what would make it right. By what is said along
// arcs the equations are symmetric and positive definite, so every factor below 2 converges (Ostrowski, Rendiconti del
// Circolo Matematico di Palermo 3, 1954). The one that is best where odd and even vertices alternate serves until the
// last rounds, which leave least when they only make right. The order is RelaxedOrder's, so the ranks are the same for
// any number of threads.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/algorithms/kernels/ranks/relaxed_order.hpp"
#include "atoll/algorithms/kernels/ranks/row_sums.hpp"
#include "atoll/topology/dealer.hpp"

namespace Atoll::kernels {

template <class Real>
class RelaxedRounds {
 public:
  RelaxedRounds(const OnePart& graph, const RelaxedOrder& order, double tolerance, Ranks<Real>& ranks, Crew& crew)
      : graph_(graph),
        order_(order),
        tolerance_(tolerance),
        ranks_(ranks),
        crew_(crew),
        factor_(2 / (1 + std::sqrt(1 - ranks.damping() * ranks.damping()))),
        moves_(order.turns() * order.pieces()),
        dealer_(order.turns() * static_cast<std::size_t>(crew.threads())) {}

  // Returns how much a round of power iteration would change what this one arrives at, at most: what a vertex moved its
  // neighbours that were settled before do not know yet, and beyond what was right it moved on purpose.
  double operator()() {
    ranks_.begin_round();
    ++round_;
    const Terms terms(factor_, ranks_.damping(), static_cast<double>(ranks_.base()));
    crew_.run([&](Worker& me) {
      for (std::uint32_t turn = 0; turn < order_.turns(); ++turn) {
        walk_turn(me, turn, terms);
        me.meet();
      }
    });
    Move all;
    for (const Move& move : moves_) all += move;
    const double change = (factor_ - 1) / factor_ * all.moved + ranks_.damping() * all.unknown;
    choose_factor(all);
    return change;
  }
  Real* answer() { return ranks_.said(); }

 private:
  // Of the ranks, L1.
  struct Move {
    double moved = 0;
    double unknown = 0;  // along arcs to those settled before
    void operator+=(const Move& other) {
      moved += other.moved;
      unknown += other.unknown;
    }
  };

  // A vertex with k ends says kept[k] times what it said + base[k] + heard[k] times what its four steps lead to, where
  // those beyond its ends lead to itself.
  struct Terms {
    static constexpr std::size_t counts = RelaxedOrder::ends_max + 1;
    std::array<Real, counts> kept{}, base{}, heard{}, number{};
    Real factor, damping, base_of_rank;

    Terms(double by, double damped, double every_rank)
        : factor(static_cast<Real>(by)),
          damping(static_cast<Real>(damped)),
          base_of_rank(static_cast<Real>(every_rank)) {
      for (std::size_t k = 1; k < counts; ++k) {
        const double ends = static_cast<double>(k);
        const double beyond = static_cast<double>(RelaxedOrder::ends_max) - ends;
        kept[k] = static_cast<Real>(1 - by - by * damped * beyond / ends);
        base[k] = static_cast<Real>(by * every_rank / ends);
        heard[k] = static_cast<Real>(by * damped / ends);
        number[k] = static_cast<Real>(ends);
      }
    }
  };

  void walk_turn(Worker& me, std::uint32_t turn, const Terms& terms) {
    const bool alone = turn + 1 == RelaxedOrder::turns_max;
    const auto walk = [&](std::uint64_t piece) {
      crew_.poll();
      Move& move = moves_[turn * order_.pieces() + piece] = {};
      if (turn == 0) return walk_piece(piece, terms, move);
      for (const std::uint32_t v : order_.waiting(turn, piece)) settle_row(v, terms, move);
    };
    if (alone) {
      for (std::uint64_t piece = 0; me.index == 0 && piece < order_.pieces(); ++piece) walk(piece);
      return;
    }
    dealer_.deal_shares(turn, round_, order_.pieces(), me, walk);
  }

  void walk_piece(std::uint64_t piece, const Terms& terms, Move& move) {
    const Blocks<RelaxedOrder::Apart>& apart = order_.apart(piece);
    std::uint32_t v = order_.first(piece);
    for (std::size_t i = 0; i < apart.size(); ++i) {
      walk_steps(v, apart[i].vertex, terms, move);
      if (!apart[i].waits) settle_row(apart[i].vertex, terms, move);
      v = apart[i].vertex + 1;
    }
    walk_steps(v, order_.last(piece), terms, move);
  }

  void walk_steps(std::uint32_t first, std::uint32_t last, const Terms& terms, Move& move) {
    Real* const said = ranks_.said();
    Real moved = 0, unknown = 0;
    for (std::uint32_t v = first; v < last; ++v) {
      const std::int16_t* const steps = order_.steps(v);
      const std::uint32_t ends = order_.ends(v);
      Real* const own = said + v;
      const Real sum = (own[steps[0]] + own[steps[1]]) + own[steps[2]];
      const Real before = *own;
      const Real rest = before * terms.kept[ends] + terms.base[ends];
      *own = rest + terms.heard[ends] * (sum + own[steps[3]]);
      const Real step = std::abs(*own - before);
      moved += step * terms.number[ends];
      unknown += step * terms.number[order_.settled_before(v)];
    }
    move += {static_cast<double>(moved), static_cast<double>(unknown)};
  }

  // What leads back to a vertex is right when the vertex is. Whoever is settled before is not counted here: perhaps all
  // are.
  void settle_row(std::uint32_t v, const Terms& terms, Move& move) {
    Real* const said = ranks_.said();
    const std::span<const std::uint32_t> row = graph_.in[v];
    const Real sum = sum_of_row<Real>(row, graph_.vertices, [said](std::uint32_t u) { return said[u]; });
    const Real before = said[v];
    const auto loops = static_cast<Real>(std::ranges::count(row, v));
    const Real others = static_cast<Real>(row.size()) - terms.damping * loops;
    const Real right = (terms.base_of_rank + terms.damping * (sum - loops * before)) / others;
    said[v] = before + terms.factor * (right - before);
    const double moved = std::abs(static_cast<double>(said[v] - before)) * static_cast<double>(row.size());
    move += {moved, moved};
  }

  void choose_factor(const Move& all) {
    const double corrected = all.moved / factor_;
    const double expected = before_ > 0 ? corrected * std::min(1.0, corrected / before_) : corrected;
    before_ = corrected;
    const double left = all.moved > 0 ? ranks_.damping() * all.unknown / all.moved * expected : 0;
    if (left < near_tolerance * tolerance_) factor_ = 1;
  }

  static constexpr double near_tolerance = 1.1;  // times it: the next round may be the last

  const OnePart& graph_;
  const RelaxedOrder& order_;
  double tolerance_;
  Ranks<Real>& ranks_;
  Crew& crew_;
  double factor_;
  double before_ = 0;        // how far the round before the last was from right
  std::vector<Move> moves_;  // [turn][piece]
  Dealer dealer_;
  std::uint64_t round_ = 0;
};

}  // namespace Atoll::kernels
