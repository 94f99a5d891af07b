// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranking.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <vector>

#include "atoll/algorithms/kernels/overshoot.hpp"
#include "atoll/algorithms/kernels/ranks.hpp"
#include "atoll/algorithms/kernels/staged_rounds.hpp"
#include "atoll/algorithms/kernels/steps.hpp"

namespace Atoll::kernels {
namespace {

// Rounds in which every vertex hears what was said in the round before: by tiles, or by chunks of rows.
template <class Real>
class PlainRounds {
 public:
  PlainRounds(const OnePart& graph, const RowTables& tables, Ranks<Real>& ranks, Crew& crew)
      : graph_(graph),
        tables_(tables),
        ranks_(ranks),
        crew_(crew),
        changes_(tables.tiles.empty() ? std::max<std::size_t>(graph.chunks.size(), 1) - 1 : tables.tiles.strips()) {
    if (!tables.tiles.empty()) strip_sums_.resize(static_cast<std::size_t>(crew.threads()));
  }

  // The ranks become those of the round before, and the next ones their successors, `overshoot` as far from those
  // before. Returns how much a round of power iteration changes them.
  double operator()(double overshoot) {
    ranks_.begin_round();
    std::atomic<std::uint64_t> next{0};
    crew_.run([&](Worker& me) {
      for (std::uint64_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < changes_.size();) {
        crew_.poll();
        changes_[i] = tables_.tiles.empty() ? settle_chunk(i, overshoot) : settle_strip(i, overshoot, me);
      }
    });
    const double change = ranks_.end_round(changes_, overshoot);
    ranks_.swap();
    return change;
  }

 private:
  static constexpr std::uint32_t vertices_per_block = 512;

  // All sums of a block first, then all that follows from them: neither waits for the other.
  Change settle_chunk(std::uint64_t chunk, double overshoot) {
    std::array<Real, vertices_per_block> sums;
    Change change;
    const std::uint32_t last = std::min(graph_.chunks[chunk + 1], ranks_.listed());
    for (std::uint32_t v = graph_.chunks[chunk]; v < last; v += vertices_per_block) {
      const std::span block = std::span(sums).first(std::min(vertices_per_block, last - v));
      add_up(v, block);
      change += ranks_.settle(v, ranks_.said(), block, overshoot);
    }
    return change;
  }

  void add_up(std::uint32_t first, std::span<Real> sums) {
    const Real* const said = ranks_.said();
    if (!tables_.short_rows.empty()) return tables_.short_rows.add_up(graph_.in, said, first, sums);
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = sum_of_row<Real>(graph_.in[static_cast<std::uint32_t>(first + i)], graph_.vertices,
                                 [said](std::uint32_t u) { return said[u]; });
  }

  Change settle_strip(std::size_t strip, double overshoot, const Worker& me) {
    const Tiles& tiles = tables_.tiles;
    const std::uint32_t first = tiles.first_row(strip);
    if (first >= ranks_.listed()) return {};
    Array<Real>& mine = strip_sums_[static_cast<std::size_t>(me.index)];
    if (mine.empty()) mine = Array<Real>(Tiles::rows_max, Contents::whatever);
    const std::span sums = std::span(mine).first(tiles.rows(strip));
    tiles.add_up<Real>(strip, ranks_.said(), sums);
    const std::size_t listed = std::min<std::size_t>(sums.size(), ranks_.listed() - first);
    return ranks_.settle(first, ranks_.said(), sums.first(listed), overshoot);
  }

  const OnePart& graph_;
  const RowTables& tables_;
  Ranks<Real>& ranks_;
  Crew& crew_;
  std::vector<Array<Real>> strip_sums_;  // [thread]
  std::vector<Change> changes_;          // [chunk], or [strip]
};

}  // namespace

RowTables::RowTables(const OnePart& graph, Crew& crew, Use use) {
  if (Tiles::suit(graph, use == Use::once)) {
    tiles = Tiles(graph, crew);
  } else if (ShortRows::suit(graph)) {
    short_rows = ShortRows(graph, crew);
  }
}

template <class Real>
RankingResult rank(const OnePart& graph, const RowTables& tables, const RankingOptions& options,
                   std::span<double> ranks, Crew& crew, const Watch& watch) {
  Steps steps(watch);
  RankingResult result;
  Ranks<Real> current(graph, options);
  current.start(crew);
  Overshoot overshoot(options.damping);
  double factor = 1;
  std::optional<StagedRounds<Real>> by_stages;
  if (options.goes_by_stages()) by_stages.emplace(graph, current, crew);
  PlainRounds<Real> plain(graph, tables, current, crew);
  do {
    result.change = by_stages ? (*by_stages)() : plain(factor);
    ++result.iterations;
    steps.add({.vertices = graph.vertices, .scanned = graph.arcs, .direction = Direction::pull});
    watch.poll();
    if (options.overshoots()) factor = overshoot.after(result.change);
  } while (result.iterations < options.iterations_max && !(result.change < options.tolerance));
  current.write(ranks, crew);
  result.statistics = steps.take();
  return result;
}

template RankingResult rank<float>(const OnePart&, const RowTables&, const RankingOptions&, std::span<double>, Crew&,
                                   const Watch&);
template RankingResult rank<double>(const OnePart&, const RowTables&, const RankingOptions&, std::span<double>, Crew&,
                                    const Watch&);

}  // namespace Atoll::kernels
