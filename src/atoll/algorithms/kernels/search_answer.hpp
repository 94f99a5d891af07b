// SPDX-License-Identifier: Apache-2.0
// What a search fills in, whichever kernel searches.
#pragma once

#include <cstdint>

#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// By the user's vertex. Arrays that are wanted are [vertices], others null; all bits set: unreached.
struct SearchAnswer {
  std::uint32_t* parent = nullptr;  // user's vertex
  std::uint32_t* level = nullptr;
  std::uint64_t reached = 0;
  std::uint64_t depth = 0;
  RunStatistics statistics;
};

inline constexpr std::uint32_t unreached = 0xffffffffu;

}  // namespace Atoll::kernels
