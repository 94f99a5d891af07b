// SPDX-License-Identifier: Apache-2.0
// How fast the memory of a machine is, in the words of the thesis's Table 2.1: what the cost model multiplies counts of
// accesses with. A probe measures it (of one domain, its threads together), or it is taken from a recorded machine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "atoll/exchange/access.hpp"

namespace Atoll {

struct Rates {
  PerAccess<double> bytes_per_second;  // for random accesses: useful bytes, words of random_bytes each
  std::uint32_t random_bytes = 8;
  std::array<double, 2> latency_seconds = {};  // by Place, of a read that depends on the one before; 0: not measured
  double barrier_seconds = 0;                  // all threads meet once; 0: not measured
  bool remote_is_local = false;                // nothing remote was measured, as where there is one domain

  // Seconds of `count` accesses to `bytes` each. A random access takes what one word takes, if it is no longer.
  double seconds(Access access, double count, double bytes) const {
    const bool word = access.order == Order::random && bytes < random_bytes;
    return count * (word ? random_bytes : bytes) / bytes_per_second[access];
  }
};

}  // namespace Atoll
