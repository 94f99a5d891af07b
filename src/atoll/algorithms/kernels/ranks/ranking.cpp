// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/ranking.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "atoll/algorithms/kernels/ranks/leaping_rounds.hpp"
#include "atoll/algorithms/kernels/ranks/overshoot.hpp"
#include "atoll/algorithms/kernels/ranks/paired_rounds.hpp"
#include "atoll/algorithms/kernels/ranks/rank_start.hpp"
#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/algorithms/kernels/ranks/relaxed_rounds.hpp"
#include "atoll/algorithms/kernels/ranks/row_sums.hpp"
#include "atoll/algorithms/kernels/ranks/row_sweep.hpp"
#include "atoll/algorithms/kernels/ranks/rows_by_segments.hpp"
#include "atoll/algorithms/kernels/ranks/stage_order.hpp"
#include "atoll/algorithms/kernels/ranks/staged_rounds.hpp"
#include "atoll/algorithms/kernels/steps.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/dealer.hpp"

namespace Atoll::kernels {
namespace {

// Rounds in which every vertex hears what was said in the round before. Rows are settled in pieces, the graph's whatever
// the threads: strips or segments of tiles, sweeps of rows by segments, or chunks.
template <class Real>
class PlainRounds {
 public:
  PlainRounds(const OnePart& graph, const RowTables& tables, Ranks<Real>& ranks, Crew& crew)
      : graph_(graph),
        tables_(tables),
        ranks_(ranks),
        crew_(crew),
        segments_(segments_of(graph, tables, ranks, crew.machine())),
        changes_(pieces()),
        own_(static_cast<std::size_t>(crew.threads())),
        hand_(by_edges() ? std::clamp<std::uint64_t>(changes_.size() / (hands_per_thread * own_.size()), 1, hand_max)
                         : 1),
        dealer_(own_.size()) {}

  // The ranks become those of the round before, and the next ones their successors, `overshoot` as far from those
  // before. Returns how much a round of power iteration changes them.
  double operator()(double overshoot) {
    ranks_.begin_round();
    ++round_;
    crew_.run([&](Worker& me) {
      Own& own = own_[static_cast<std::size_t>(me.index)];
      dealer_.deal_hands(0, round_, changes_.size(), hand_, me, [&](std::uint64_t begin, std::uint64_t end) {
        crew_.poll();
        if (by_edges()) return settle_edges(begin, end, overshoot, own);
        changes_[begin] = settle(begin, overshoot, own);
      });
    });
    const double change = ranks_.end_round(changes_, overshoot);
    ranks_.swap();
    return change;
  }

 private:
  static constexpr std::uint32_t rows_together = 512;
  static constexpr std::size_t usual_row_max = 64;
  static constexpr std::uint32_t rows_per_sweep = 1u << 14;
  // RowsBySegments of edges that a thread takes at a time: it reads what all say once for each hand, and nobody waits long for
  // who has the last one.
  static constexpr std::uint64_t hands_per_thread = 4;
  static constexpr std::uint64_t hand_max = 16;
  struct Own {
    Array<Real> sums;
    Array<std::uint64_t> next;  // arc of each row
  };

  bool by_tiles() const { return !tables_.tiles().empty(); }
  bool by_edges() const { return !tables_.edges().empty(); }
  bool by_segments() const { return segments_.has_value(); }
  // To ask whether they suit takes a sample.
  static std::optional<RowsBySegments> segments_of(const OnePart& graph, const RowTables& tables,
                                                   const Ranks<Real>& ranks, const Machine& machine) {
    if (!tables.empty() || ranks.said_by_all() != 0) return {};
    const RowsBySegments segments(graph, sizeof(Real), machine);
    return segments.suit() ? std::optional(segments) : std::nullopt;
  }

  std::size_t pieces() const {
    if (by_tiles()) return tables_.tiles().strips();
    if (by_edges()) return tables_.edges().segments();
    if (by_segments()) return (std::uint64_t{graph_.vertices} + rows_per_sweep - 1) / rows_per_sweep;
    return graph_.chunks->count();
  }

  Change settle(std::uint64_t piece, double overshoot, Own& own) {
    if (by_tiles()) return settle_strip(piece, overshoot, own);
    if (by_segments()) return settle_sweep(piece, overshoot, own);
    return settle_chunk(piece, overshoot);
  }

