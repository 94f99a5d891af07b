// SPDX-License-Identifier: Apache-2.0
// What a run did, superstep by superstep and part by part.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "atoll/engine/reason.hpp"
#include "atoll/exchange/access_counts.hpp"
#include "atoll/exchange/kind.hpp"

namespace Atoll {

// What the threads of a part's team spent their time on, summed over them.
struct PartSeconds {
  double computation = 0;  // processor time
  double communication = 0;
  double switching = 0;  // frontier upkeep and the change of direction
  double waiting = 0;    // wall minus processor time
};

struct PartStatistics {
  std::optional<PartSeconds> spent;   // none of a kernel, whose phases are not told apart
  std::uint64_t active_vertices = 0;  // its own that are active in the superstep
  std::uint64_t arcs_scanned = 0;
  std::uint64_t remote_updates = 0;  // messages that crossed to another part, after aggregation at the source
  std::shared_ptr<const AccessCounts> accesses;  // null unless the run is counted
};

// What a superstep was predicted to take.
struct Prediction {
  Direction direction = Direction::push;
  std::string exchange;
  double seconds = 0;
};

struct SuperstepStatistics {
  std::uint64_t number = 0;
  Direction direction = Direction::push;
  std::string exchange;
  Reason reason = {};  // of both
  double seconds = 0;  // wall
  std::uint64_t active_vertices = 0;
  std::uint64_t active_arcs = 0;
  std::vector<PartStatistics> parts = {};
  std::vector<Prediction> predicted = {};  // one of each way it could have gone; none where there was no choice
};

// Of all supersteps but in `supersteps`, which has the first ones: a path has as many as vertices, and parts may be
// thousands, and what nobody reads would take more memory than the run.
struct RunStatistics {
  // Supersteps that are listed, of so many parts.
  static std::size_t listed_max(std::size_t parts) {
    constexpr std::size_t most = 1'000, least = 16, entries_max = 50'000;
    return std::clamp(entries_max / std::max<std::size_t>(parts, 1), least, most);
  }

  std::vector<SuperstepStatistics> supersteps;
  std::uint64_t left_out = 0;         // supersteps after those
  double seconds = 0;                 // wall, from init to the last meet
  std::vector<std::uint64_t> ghosts;  // [part]
  std::uint64_t arcs_scanned = 0;
  std::uint64_t arcs_traversed = 0;  // a push scans what its active vertices have; a pull is credited with that
  std::uint64_t remote_updates = 0;
  double imbalance = 1;                  // slowest / mean computation over the parts
  std::optional<AccessCounts> accesses;  // none unless the run was counted

  std::uint64_t count() const { return supersteps.size() + left_out; }
  void add(SuperstepStatistics step);
  // What ran after this, for the same answer. Ghosts and imbalance stay those of the first.
  void append(const RunStatistics& later);

 private:
  void list(SuperstepStatistics step);
};

}  // namespace Atoll
