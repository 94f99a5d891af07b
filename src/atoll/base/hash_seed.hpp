// SPDX-License-Identifier: Apache-2.0
// What hash tables are keyed with, drawn once for the process: who writes a file cannot choose ids or names that all
// fall on one slot. Invariant: no result depends on it; what comes out of a table is put in order.
#pragma once

#include <cstdint>
#include <random>

namespace Atoll {

inline std::uint64_t hash_seed() {
  static const std::uint64_t seed = [] {
    std::random_device draw;
    return std::uint64_t{draw()} << 32 | draw();
  }();
  return seed;
}

}  // namespace Atoll
