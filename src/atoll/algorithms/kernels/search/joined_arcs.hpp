// SPDX-License-Identifier: Apache-2.0
// Arcs of one thread on their way to the owners of their ends, where many lead to the same vertices: those to one
// vertex are joined into the one from the least, since that is its parent. What another thread then has to fetch is as
// much as there are vertices, not arcs (as Pregel combines messages before it sends them: Malewicz et al., SIGMOD
// 2010). Vertices that lie a multiple of the table's size apart share a place: an arc to another of them sends the one
// that is there.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "atoll/algorithms/kernels/search/arc_ranges.hpp"
#include "atoll/base/array.hpp"

namespace Atoll::kernels {

class JoinedArcs {
 public:
  static constexpr std::size_t places_max = 1u << 14;  // half of a second-level cache, or less
  static constexpr std::size_t bytes_max = places_max * sizeof(PushedArc);

  // For arcs to about so many vertices. Those before were sent or forgotten.
  void open(std::uint64_t vertices) {
    const std::uint64_t places = std::bit_ceil(std::clamp<std::uint64_t>(vertices, 1, places_max));
    if (table_.empty()) table_ = Array<PushedArc>(places_max, Contents::whatever);
    if (places > emptied_) std::fill(table_.begin() + emptied_, table_.begin() + places, nobodys);
    emptied_ = std::max(emptied_, places);
    mask_ = static_cast<std::uint32_t>(places - 1);
  }

  // Whoever stopped before all were sent leaves some.
  void forget() { emptied_ = 0; }

  // send(arc) for those that had to leave.
  template <class Send>
  void add(std::span<const PushedArc> arcs, const Send& send) {
    PushedArc* const table = table_.data();
    const std::uint32_t mask = mask_;
    for (const PushedArc& arc : arcs) {
      PushedArc& place = table[arc.to & mask];
      if (place.to == arc.to) {
        place.from = std::min(place.from, arc.from);
        continue;
      }
      if (place.to != none) send(place);
      place = arc;
    }
  }

  template <class Send>
  void send_all(const Send& send) {
    for (std::size_t i = 0; i <= mask_; ++i)
      if (table_[i].to != none) send(std::exchange(table_[i], nobodys));
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};  // no vertex
  static constexpr PushedArc nobodys = {.from = none, .to = none};

  std::uint32_t mask_ = 0;
  std::uint64_t emptied_ = 0;  // places that were made nobody's, and are so again once all is sent
  Array<PushedArc> table_;     // [places_max]; pages that no level needed were not touched
};

}  // namespace Atoll::kernels
