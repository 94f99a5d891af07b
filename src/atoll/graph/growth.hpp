// SPDX-License-Identifier: Apache-2.0
// How fast the levels of a search grow: a look at the first thousand vertices around one tells a mesh, whose levels are
// rings, from a graph where everybody is a few steps from everybody.
#pragma once

#include <cstdint>
#include <span>

namespace Atoll {

// Slow: the last of these levels has clearly fewer vertices than those before it together. So it is in two dimensions
// and in three, and not where levels double. Unknown: no such part of the graph is found, or it is small.
enum class Growth : std::uint8_t { unknown, slow, fast };

// Of a sample. Rows out, as a rule of an undirected graph: `offsets` is [vertices + 1], `ends` [arcs].
template <class Id>
Growth growth_of_levels(std::span<const std::uint64_t> offsets, std::span<const Id> ends);

}  // namespace Atoll