  Change settle_strip(std::size_t strip, double overshoot, Own& own) {
    const Tiles& tiles = tables_.tiles();
    if (own.sums.empty()) own.sums = Array<Real>(visit_slots_max, Contents::whatever);
    const std::span sums = std::span(own.sums).first(tiles.rows(strip));
    tiles.add_up<Real>(strip, ranks_.said(), sums);
    return settle_sums(tiles.first_row(strip), sums, overshoot);
  }

  void settle_edges(std::size_t begin, std::size_t end, double overshoot, Own& own) {
    const EdgeTiles& tiles = tables_.edges();
    if (own.sums.empty()) own.sums = Array<Real>(tiles.slots_together(hand_), Contents::whatever);
    const auto place = [&](std::size_t segment) { return tiles.first(segment) - tiles.first(begin); };
    const std::span sums = std::span(own.sums).first(place(end - 1) + tiles.slots(end - 1));
    tiles.add_up<Real>(begin, end, ranks_.said(), sums);
    for (std::size_t i = begin; i < end; ++i)
      changes_[i] = settle_sums(tiles.first(i), sums.subspan(place(i), tiles.slots(i)), overshoot);
  }

  Change settle_sweep(std::uint64_t sweep, double overshoot, Own& own) {
    if (own.sums.empty()) {
      own.sums = Array<Real>(rows_per_sweep, Contents::whatever);
      own.next = Array<std::uint64_t>(rows_per_sweep, Contents::whatever);
    }
    const auto first = static_cast<std::uint32_t>(sweep * rows_per_sweep);
    const std::uint32_t count = std::min(rows_per_sweep, graph_.vertices - first);
    const std::span sums = std::span(own.sums).first(count);
    segments_->add_up(graph_.in, ranks_.said(), first, sums, std::span(own.next).first(count));
    return settle_sums(first, sums, overshoot);
  }

  // All sums of a block first, then all that follows from them: neither waits for the other.
  Change settle_chunk(std::uint64_t chunk, double overshoot) {
    std::array<Real, rows_together> sums;
    Change change;
    const std::span<const std::uint32_t> bounds = graph_.chunks->bounds();
    const std::uint32_t last = bounds[chunk + 1];
    for (std::uint64_t first = bounds[chunk]; first < last; first += rows_together) {
      const auto v = static_cast<std::uint32_t>(first);
      const std::span block = std::span(sums).first(std::min(rows_together, last - v));
      if (!hears_of_all(v, block)) add_up(v, block);
      change += settle_sums(v, block, overshoot);
    }
    return change;
  }

  // Where all say the same, as in the only round on a regular graph, no row is read.
  bool hears_of_all(std::uint32_t first, std::span<Real> sums) const {
    const Real said = ranks_.said_by_all();
    if (said == 0) return false;
    for (std::size_t i = 0; i < sums.size(); ++i)
      sums[i] = said * static_cast<Real>(graph_.in.degree(static_cast<std::uint32_t>(first + i)));
    return true;
  }

  void add_up(std::uint32_t first, std::span<Real> sums) {
    const Real* const said = ranks_.said();
    if (!tables_.short_rows().empty()) return tables_.short_rows().add_up(graph_.in, said, first, sums);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      const std::span<const std::uint32_t> row = graph_.in[static_cast<std::uint32_t>(first + i)];
      sums[i] = ranks_.are_alike() && row.size() <= usual_row_max
                    ? sum_of_usual_run(row, said)
                    : sum_of_row<Real>(row, graph_.vertices, [said](std::uint32_t u) { return said[u]; });
    }
  }

  Change settle_sums(std::uint32_t first, std::span<const Real> sums, double overshoot) {
    const std::size_t listed = std::max(first, ranks_.listed()) - first;
    return ranks_.settle(first, sums.first(std::min(sums.size(), listed)), overshoot);
  }

  const OnePart& graph_;
  const RowTables& tables_;
  Ranks<Real>& ranks_;
  Crew& crew_;
  std::optional<RowsBySegments> segments_;  // where rows are walked as they are, by these
  std::vector<Change> changes_;             // [piece]
  std::vector<Own> own_;                    // [thread]
  std::uint64_t hand_;                      // pieces that a thread takes at a time
  Dealer dealer_;
  std::uint64_t round_ = 0;
};

// Rounds of power iteration and, with a tolerance, beyond it: as far as the rounds before show.
template <class Real, class Round>
class PowerRounds {
 public:
  template <class Tables>
  PowerRounds(const OnePart& graph, const Tables& tables, const RankingOptions& options, Ranks<Real>& ranks, Crew& crew)
      : options_(options),
        ranks_(ranks),
        round_(graph, tables, ranks, crew),
        overshoot_(options.damping, ranks.listed(), static_cast<double>(graph.arcs)) {}

