// SPDX-License-Identifier: Apache-2.0
// How fast the levels of a search grow: a look at the first thousand vertices around one tells a mesh, whose levels are
// rings, from a graph where everybody is a few steps from everybody.
#pragma once

#include <cstdint>
#include <span>

namespace Atoll {

// Whether the last of these levels has fewer vertices than those before it together. So it is in two dimensions and in
// three, and not where levels double. No if no such part of the graph is found. Rows out, as a rule of an undirected
// graph: `offsets` is [vertices + 1], `ends` [arcs].
template <class Id>
bool levels_grow_slowly(std::span<const std::uint64_t> offsets, std::span<const Id> ends);

}  // namespace Atoll
