// SPDX-License-Identifier: Apache-2.0
// The one order by degree: for partitions and for relabelling.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/graph/id_array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// [vertices]: the vertices by falling length of their rows, equal ones ascending. `offsets` is [vertices + 1].
IdArray degree_order(std::span<const std::uint64_t> offsets, bool wide, Crew& crew);

}  // namespace Atoll
