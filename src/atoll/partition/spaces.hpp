// SPDX-License-Identifier: Apache-2.0
// Making spaces: of the own vertices, and of all vertices of some owners. Those with ghosts are made in ghosts.hpp.
#pragma once

#include <cstdint>
#include <vector>

#include "atoll/partition/partition.hpp"
#include "atoll/partition/space.hpp"

namespace Atoll {

// Throws Error(usage) if a space cannot have so many slots.
void check_slots(std::uint64_t slots);

Space own_space(std::uint64_t own);

// All vertices of the given owners (ascending), mine among them or not.
Space whole_space(const Partition& partition, int part, const std::vector<int>& owners);

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
