// SPDX-License-Identifier: Apache-2.0
// What a search fills in, whichever kernel searches; and how what it knows by slot gets there.
#pragma once

#include <cstdint>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/array.hpp"
#include "atoll/engine/statistics.hpp"

namespace Atoll::kernels {

// By the user's vertex. Arrays that are wanted are [vertices], others null; all bits set: unreached.
struct SearchAnswer {
  std::uint32_t* parent = nullptr;  // user's vertex
  std::uint32_t* level = nullptr;   // arcs from the source
  // What follows is written, whatever it was.
  std::uint64_t reached = 0;  // vertices, the source among them
  std::uint64_t depth = 0;    // the last level, in arcs from the source
  RunStatistics statistics;
};

inline constexpr std::uint32_t unreached = 0xffffffffu;
// The same in levels of 2 bytes or 4, and back.
template <class Level>
inline constexpr auto no_level = static_cast<Level>(unreached);
template <class Level>
std::uint32_t whole_level(Level level) {
  return level == no_level<Level> ? unreached : level;
}

// Where parents or levels [vertices] are written by slot: to what is `wanted`, if slots are the user's vertices; else, and
// if nothing is wanted, to an array that is made once.
std::uint32_t* place_by_slot(const OnePart& graph, std::uint32_t* wanted, Array<std::uint32_t>& by_slot);

// The part of an answer of the user's vertices [begin, end), from parents and levels [vertices] by slot; those that are
// not wanted are not looked at.
template <class Level>  // std::uint16_t or std::uint32_t
void name_by_user(const OnePart& graph, const std::uint32_t* parents, const Level* levels, std::uint64_t begin,
                  std::uint64_t end, const SearchAnswer& answer);

}  // namespace Atoll::kernels
