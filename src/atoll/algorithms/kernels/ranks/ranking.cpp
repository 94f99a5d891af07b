// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/ranking.hpp"

#include <type_traits>

#include "atoll/algorithms/kernels/ranks/leaping_rounds.hpp"
#include "atoll/algorithms/kernels/ranks/paired_rounds.hpp"
#include "atoll/algorithms/kernels/ranks/plain_rounds.hpp"
#include "atoll/algorithms/kernels/ranks/power_rounds.hpp"
#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/algorithms/kernels/ranks/relaxed_rounds.hpp"
#include "atoll/algorithms/kernels/ranks/row_sweep.hpp"
#include "atoll/algorithms/kernels/ranks/staged_rounds.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/function_ref.hpp"

namespace Atoll::kernels {
namespace {

// Rows may be put into tiles for them.
bool may_be_tiled(RoundKind rounds) {
  return rounds == RoundKind::power || rounds == RoundKind::beyond || rounds == RoundKind::leaping;
}

// Real: what is computed with. spend(): after the last round.
template <class Real>
RankingResult rank_in(const OnePart& graph, const RowTables& tables, FunctionRef<void()> spend,
                      const RankingOptions& options, Crew& crew, const Watch& watch) {
  Steps steps(watch);
  RankingResult result;
  Ranks<Real> ranks(graph, options);
  ranks.start(crew);
  const std::uint64_t scanned = ranks.said_by_all() == 0 ? graph.arcs : 0;  // or one round, by rows, that reads none
  const auto iterate = [&](auto&& round) {
    do {
      result.change = round();
      ++result.iterations;
      steps.add({.vertices = graph.vertices, .scanned = scanned, .direction = Direction::pull});
      watch.poll();
    } while (options.rounds != RoundKind::settled && result.iterations < options.iterations_max &&
             !(result.change < options.tolerance));
    return round.answer();
  };
  const auto answer = [&] {
    if (options.rounds == RoundKind::staged)
      return iterate(StagedRounds<Real>(graph, tables.short_rows(), options.processors, ranks, crew));
    if (options.rounds == RoundKind::relaxed)
      return iterate(RelaxedRounds<Real>(graph, tables.relaxed(), options.tolerance, ranks, crew));
    if (options.rounds == RoundKind::leaping)
      return iterate(LeapingRounds<Real, PlainRounds<Real>>(graph, tables, ranks, crew));
    if constexpr (std::is_same_v<Real, PairedRounds::Real>) {
      if (!tables.paired().empty())
        return iterate(PowerRounds<Real, PairedRounds>(graph, tables.paired(), options, ranks, crew));
    }
    return iterate(PowerRounds<Real, PlainRounds<Real>>(graph, tables, options, ranks, crew));
  };
  Real* const said = answer();
  spend();
  result.ranks = ranks.take(said, crew);
  result.statistics = steps.take();
  return result;
}

RankingResult rank_by(const OnePart& graph, const RowTables& tables, FunctionRef<void()> spend,
                      const RankingOptions& options, Crew& crew, const Watch& watch) {
  ATOLL_CHECK(options.damping >= 0 && options.damping < 1);
  ATOLL_CHECK(options.iterations_max >= 1);
  const auto in = options.in_doubles ? rank_in<double> : rank_in<float>;
  return in(graph, tables, spend, options, crew, watch);
}

}  // namespace

RowTables::Form RowTables::form_of(const OnePart& graph, const RankingOptions& options, Use use) {
  if (options.rounds == RoundKind::settled) return Form::rows;
  if (options.rounds == RoundKind::relaxed) return Form::relaxed;
  const bool pays = use == Use::often ? Tiles::pay_often(graph, options.processors) : tiles_suit(graph, options, use);
  if (may_be_tiled(options.rounds) && pays) {
    if (!EdgeTiles::suit(graph, options.processors)) return Form::tiles;
    return options.in_doubles || !PairedTiles::suit(graph, options.processors) ? Form::edges : Form::paired;
  }
  if (!ShortRows::suit(graph)) return Form::rows;
  // To make records takes a round, and more bytes than the arcs of a tree. In passing that pays where rows wait for the
  // one before, as along roads, and in power iteration, whose rounds are many.
  const bool in_passing =
      use == Use::once && (options.rounds == RoundKind::staged || options.rounds == RoundKind::beyond);
  return in_passing && !wait_for_the_row_before(graph.in, graph.vertices) ? Form::rows : Form::short_rows;
}

RowTables::RowTables(const OnePart& graph, const RankingOptions& options, Crew& crew, Use use)
    : form_(form_of(graph, options, use)) {
  switch (form_) {
    case Form::rows: break;
    case Form::short_rows: short_rows_ = ShortRows(graph, crew); break;
    case Form::relaxed: relaxed_ = RelaxedOrder(graph, crew); break;
    case Form::tiles: tiles_ = Tiles(graph, crew); break;
    case Form::edges: edges_ = EdgeTiles(graph, EdgeTiles::bound_of(graph, options.processors), crew); break;
    case Form::paired: paired_ = PairedTiles(graph, crew); break;
  }
}

bool RowTables::serve(const OnePart& graph, const RankingOptions& options) const {
  return form_ == form_of(graph, options, Use::often);
}

std::uint64_t RowTables::bytes_max(const OnePart& graph, const RankingOptions& options, Use use) {
  if (options.rounds == RoundKind::settled) {
    RankingOptions after_all = options;
    after_all.rounds = rounds_after_all(graph, options, Use::once);
    return bytes_max(graph, after_all, Use::once);
  }
  switch (form_of(graph, options, use)) {
    case Form::tiles: return graph.arcs * Tiles::bytes_per_arc_max;
    case Form::edges:
    case Form::paired: return graph.arcs * EdgeTiles::bytes_per_arc_max;
    default: return 0;
  }
}

RankingResult rank(const OnePart& graph, const RowTables& tables, const RankingOptions& options, Crew& crew,
                   const Watch& watch) {
  return rank_by(graph, tables, [] {}, options, crew, watch);
}

RankingResult rank(const OnePart& graph, RowTables&& tables, const RankingOptions& options, Crew& crew,
                   const Watch& watch) {
  return rank_by(graph, tables, [&] { tables = {}; }, options, crew, watch);
}

}  // namespace Atoll::kernels
