// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/steps.hpp"

#include <utility>

namespace Atoll::kernels {

void Steps::add(const Step& step) {
  PartStatistics part;
  part.active_vertices = step.vertices;
  part.arcs_scanned = step.scanned;
  const std::uint64_t number = statistics_.count() + 1;
  statistics_.add({.number = number,
                   .direction = step.direction,
                   .exchange = "kernel",
                   .reason = {.direction = step.reason, .exchange = Why::kernel},
                   .seconds = lap_.lap(),
                   .active_vertices = step.vertices,
                   .active_arcs = step.arcs,
                   .parts = {part}});
  watch_.report({"supersteps", number, expected_});
}

RunStatistics Steps::take() {
  statistics_.seconds = whole_.seconds();
  return std::move(statistics_);
}

}  // namespace Atoll::kernels
