// SPDX-License-Identifier: Apache-2.0
// In which order the chunks of a graph are settled, stage by stage: a vertex hears what the stages before its own have
// said in this round, and the more arcs come from these, the fewer rounds there are. Usually stages are spread, so that
// the chunks beside each other follow one another wherever they lie: on the web, and where arcs lead both ways alike.
// But citations lead to what was there before. Where nearly all arcs of a directed graph lead one way, chunks are
// settled along them: in turn, some at a time, or in as many turns beside each other. Where hubs come first, chunks go
// from the last to the first: a hub that speaks before it has heard tells its old rank to nearly all. The rows of a
// chunk descend where nearly all its own arcs do.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"

namespace Atoll::kernels {

class StageOrder {
 public:
  // Of chunks whose vertices hear those before them in their chunk, or not. By a sample of the arcs. `processors`: of
  // the machine, whatever the threads.
  StageOrder(const OnePart& graph, bool hears_chunk, int processors);

  std::uint64_t stages() const { return way_.stages; }
  std::uint64_t chunks_of(std::uint64_t stage) const;
  std::uint64_t chunk(std::uint64_t stage, std::uint64_t i) const;  // of a stage, i below chunks_of(stage)
  bool rows_descend() const { return rows_descend_; }               // those of a chunk
  bool leads_one_way() const { return leads_one_way_; }             // nearly every arc between chunks
  double share_heard() const { return share_heard_; }               // of a directed graph's arcs, in the same round

 private:
  struct Way {
    std::uint64_t stages;
    bool spread;
    bool descends;
  };
  struct Sample;

  static std::uint64_t stage_of(const Way& way, std::uint64_t chunks, std::uint64_t chunk);
  void choose(const Sample& sample, std::uint64_t stages);

  std::uint64_t chunks_;
  Way way_;
  bool rows_descend_ = false;
  bool leads_one_way_ = false;
  double share_heard_ = 0;
};

}  // namespace Atoll::kernels
