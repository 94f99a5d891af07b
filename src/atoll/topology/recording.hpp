// SPDX-License-Identifier: Apache-2.0
// A machine as others may see it.
#pragma once

#include <string>

namespace Atoll {

// What recorded_machine() reads, of this machine, as XML. It says nothing of the system but processors, caches, memories
// and their distances: no names of hosts, no serial numbers, no devices. Empty where hwloc finds nothing.
std::string recording_of_this_machine();

}  // namespace Atoll
