// SPDX-License-Identifier: Apache-2.0
// Making spaces: of the own vertices, and of all vertices of some owners. Those with ghosts are made in ghosts.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "atoll/partition/layout.hpp"
#include "atoll/partition/space.hpp"
#include "atoll/topology/domain_array.hpp"

namespace Atoll {

// Throws Error(usage) if a space cannot have so many slots.
void check_slots(std::uint64_t slots);

// What the spans of the spaces look at, beside their parts.
struct SpaceStorage {
  explicit SpaceStorage(const Homes& homes) : slices(homes), slice_of_word(homes), locals(homes) {}
  std::uint64_t bytes(int part) const {
    return slices[part].size_bytes() + slice_of_word[part].size_bytes() + locals[part].size_bytes();
  }
  DomainArray<Slice> slices;
  DomainArray<std::uint16_t> slice_of_word;
  DomainArray<std::uint32_t> locals;  // of listed slices
};

Space own_space(std::uint64_t own);

// All vertices of the given owners (ascending), mine among them or not.
Space whole_space(const Partition& partition, int part, const std::vector<int>& owners, SpaceStorage& storage);

// Gives a space whose size is known the first `count` slices of the storage, and the table of whose words are whose.
void keep_slices(Space& space, int part, std::size_t count, SpaceStorage& storage);

// One slot per vertex for all parts: part p's vertices are the slots of stretch p, which begins a piece of
// bitmaps.
Stretches shared_slots(const Layout& layout);

// Index of the owner's slice, Block::own_slice if it is me.
int slice_index(const Space& space, int part, int owner);
std::uint32_t slice_first(const Space& space, int slice);

// Slots of the vertices of a whole space.
class WholeSlots {
 public:
  WholeSlots(const Partition& partition, int part, const Space& space);

  std::uint32_t of(std::uint64_t internal) const {
    return static_cast<std::uint32_t>(shift_[static_cast<std::size_t>(partition_.owner(internal))] + internal);
  }

 private:
  const Partition& partition_;
  std::vector<std::uint64_t> shift_;  // [owner]: its first slot minus its first internal id, modulo 2^64
};

}  // namespace Atoll
