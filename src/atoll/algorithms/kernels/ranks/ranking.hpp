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
#include "atoll/algorithms/kernels/ranks/round_choice.hpp"
#include "atoll/algorithms/kernels/ranks/short_rows.hpp"
#include "atoll/algorithms/kernels/ranks/tiles.hpp"
#include "atoll/base/watch.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

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

// Throws Error(cancelled | resource).
RankingResult rank(const OnePart& graph, const RowTables& tables, const RankingOptions& options, Crew& crew,
                   const Watch& watch);
// By tables that nobody needs afterwards: they make room for the ranks.
RankingResult rank(const OnePart& graph, RowTables&& tables, const RankingOptions& options, Crew& crew,
                   const Watch& watch);

}  // namespace Atoll::kernels
