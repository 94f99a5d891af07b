// SPDX-License-Identifier: Apache-2.0
// Which rounds suit a graph and a machine, and whether tiles do. Fewer rounds than the power iteration's reach a
// tolerance. Of an undirected graph by going beyond them or, where rows lead to near numbers, in place, by changing
// ranks by more than what is wrong if rows are short, and otherwise by stages, each of which hears what those before it
// in the round say; by stages too where rows are not put into tiles and stages stay in the last-level cache. Of a
// directed one by stages or, where it has tiles for many runs and stages would hear much of the round before, by going
// on from where rounds lead. So how many rounds there are depends on caches and processors, but not on threads. (Not
// where rank without an arc to follow is spread in a directed graph: it would be that of the round before, and the sum
// of all ranks would settle slowly.) Where an undirected graph starts from the answer by all that a sample shows, as
// regular ones do, one round is tried before tables are made.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/algorithms/kernels/use.hpp"
#include "atoll/algorithms/pagerank.hpp"

namespace Atoll::kernels {

enum class RoundKind : std::uint8_t {
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
  RoundKind rounds = RoundKind::power;
  std::uint64_t cache_bytes = 0;         // of one last-level cache, or 0
  std::uint64_t second_level_bytes = 0;  // of one second-level cache; 0: nobody asks what it holds
  int processors = 1;                    // of the machine, whatever the threads, so that these leave no trace
};

// Those that suit; without a tolerance, the power iteration.
RoundKind rounds_of(const OnePart& graph, const RankingOptions& options, Use use);
// Those that do where one settled round was not enough.
RoundKind rounds_after_all(const OnePart& graph, const RankingOptions& options, Use use);
// Whether a tenth of the arcs, or of an undirected graph most, come from the chunk of their end; of a sample.
bool has_near_ends(const OnePart& graph);
// Whether tiles pay. In passing they do not where rows read from a last-level cache that is near, which has a line for
// each of many arcs as fast as tiles can be written: one of a few cores, not the slices of a whole socket.
bool tiles_suit(const OnePart& graph, const RankingOptions& options, Use use);

}  // namespace Atoll::kernels
