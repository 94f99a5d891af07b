// SPDX-License-Identifier: Apache-2.0
// Vertices that no path goes through, but from themselves: those that one arc leads to, and none from, or only back to
// where it comes from. Whoever counts paths need not visit them: as many lead there as to the one they hang on.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/shared_graph.hpp"
#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {

class Leaves {
 public:
  Leaves() = default;  // none
  // Whether of a sample of the vertices a 32nd are leaves that do not hang on one with many arcs.
  static bool pay(const SharedGraph& out, const SharedGraph& in);
  // All of a graph, but those that hang on a vertex with `many` or more. Throws Error(cancelled | resource).
  Leaves(const SharedGraph& out, const SharedGraph& in, Crew& crew, const Watch& watch);

  std::uint64_t count() const { return count_; }
  std::uint64_t word(std::uint64_t index) const { return bits_.empty() ? 0 : bits_[index]; }  // of a bitmap of slots
  bool has(std::uint32_t slot) const { return !bits_.empty() && test_bit(bits_.data(), slot); }
  std::uint32_t hanging_on(std::uint32_t slot) const { return hanging_.empty() ? 0 : hanging_[slot]; }

  static constexpr std::uint8_t many = 255;
  static std::uint64_t bytes(std::uint64_t vertices) { return vertices + 8 * words_for(vertices); }

 private:
  Array<std::uint64_t> bits_;    // empty where there are none
  Array<std::uint8_t> hanging_;  // [slot]: how many leaves
  std::uint64_t count_ = 0;
};

}  // namespace Atoll::kernels
