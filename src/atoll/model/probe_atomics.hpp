// SPDX-License-Identifier: Apache-2.0
// What threads pay to change one word together, and to meet.
#pragma once

#include "atoll/model/probe_plan.hpp"

namespace Atoll::probing {

void measure_atomics(Crew& crew, const Plan& plan, Clock& clock, Probe& probe);
void measure_barrier(Crew& crew, const Plan& plan, Clock& clock, Probe& probe);

}  // namespace Atoll::probing
