// SPDX-License-Identifier: Apache-2.0
// R-MAT (Chakrabarti, Zhan, Faloutsos 2004), the Kronecker graph of Graph500, four levels at a draw: an alias table
// holds the 256 outcomes of four quadrant choices (after Huebschle-Schneider, Sanders: Linear Work Generation of R-MAT
// Graphs). Invariant: edge i is a function of (seed, i) alone. A probability of the table is off by less than 2^-31.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/graph/generate/shapes.hpp"

namespace Atoll::generate {

// A bijection on [0, 2^bits) chosen by the seed, bits in [1, 63]: rounds of adding a key, multiplying by an odd number
// and folding the upper half onto the lower. It hides the hubs, which R-MAT puts at ids with few ones.
class Scrambler {
 public:
  Scrambler(int bits, std::uint64_t seed) : mask_((std::uint64_t{1} << bits) - 1), shift_((bits + 1) / 2) {
    const Random random(seed, scramble_stream);
    for (std::uint64_t round = 0; round < rounds; ++round) {
      add_[round] = random.bits(2 * round);
      multiply_[round] = random.bits(2 * round + 1) | 1;
    }
  }

  std::uint64_t operator()(std::uint64_t x) const {
    for (std::size_t round = 0; round < rounds; ++round) {
      x = ((x + add_[round]) * multiply_[round]) & mask_;
      x ^= x >> shift_;
    }
    return x;
  }

 private:
  static constexpr std::size_t rounds = 3;
  std::uint64_t mask_;
  int shift_;
  std::array<std::uint64_t, rounds> add_{};
  std::array<std::uint64_t, rounds> multiply_{};
};

// Edges of a Kronecker graph by their index.
class KroneckerEdges {
 public:
  KroneckerEdges(const Kronecker& shape, std::uint64_t seed);

  std::pair<std::uint64_t, std::uint64_t> operator()(std::uint64_t edge) const {
    std::uint64_t source = 0, target = 0, random = 0;
    for (std::uint64_t draw = 0; draw < draws_; ++draw) {
      random = draw % 2 == 0 ? random_.bits(edge * ((draws_ + 1) / 2) + draw / 2) : random >> 32;
      const Slot& slot = slots_[random & 255];
      const bool alias = ((random >> 8) & 0xffffff) >= slot.threshold;
      source = source << 4 | (alias ? slot.other_source : slot.source);
      target = target << 4 | (alias ? slot.other_target : slot.target);
    }
    return {scrambler_(source & mask_), scrambler_(target & mask_)};
  }

 private:
  // Own outcome below the threshold (of 2^24), the other above.
  struct Slot {
    std::uint32_t threshold = 1u << 24;
    std::uint8_t source = 0, target = 0, other_source = 0, other_target = 0;
  };

  Random random_;
  Scrambler scrambler_;
  std::uint64_t mask_;
  std::uint64_t draws_;
  std::array<Slot, 256> slots_;
};

}  // namespace Atoll::generate
