// SPDX-License-Identifier: Apache-2.0
// Arcs of one thread on their way to the owners of their ends, where many lead to the same vertices: those to one vertex
// are joined into the one from the least, since that is its parent. What another thread then has to fetch is as much as
// there are vertices, not arcs (messages are combined before they are sent, as Pregel's are: Malewicz et al., SIGMOD 2010).
// It is a table with a place for every so many-th vertex; who comes there next sends the arc before on.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

#include "atoll/algorithms/kernels/arc_ranges.hpp"
#include "atoll/base/array.hpp"

namespace Atoll::kernels {

class JoinedArcs {
 public:
  static constexpr std::size_t places_max = 1u << 14;  // half of a second-level cache, or less
  static constexpr std::size_t bytes_max = places_max * sizeof(PushedArc);

  // For arcs to about so many vertices. All before were sent.
  void make_room(std::uint64_t vertices) {
    const std::size_t places =
        std::bit_ceil(static_cast<std::size_t>(std::clamp<std::uint64_t>(vertices, 1, places_max)));
    if (places > table_.size()) {
      table_ = Array<PushedArc>(places, Contents::whatever);
      std::ranges::fill(table_, nobodys);
    }
    mask_ = static_cast<std::uint32_t>(places - 1);
  }

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
  Array<PushedArc> table_;  // a power of two; those beyond the mask are nobody's
};

}  // namespace Atoll::kernels
