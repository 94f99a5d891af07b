// SPDX-License-Identifier: Apache-2.0
// The memory that a probe measures: in a domain, in pages of a size, touched before anything is measured.
#pragma once

#include <cstdint>
#include <optional>

#include "atoll/base/array.hpp"
#include "atoll/model/probe_plan.hpp"

namespace Atoll::probing {

struct Placed {
  Array<std::uint64_t> words;
  bool bound = true;  // to the domain, where there are several
};

// An array as large as the plan's largest for this memory; smaller where the system does not give so much, down to the
// smallest. Touched by the first team of the plan. Throws Error(cancelled), Error(resource).
Placed place_array(Crew& crew, const MemoryPlan& memory, PageSize pages, const Watch& watch);

// How many bytes of the mapping that `address` is in lie in huge pages. None: the system does not tell.
std::optional<std::uint64_t> huge_bytes_at(const void* address);

}  // namespace Atoll::probing
