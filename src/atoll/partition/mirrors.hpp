// SPDX-License-Identifier: Apache-2.0
// Mirrors: every owner is told of the slices that others hold of it, with its own copy of the lists in its own memory.
#pragma once

#include <cstdint>

#include "atoll/partition/layout.hpp"
#include "atoll/partition/spaces.hpp"
#include "atoll/topology/crew.hpp"
#include "atoll/topology/domain_array.hpp"

namespace Atoll {

// What the spans of the mirrors look at, beside their owners.
struct MirrorStorage {
  explicit MirrorStorage(const Homes& homes) : sources(homes), targets(homes), lists(homes) {}
  std::uint64_t bytes(int part) const {
    return sources[part].size_bytes() + targets[part].size_bytes() + lists[part].size_bytes();
  }
  DomainArray<Mirror> sources;
  DomainArray<Mirror> targets;
  DomainArray<std::uint32_t> lists;  // copies of those the slices have
};

// Fills in the mirrors of a view whose spaces are complete.
void add_mirrors(View& view, MirrorStorage& storage, Crew& crew);

// After that: the slices look at their owners' copies of the lists, and the spaces' own are freed.
void leave_lists_to_owners(View& view, MirrorStorage& storage, SpaceStorage& sources, SpaceStorage& targets);

}  // namespace Atoll
