// SPDX-License-Identifier: Apache-2.0
// Pages for what the first of many runs writes and gives away or drops. A page that the system has to clear first costs
// more than writing it; these are cleared, and wait as spare ones (Contents::whatever).
#pragma once

#include <cstdint>
#include <initializer_list>

#include "atoll/topology/crew.hpp"

namespace Atoll {

// For arrays of so many bytes each, that are needed at the same time; none if these are more than waits
// (memory::spare_bytes_max). They stay counted until somebody takes them. Throws Error(cancelled | resource).
void make_spare_pages(std::initializer_list<std::uint64_t> bytes, Crew& crew);

}  // namespace Atoll
