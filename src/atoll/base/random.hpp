// SPDX-License-Identifier: Apache-2.0
// Counter-based randomness: number i of stream s is a function of (seed, s, i) alone, so the same seed draws the same
// graph for any number of threads, in any order.
#pragma once

#include <cstdint>

namespace Atoll {

// Finalizer of SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014).
constexpr std::uint64_t mix64(std::uint64_t z) {
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

class Random {
 public:
  constexpr explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : key_(mix64(mix64(seed) ^ mix64(~stream))) {}

  // 64 uniform bits.
  constexpr std::uint64_t bits(std::uint64_t index) const { return mix64(key_ ^ mix64(index)); }

  // Uniform in [0, 1), 53 bits.
  constexpr double unit(std::uint64_t index) const { return static_cast<double>(bits(index) >> 11) * 0x1.0p-53; }

  // Uniform in [0, bound), bound > 0, by Lemire's multiplication; its bias is below 2^-32 for any bound we use.
  constexpr std::uint64_t below(std::uint64_t index, std::uint64_t bound) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((Wide{bits(index)} * bound) >> 64);
  }

 private:
  std::uint64_t key_;
};

}  // namespace Atoll
