// SPDX-License-Identifier: Apache-2.0
// A sample of what a scan will access: a few runs of consecutive rows, drawn with a seed so that each arc is as likely as
// another to begin one, in the order in which a part will scan them. The same runs tell how soon slots come again in one
// address space, and where parts have ghosts. What it costs does not grow with the graph.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "atoll/model/reuse.hpp"
#include "atoll/partition/partition.hpp"
#include "atoll/topology/ranked_bits.hpp"

namespace Atoll {

class ScanSample {
 public:
  static constexpr std::uint64_t arcs_per_run = std::uint64_t{1} << 16;
  static constexpr std::uint64_t runs_max = 8;
  static constexpr std::uint64_t cache_bytes_max = arcs_per_run * line_bytes;  // larger ones a run cannot fill

  // The graph and the partition must outlive it.
  ScanSample(const Graph& graph, const Partition& partition, Grouping grouping);

  // Of one address space: a slot for every vertex.
  void play_one_space(std::span<ReuseMeter> meters, Crew& crew) const;
  // Of a part whose own vertices come first and its ghosts, which are ranked, behind them.
  void play_ghosted(int part, const RankedBits& ghosts, std::span<ReuseMeter> meters, Crew& crew) const;

  // Of the arcs that begin the runs, the share whose other end another part owns.
  double remote_share() const;

 private:
  struct Run {
    int part = 0;
    std::uint64_t first = 0;  // internal ids of its rows
    std::uint64_t last = 0;
  };
  template <class Visit>
  void for_ends(const Run& run, const Visit& visit) const;
  template <class SlotOf>
  void play(std::span<const Run> runs, const SlotOf& slot_of, std::span<ReuseMeter> meters, Crew& crew) const;

  const GroupedRows& rows_;
  const Partition& partition_;
  std::vector<Run> runs_;  // by part
};

}  // namespace Atoll
