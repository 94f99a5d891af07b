// SPDX-License-Identifier: Apache-2.0
#include "atoll/engine/statistics.hpp"

#include <utility>

namespace Atoll {

void RunStatistics::add(SuperstepStatistics step) {
  std::uint64_t scanned = 0;
  for (const PartStatistics& part : step.parts) {
    scanned += part.arcs_scanned;
    remote_updates += part.remote_updates;
    if (part.accesses == nullptr) continue;
    if (!accesses) accesses.emplace();
    *accesses += *part.accesses;
  }
  arcs_scanned += scanned;
  arcs_traversed += step.direction == Direction::pull ? step.active_arcs : scanned;
  list(std::move(step));
}

void RunStatistics::append(const RunStatistics& later) {
  for (const SuperstepStatistics& step : later.supersteps) list(step);
  left_out += later.left_out;
  seconds += later.seconds;
  arcs_scanned += later.arcs_scanned;
  arcs_traversed += later.arcs_traversed;
  remote_updates += later.remote_updates;
  if (!later.accesses) return;
  if (!accesses) accesses.emplace();
  *accesses += *later.accesses;
}

void RunStatistics::list(SuperstepStatistics step) {
  if (supersteps.size() < listed_max(step.parts.size())) {
    supersteps.push_back(std::move(step));
  } else {
    ++left_out;
  }
}

}  // namespace Atoll
