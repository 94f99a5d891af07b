// SPDX-License-Identifier: Apache-2.0
// A probe as people read it: the thesis's Table 2.1 and Figure 2.3 of this machine, the ratios that the thesis draws from
// them with its own beside, and what reads in flight, atomics and the barrier cost.
#pragma once

#include <string>

#include "atoll/model/probe.hpp"

namespace Atoll::cli {

std::string table_of(const Probe& probe, const Machine& machine);

}  // namespace Atoll::cli
