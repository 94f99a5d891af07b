// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/probe.hpp"

#include "atoll/model/probe_atomics.hpp"
#include "atoll/model/probe_memory.hpp"
#include "atoll/model/probe_plan.hpp"

namespace Atoll {

Probe probe_machine(Crew& crew, const ProbeOptions& options, const Watch& watch) {
  const probing::Plan plan = probing::plan_of(crew, options);
  probing::Clock clock(plan, crew, options.seconds, watch);
  Probe probe;
  probe.left_out = plan.left_out;
  probe.threads_bound = crew.pinned();
  probing::measure_memory(crew, plan, clock, watch, probe);
  probing::measure_atomics(crew, plan, clock, probe);
  probing::measure_barrier(crew, plan, clock, probe);
  probe.seconds = clock.seconds();
  return probe;
}

}  // namespace Atoll