  double operator()() {
    const double change = round_(factor_);
    answer_ = factor_ == 1 ? ranks_.said() : ranks_.other();
    if (options_.rounds != Rounds::beyond) return change;
    const double next = overshoot_.after(change);
    // What a round of power iteration arrives at changes by less, times the damping: such a round may be the last.
    const double told = factor_ == 1 ? change * options_.damping : change;
    factor_ = overshoot_.expected() * options_.damping < near_tolerance * options_.tolerance ? 1 : next;
    return told;
  }
  // What the last round arrived at or, where it went beyond the power iteration, began with.
  Real* answer() { return answer_; }

 private:
  static constexpr double near_tolerance = 1.5;  // times it: a round that is expected to change so much may be the last

  const RankingOptions& options_;
  Ranks<Real>& ranks_;
  Round round_;
  Overshoot overshoot_;
  double factor_ = 1;
  Real* answer_ = nullptr;
};

std::uint64_t bytes_of_real(const RankingOptions& options) {
  return options.in_doubles ? sizeof(double) : sizeof(float);
}

// Whether tiles pay. In passing they do not where rows read from a last-level cache that is near, which has a line for
// each of many arcs as fast as tiles can be written: one of a few cores, not the slices of a whole socket.
bool tiles_suit(const OnePart& graph, const RankingOptions& options, Use use) {
  constexpr std::uint64_t near_cache_max = std::uint64_t{64} << 20;
  const bool in_passing = use == Use::once;
  const bool reads_are_near = options.cache_bytes > 0 && options.cache_bytes <= near_cache_max;
  return !(in_passing && reads_are_near) && Tiles::suit(graph, in_passing, options.processors);
}

// Whether stages of an undirected graph, which take fewer rounds, are ahead of tiles too: where a second-level cache holds what is heard, or
// all but a little. There a round by rows takes hardly longer than one by tiles, unless these are there already and
// rows long.
bool stages_outrun_tiles(const OnePart& graph, const RankingOptions& options, Use use) {
  constexpr std::uint64_t share_beyond_cache = 8;
  constexpr std::uint64_t long_row = 24;  // in the mean
  const std::uint64_t bytes = options.second_level_bytes + options.second_level_bytes / share_beyond_cache;
  return graph.vertices * bytes_of_real(options) <= bytes &&
         (use == Use::once || graph.arcs < long_row * graph.vertices);
}

// Whether all that stages keep of a vertex stays in the last-level cache, beside the rows that pass through it.
bool stages_are_cached(const OnePart& graph, const RankingOptions& options) {
  constexpr std::uint64_t reals_per_vertex = 8;
  return options.cache_bytes == 0 || graph.vertices * reals_per_vertex * bytes_of_real(options) <= options.cache_bytes;
}

// Rows may be put into tiles for them.
bool may_be_tiled(Rounds rounds) {
  return rounds == Rounds::power || rounds == Rounds::beyond || rounds == Rounds::leaping;
}

// Real: what is computed with.
template <class Real>
RankingResult rank_in(const OnePart& graph, const RowTables& tables, RowTables* spent, const RankingOptions& options,
                      Crew& crew, const Watch& watch) {
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
    } while (options.rounds != Rounds::settled && result.iterations < options.iterations_max &&
             !(result.change < options.tolerance));
    return round.answer();
  };
  const auto answer = [&] {
    if (options.rounds == Rounds::staged)
      return iterate(StagedRounds<Real>(graph, tables.short_rows(), options.processors, ranks, crew));
    if (options.rounds == Rounds::relaxed)
      return iterate(RelaxedRounds<Real>(graph, tables.relaxed(), options.tolerance, ranks, crew));
    if (options.rounds == Rounds::leaping)
      return iterate(LeapingRounds<Real, PlainRounds<Real>>(graph, tables, ranks, crew));
    if constexpr (std::is_same_v<Real, PairedRounds::Real>) {
      if (!tables.paired().empty())
        return iterate(PowerRounds<Real, PairedRounds>(graph, tables.paired(), options, ranks, crew));
    }
    return iterate(PowerRounds<Real, PlainRounds<Real>>(graph, tables, options, ranks, crew));
  };
  Real* const said = answer();
  if (spent != nullptr) *spent = {};
  result.ranks = ranks.take(said, crew);
  result.statistics = steps.take();
  return result;
}

}  // namespace

