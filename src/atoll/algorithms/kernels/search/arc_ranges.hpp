// SPDX-License-Identifier: Apache-2.0
// Arcs kept by the range of vertices they lead to, until somebody takes all those into one range: what they change there
// then stays in a near cache, and nobody else changes it. One thread fills it. The arcs of a range lie in chunks, each of
// which begins with the number of the next one; range r begins with chunk r. A range is a block of vertices, or, where
// arcs often lead close to each other and ranges are few, every so many-th block.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"

namespace Atoll::kernels {

struct PushedArc {
  std::uint32_t from;
  std::uint32_t to;
};

class ArcRanges {
 public:
  static constexpr std::size_t slack = 256;

  // For about so many arcs, in so many ranges.
  struct Room {
    std::size_t ranges = 0;
    std::size_t arcs = 0;
    std::size_t size() const { return (ranges + arcs / chunk + slack) * chunk; }
    std::size_t bytes() const { return size() * sizeof(PushedArc) + ranges * sizeof(std::size_t); }
  };

  ArcRanges() = default;
  // Blocks of 1 << shift vertices, each a range; room for about so many arcs.
  ArcRanges(std::size_t ranges, std::uint32_t shift, std::size_t arcs)
      : shift_(shift), at_(ranges), arcs_(Room{ranges, arcs}.size(), Contents::whatever) {
    clear();
  }
  // Blocks dealt to so many ranges in turn; room comes as it is needed.
  static ArcRanges in_turn(std::uint32_t ranges_log2, std::uint32_t shift) {
    ArcRanges dealt(std::size_t{1} << ranges_log2, shift, 0);
    dealt.mask_ = (std::uint32_t{1} << ranges_log2) - 1;
    return dealt;
  }

  std::size_t ranges() const { return at_.size(); }
  // Whether `slack` more arcs have a place, whatever their ranges. More room is made for those that have none.
  bool has_room() const { return used_ + slack <= chunks(); }

  void clear() {
    used_ = at_.size();
    for (std::size_t r = 0; r < at_.size(); ++r) at_[r] = r * chunk + 1;
  }

  void put(const PushedArc& arc) {
    std::size_t& at = at_[arc.to >> shift_ & mask_];
    arcs_[at++] = arc;
    if (at % chunk == 0) at = next_chunk_after(at / chunk - 1) * chunk + 1;
  }

  // visit(some arcs into a range), fewer than a chunk, in the order in which they were put.
  template <class F>
  void for_each_some_into(std::size_t range, F&& visit) const {
    for (std::size_t c = range;; c = arcs_[c * chunk].from) {
      const bool is_last = at_[range] / chunk == c;
      const std::size_t end = is_last ? at_[range] : (c + 1) * chunk;
      visit(std::span(&arcs_[c * chunk + 1], &arcs_[0] + end));
      if (is_last) return;
    }
  }

 private:
  static constexpr std::size_t chunk = 128;

  std::size_t chunks() const { return arcs_.size() / chunk; }

  std::size_t next_chunk_after(std::size_t full) {
    if (used_ == chunks()) arcs_.grow(2 * arcs_.size(), arcs_.size());
    arcs_[full * chunk].from = static_cast<std::uint32_t>(used_);
    return used_++;
  }

  std::uint32_t shift_ = 0;
  std::uint32_t mask_ = ~std::uint32_t{0};  // of a block's number: its range
  std::size_t used_ = 0;                    // chunks
  std::vector<std::size_t> at_;             // [range]: where its next arc goes
  Array<PushedArc> arcs_;
};

}  // namespace Atoll::kernels
