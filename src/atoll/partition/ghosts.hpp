// SPDX-License-Identifier: Apache-2.0
// Finding the ghosts of a part without a hash table: remote ends are marked in a bitmap over the internal ids, whose
// ranks are the ghosts' numbers. Internal ids ascend by owner and local id, so the ghosts come out grouped and sorted.
#pragma once

#include <cstdint>
#include <vector>

#include "atoll/partition/partition.hpp"
#include "atoll/partition/space.hpp"
#include "atoll/partition/spaces.hpp"
#include "atoll/topology/ranked_bits.hpp"

namespace Atoll {

// Slots of the marked vertices, which are counted: extends `space` by one slice per owner and lists the owners' local
// ids beside the part.
class GhostSlots {
 public:
  GhostSlots(const RankedBits& marks, const Partition& partition, int part, Space& space, SpaceStorage& storage,
             Crew& crew);

  std::uint32_t of(std::uint64_t internal) const {
    const auto owner = static_cast<std::size_t>(partition_.owner(internal));
    return static_cast<std::uint32_t>(shift_[owner] + marks_.below(internal));
  }

 private:
  const RankedBits& marks_;
  const Partition& partition_;
  std::vector<std::uint64_t> shift_;  // [owner]: slot of its first ghost minus the rank of that ghost, modulo 2^64
};

}  // namespace Atoll
