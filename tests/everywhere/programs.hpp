// SPDX-License-Identifier: Apache-2.0
// Programs that several tests run everywhere. What the library has compiled of them is what runs here; the exchanges
// that it does not have are compiled once for each, in the test of its algorithm.
#pragma once

#include "atoll/algorithms/runs/runs.hpp"

#include "tests/everywhere/everywhere.hpp"

namespace Atoll::testing {

using NarrowBfs = Bfs<std::uint32_t, ParentAndLevel<std::uint32_t>>;
using NarrowComponents = Components<std::uint32_t>;
using IntegerPaths = Sssp<std::uint64_t, std::int32_t>;
using IntegerTree = ShortestPathTree<std::uint64_t, std::int32_t, std::uint64_t>;
using RealPaths = Sssp<float, float>;

extern template Values<NarrowBfs> values_everywhere(const NarrowBfs&, const Cell&, Place&, std::uint64_t);
extern template Values<NarrowComponents> values_everywhere(const NarrowComponents&, const Cell&, Place&, std::uint64_t);
extern template Values<IntegerPaths> values_everywhere(const IntegerPaths&, const Cell&, Place&, std::uint64_t);
extern template Values<IntegerTree> values_everywhere(const IntegerTree&, const Cell&, Place&, std::uint64_t);
extern template Values<RealPaths> values_everywhere(const RealPaths&, const Cell&, Place&, std::uint64_t);
extern template Values<PageRank> values_everywhere(const PageRank&, const Cell&, Place&, std::uint64_t);
extern template Values<Degree> values_everywhere(const Degree&, const Cell&, Place&, std::uint64_t);

}  // namespace Atoll::testing
