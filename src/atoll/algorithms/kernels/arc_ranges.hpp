// SPDX-License-Identifier: Apache-2.0
// Arcs kept by the range of vertices they lead to, until somebody takes all those into one range: what they change there
// then stays in a near cache, and nobody else changes it. One thread fills it. The arcs of a range lie in chunks, each of
// which begins with the number of the next one; range r begins with chunk r.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "atoll/base/array.hpp"

namespace Atoll::kernels {

struct PushedArc {
  std::uint32_t from;
  std::uint32_t to;
};

class ArcRanges {
 public:
  // For vertices below ranges << shift; room for about so many arcs.
  ArcRanges() = default;
  ArcRanges(std::size_t ranges, std::uint32_t shift, std::size_t arcs)
      : shift_(shift), chunks_(ranges + arcs / chunk + slack), at_(ranges), arcs_(chunks_ * chunk, Contents::whatever) {
    clear();
  }

  std::size_t ranges() const { return at_.size(); }
  static constexpr std::size_t slack = 64;
  // Whether `slack` more arcs have a place, whatever their ranges.
  bool has_room() const { return used_ + slack <= chunks_; }

  void clear() {
    used_ = at_.size();
    for (std::size_t r = 0; r < at_.size(); ++r) at_[r] = r * chunk + 1;
  }

  // Without a branch for those that are not kept.
  void put(const PushedArc& arc, bool kept) {
    std::size_t& at = at_[arc.to >> shift_];
    arcs_[at] = arc;
    at += kept ? 1 : 0;
    if (at % chunk == 0) at = next_chunk_after(at / chunk - 1) * chunk + 1;
  }

  template <class F>
  void for_each_into(std::size_t range, F&& visit) const {
    for (std::size_t c = range;; c = arcs_[c * chunk].from) {
      const bool is_last = at_[range] / chunk == c;
      const std::size_t end = is_last ? at_[range] : (c + 1) * chunk;
      for (std::size_t i = c * chunk + 1; i < end; ++i) visit(arcs_[i]);
      if (is_last) return;
    }
  }

 private:
  static constexpr std::size_t chunk = 128;

  std::size_t next_chunk_after(std::size_t full) {
    arcs_[full * chunk].from = static_cast<std::uint32_t>(used_);
    return used_++;
  }

  std::uint32_t shift_ = 0;
  std::size_t chunks_ = 0;
  std::size_t used_ = 0;         // chunks
  std::vector<std::size_t> at_;  // [range]: where its next arc goes
  Array<PushedArc> arcs_;
};

}  // namespace Atoll::kernels
