// SPDX-License-Identifier: Apache-2.0
// Mirrors: every owner is told of the slices that others hold of it, with its own copy of the lists in its own memory.
#pragma once

#include <cstdint>

#include "atoll/partition/layout.hpp"
#include "atoll/topology/crew.hpp"
#include "atoll/topology/domain_array.hpp"

namespace Atoll {

// Fills in the mirrors of a view whose spaces are complete; the copies go to `lists`.
void add_mirrors(View& view, DomainArray<std::uint32_t>& lists, Crew& crew);

}  // namespace Atoll
