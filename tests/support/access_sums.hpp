// SPDX-License-Identifier: Apache-2.0
// Sums over the accesses that a run counted.
#pragma once

#include "atoll/exchange/access_counts.hpp"

namespace Atoll::testing {

inline std::uint64_t accesses_in(const AccessCounts& counts, Effort effort, Atoll::Place place) {
  std::uint64_t sum = 0;
  for (std::size_t subject = 0; subject < subject_count; ++subject) {
    for (const Access access : all_accesses) {
      if (access.place == place) sum += counts.of(effort, static_cast<Subject>(subject))[access].count;
    }
  }
  return sum;
}

inline std::uint64_t accesses_in(const AccessCounts& counts, Effort effort) {
  return accesses_in(counts, effort, Atoll::Place::local) + accesses_in(counts, effort, Atoll::Place::remote);
}

}  // namespace Atoll::testing
