// SPDX-License-Identifier: Apache-2.0
// Arcs of one thread on their way to the owners of their ends, where many lead to the same vertices: those to one
// vertex are joined into the one from the least, since that is its parent. What another thread then has to fetch is as
// much as there are vertices, not arcs (as Pregel combines messages before it sends them: Malewicz et al., SIGMOD
// 2010). Vertices that lie a multiple of the table's size apart share a place: an arc to another of them sends the one
// that is there.
#pragma once

#include <algorithm>
#include <array>
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
  static constexpr std::size_t bytes_max = places_max * sizeof(std::uint64_t);

  // For arcs to about so many vertices. Those before were sent or forgotten.
  void open(std::uint64_t vertices) {
    const std::uint64_t places = std::bit_ceil(std::clamp<std::uint64_t>(vertices, 1, places_max));
    if (table_.empty()) table_ = Array<std::uint64_t>(places_max, Contents::whatever);
    if (places > emptied_) std::fill(table_.begin() + emptied_, table_.begin() + places, nobodys);
    emptied_ = std::max(emptied_, places);
    mask_ = static_cast<std::uint32_t>(places - 1);
  }

  // Whoever stopped before all were sent leaves some.
  void forget() { emptied_ = 0; }

  // send(arc) for those that had to leave. No branch on whether an arc is the first to its end: that is not foreseen.
  template <class Send>
  void add(std::span<const PushedArc> arcs, const Send& send) {
    std::uint64_t* const table = table_.data();
    const std::uint32_t mask = mask_;
    for (const PushedArc& arc : arcs) {
      const std::uint64_t word = word_of(arc);
      std::uint64_t place = table[arc.to & mask];
      const std::uint64_t differs = (place ^ word) >> 32, is_somebodys = place ^ nobodys;
      if (std::min(differs, is_somebodys) != 0) [[unlikely]] {
        send(arc_of(place));
        place = nobodys;
      }
      table[arc.to & mask] = std::min(place, word);
    }
  }

  // Some at a time, since it is not foreseen either which places are taken.
  template <class Send>
  void send_all(const Send& send) {
    constexpr std::size_t at_a_time = 64;
    std::array<PushedArc, at_a_time> left;
    for (std::size_t i = 0; i <= mask_;) {
      std::size_t count = 0;
      for (const std::size_t end = std::min<std::size_t>(i + at_a_time, mask_ + std::size_t{1}); i < end; ++i) {
        const std::uint64_t place = std::exchange(table_[i], nobodys);
        left[count] = arc_of(place);
        count += place != nobodys ? 1u : 0u;
      }
      for (const PushedArc& arc : std::span(left).first(count)) send(arc);
    }
  }

 private:
  // The end above the vertex it is from, so that of arcs to one end the least word is the one to keep.
  static std::uint64_t word_of(const PushedArc& arc) { return std::uint64_t{arc.to} << 32 | arc.from; }
  static PushedArc arc_of(std::uint64_t word) {
    return {.from = static_cast<std::uint32_t>(word), .to = static_cast<std::uint32_t>(word >> 32)};
  }
  static constexpr std::uint64_t nobodys = ~std::uint64_t{0};

  std::uint32_t mask_ = 0;
  std::uint64_t emptied_ = 0;   // places that were made nobody's, and are so again once all is sent
  Array<std::uint64_t> table_;  // [places_max]; pages that no level needed were not touched
};

}  // namespace Atoll::kernels
