// SPDX-License-Identifier: Apache-2.0
// Finding the ghosts of a part without a hash table: remote ends are marked in a bitmap over the internal ids, whose
// ranks are the ghosts' numbers. Internal ids ascend by owner and local id, so the ghosts come out grouped and sorted.
#pragma once

#include <bit>
#include <cstdint>

#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"
#include "atoll/partition/partition.hpp"
#include "atoll/partition/space.hpp"
#include "atoll/topology/domain_array.hpp"

namespace Atoll {

class GhostMarks {
 public:
  explicit GhostMarks(std::uint64_t vertices) : words_(words_for(vertices) + 1), ranks_(words_.size()) {}

  void mark(std::uint64_t internal) { mark_bit_shared(words_.data(), internal); }

  // Call once, after the last mark.
  void rank() {
    std::uint64_t sum = 0;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      ranks_[w] = sum;
      sum += static_cast<std::uint64_t>(std::popcount(words_[w]));
    }
  }

  // Marks below `internal`.
  std::uint64_t below(std::uint64_t internal) const {
    const std::uint64_t word = words_[internal / 64] & low_bits(internal % 64);
    return ranks_[internal / 64] + static_cast<std::uint64_t>(std::popcount(word));
  }

  const Array<std::uint64_t>& words() const { return words_; }

 private:
  Array<std::uint64_t> words_;
  Array<std::uint64_t> ranks_;
};

// Slots of the marked vertices: extends `space` by one slice per owner and lists the owners' local ids beside the part.
class GhostSlots {
 public:
  GhostSlots(const GhostMarks& marks, const Partition& partition, int part, Space& space,
             DomainArray<std::uint32_t>& locals, Crew& crew);

  std::uint32_t of(std::uint64_t internal) const {
    const auto owner = static_cast<std::size_t>(partition_.owner(internal));
    return static_cast<std::uint32_t>(shift_[owner] + marks_.below(internal));
  }

 private:
  const GhostMarks& marks_;
  const Partition& partition_;
  std::vector<std::uint64_t> shift_;  // [owner]: slot of its first ghost minus the rank of that ghost, modulo 2^64
};

}  // namespace Atoll
