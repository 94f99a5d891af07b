// SPDX-License-Identifier: Apache-2.0
// PageRank on one part, by rows of arcs in: the specialised kernel beside the vertex program PageRank, its reference.
// It profits from hubs first: what most arcs read then stays in a cache. The same ranks for any number of threads.
#pragma once

#include <cstdint>
#include <variant>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/ranks/edge_tiles.hpp"
#include "atoll/algorithms/kernels/ranks/paired_tiles.hpp"
#include "atoll/algorithms/kernels/ranks/relaxed_order.hpp"
#include "atoll/algorithms/kernels/ranks/short_rows.hpp"
#include "atoll/algorithms/kernels/ranks/tiles.hpp"
#include "atoll/algorithms/pagerank.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// Fewer rounds than the power iteration's reach a tolerance. Of an undirected graph by going beyond them or, where rows
// lead to near numbers, in place, by changing ranks by more than what is wrong if rows are short, and otherwise by
// stages, each of which hears what those before it in the round say; by stages too where rows are not put into tiles and
// stages stay in the last-level cache. Of a directed one by stages or, where it has tiles for many runs and stages would
// hear much of the round before, by going on from where rounds lead. So how many rounds there are depends on caches and
// processors, but not on threads. (Not where rank without an arc to follow is spread in a directed graph: it would be
// that of the round before, and the sum of all ranks would settle slowly.) Where an undirected graph starts from the
// answer by all that a sample shows, as regular ones do, one round is tried before tables are made.
enum class Rounds : std::uint8_t {
  power,    // each from the ranks of the round before
  beyond,   // the same, and farther than that by what rounds have shown (overshoot.hpp)
  leaping,  // the same, and now and then from where rounds lead (leaping_rounds.hpp)
  staged,   // stage after stage (staged_rounds.hpp)
  relaxed,  // in place (relaxed_rounds.hpp)
  settled,  // one, which is to show that the start was the answer
};

struct RankingOptions {
  double damping = 0.85;             // [0, 1)
  double tolerance = 0;              // L1, of the change of a round; 0: all rounds are made
  std::uint64_t iterations_max = 1;  // 1 at least
  bool spread_dangling = true;
  bool in_doubles = true;  // what is computed with, or in floats
  Jump jump = {};          // marks by slot
  Rounds rounds = Rounds::power;
  std::uint64_t cache_bytes = 0;         // of one last-level cache, or 0
  std::uint64_t second_level_bytes = 0;  // of one second-level cache; 0: nobody asks what it holds
  int processors = 1;                    // of the machine, whatever the threads, so that these leave no trace
};

// How many runs share the tables that rows are put into: one, in whose time they are made, or many.
enum class Use : std::uint8_t { once, often };

// Those that suit; without a tolerance, the power iteration.
Rounds rounds_of(const OnePart& graph, const RankingOptions& options, Use use);
// Those that do where one settled round was not enough.
Rounds rounds_after_all(const OnePart& graph, const RankingOptions& options, Use use);
// Whether a tenth of the arcs, or of an undirected graph most, come from the chunk of their end; of a sample.
bool has_near_ends(const OnePart& graph);

struct RankingResult {
  std::variant<Array<double>, Array<float>> ranks;  // [vertices], by the user's vertex: what was computed with
  std::uint64_t iterations = 0;                     // rounds, 1 at least
  double change = 0;                                // L1, of the last round
  RunStatistics statistics;
};

// The rows of a graph in the form that suits it and these rounds.
class RowTables {
 public:
  RowTables() = default;
  RowTables(const OnePart& graph, const RankingOptions& options, Crew& crew, Use use);

  // Whether they are of the form that suits these rounds, for many runs.
  bool serve(const OnePart& graph, const RankingOptions& options) const;
  // Whether rows are walked as they are.
  bool empty() const { return form_ == Form::rows; }
  // What those that are a copy of the arcs take at most.
  static std::uint64_t bytes_max(const OnePart& graph, const RankingOptions& options, Use use);

  const ShortRows& short_rows() const { return short_rows_; }
  const RelaxedOrder& relaxed() const { return relaxed_; }
  const Tiles& tiles() const { return tiles_; }
  const EdgeTiles& edges() const { return edges_; }
  const PairedTiles& paired() const { return paired_; }

 private:
  enum class Form : std::uint8_t { rows, short_rows, relaxed, tiles, edges, paired };  // rows: walked as they are
  static Form form_of(const OnePart& graph, const RankingOptions& options, Use use);

  Form form_ = Form::rows;
  ShortRows short_rows_;
  RelaxedOrder relaxed_;
  Tiles tiles_;
  EdgeTiles edges_;
  PairedTiles paired_;
};

// `spent`: the tables, if nobody needs them afterwards; then they make room for the ranks.
// Throws Error(cancelled | resource).
RankingResult rank(const OnePart& graph, const RowTables& tables, RowTables* spent, const RankingOptions& options,
                   Crew& crew, const Watch& watch);

}  // namespace Atoll::kernels
