// SPDX-License-Identifier: Apache-2.0
// Trees given by parents: the source, or a root, is its own parent, an unreached vertex has none.
// Invariant: linear work; no recursion, whatever the depth.
#pragma once

#include <cstdint>
#include <span>

#include "atoll/algorithms/certify.hpp"
#include "atoll/partition/partition.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::certify {

// Every vertex has a parent that is a vertex and has a parent itself, or none; no other vertex than the source is its
// own parent, and no chain of parents comes back: the vertices with a parent are a tree rooted at the source.
Verdict tree(const IdArray& parent, std::uint64_t vertices, std::uint64_t source, Crew& crew);

// Every vertex has a parent that is a vertex, and no chain of parents comes round but at a vertex that is its own: the
// root of a tree.
Verdict forest(const IdArray& parent, std::uint64_t vertices, Crew& crew);

// value[v] becomes `per_step` more than that of v's parent, for all who have a parent and no value (no_level) yet; the
// chain of parents above each of them leads to one who has. So what is known of roots comes to all below.
void bring_down(const IdArray& parent, std::uint32_t per_step, std::span<std::uint32_t> value, Crew& crew);

// level[v] becomes the number of parents above v, no_level where there is none. `parent` is a tree. depth < 2^32 - 1.
void depths(const IdArray& parent, std::uint64_t source, std::span<std::uint32_t> level, Crew& crew);

}  // namespace Atoll::certify
