// SPDX-License-Identifier: Apache-2.0
// How much memory we may take without waking the OOM killer: what is available in the machine and in our cgroups.
#pragma once

#include <cstdint>

namespace Atoll::cli {

// Bytes, at most what /proc/meminfo calls available and what each cgroup above us has left (its page cache counts as
// free). 0: unknown.
std::uint64_t available_memory();

}  // namespace Atoll::cli
