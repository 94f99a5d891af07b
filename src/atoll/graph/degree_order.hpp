// SPDX-License-Identifier: Apache-2.0
// The one order by degree, for partitions and for relabelling, and whether it is worth its price.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/graph/id_array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll {

// [vertices]: the vertices by falling length of their rows, equal ones ascending. `offsets` is [vertices + 1].
IdArray degree_order(std::span<const std::uint64_t> offsets, bool wide, Crew& crew);

// Some row is many times as long as the mean: an order that begins with those keeps what is read most together.
bool has_hubs(std::span<const std::uint64_t> offsets, Crew& crew);

}  // namespace Atoll