bool has_near_ends(const OnePart& graph) {
  constexpr std::uint64_t sample = 1024;
  const std::uint64_t share = graph.directed ? 10 : 2;
  const Random random(1);
  std::uint64_t arcs = 0;
  std::uint64_t near = 0;
  const std::span<const std::uint32_t> bounds = graph.chunks->bounds();
  for (std::uint64_t i = 0; i < sample && graph.vertices > 0; ++i) {
    const auto v = static_cast<std::uint32_t>(random.below(i, graph.vertices));
    const auto bound = std::ranges::upper_bound(bounds, v);
    for (const std::uint32_t u : graph.in[v]) near += u >= *(bound - 1) && u < *bound ? 1u : 0u;
    arcs += graph.in.degree(v);
  }
  return near * share > arcs;
}

Rounds rounds_of(const OnePart& graph, const RankingOptions& options, Use use) {
  const bool may_settle = options.tolerance > 0 && !graph.directed && options.jump.marks.empty();
  if (may_settle && starts_settled(graph, options.damping, options.tolerance)) return Rounds::settled;
  return rounds_after_all(graph, options, use);
}

Rounds rounds_after_all(const OnePart& graph, const RankingOptions& options, Use use) {
  if (options.tolerance == 0) return Rounds::power;
  const bool anywhere = options.jump.marks.empty();
  if (!graph.directed) {
    if (!anywhere) return Rounds::beyond;
    const bool by_tiles = use == Use::often && Tiles::pay_often(graph, options.processors);
    if (by_tiles && graph.near_order) return Rounds::beyond;
    if (has_near_ends(graph)) {
      if (RelaxedOrder::suits(graph)) return Rounds::relaxed;
      // Stages take fewer rounds where neighbours know each other, but of doubles tiles are the faster for many runs.
      return by_tiles && options.spread_dangling ? Rounds::beyond : Rounds::staged;
    }
    // Stages take fewer rounds, but cannot have tiles, which are the fastest where what is heard leaves the cache, and
    // keep more of a vertex, so that it leaves the last-level cache before.
    const bool staged = (stages_outrun_tiles(graph, options, use) || !tiles_suit(graph, options, use)) &&
                        stages_are_cached(graph, options);
    return staged ? Rounds::staged : Rounds::beyond;
  }
  if (options.spread_dangling) return Rounds::power;
  // By tiles rounds are more, but take so much less; not where stages hear nearly all in the same round, and take a few.
  constexpr double nearly_all = 0.75;
  constexpr std::uint64_t arcs_per_processor = 1u << 19;  // two strips of tiles at least
  const bool by_tiles = anywhere && use == Use::often && Tiles::pay_often(graph, options.processors) &&
                        graph.arcs >= arcs_per_processor * static_cast<std::uint64_t>(options.processors) &&
                        StageOrder(graph, has_near_ends(graph), options.processors).share_heard() < nearly_all;
  return by_tiles ? Rounds::leaping : Rounds::staged;
}

RowTables::Form RowTables::form_of(const OnePart& graph, const RankingOptions& options, Use use) {
  if (options.rounds == Rounds::settled) return Form::rows;
  if (options.rounds == Rounds::relaxed) return Form::relaxed;
  const bool pays = use == Use::often ? Tiles::pay_often(graph, options.processors) : tiles_suit(graph, options, use);
  if (may_be_tiled(options.rounds) && pays) {
    if (!EdgeTiles::suit(graph, options.processors)) return Form::tiles;
    return options.in_doubles || !PairedTiles::suit(graph, options.processors) ? Form::edges : Form::paired;
  }
  if (!ShortRows::suit(graph)) return Form::rows;
  // To make records takes a round, and more bytes than the arcs of a tree. In passing that pays where rows wait for the
  // one before, as along roads, and in power iteration, whose rounds are many.
  const bool in_passing = use == Use::once && (options.rounds == Rounds::staged || options.rounds == Rounds::beyond);
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
  if (options.rounds == Rounds::settled) {
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

RankingResult rank(const OnePart& graph, const RowTables& tables, RowTables* spent, const RankingOptions& options,
                   Crew& crew, const Watch& watch) {
  ATOLL_CHECK(options.damping >= 0 && options.damping < 1);
  ATOLL_CHECK(options.iterations_max >= 1);
  const auto in = options.in_doubles ? rank_in<double> : rank_in<float>;
  return in(graph, tables, spent, options, crew, watch);
}

}  // namespace Atoll::kernels
