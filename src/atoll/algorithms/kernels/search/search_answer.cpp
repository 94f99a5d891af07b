// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/search_answer.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace Atoll::kernels {

std::uint32_t* place_by_slot(const OnePart& graph, std::uint32_t* wanted, Array<std::uint32_t>& by_slot) {
  if (graph.user_order && wanted != nullptr) return wanted;
  if (by_slot.empty()) by_slot = Array<std::uint32_t>(graph.vertices, Contents::whatever);
  return by_slot.data();
}

// Slots lie in runs of the user's order, parents do not: some are looked up together, and without a question, for who is
// reached is not foreseen.
template <class Level>
void name_by_user(const OnePart& graph, const std::uint32_t* parents, const Level* levels, std::uint64_t begin,
                  std::uint64_t end, const SearchAnswer& answer) {
  constexpr std::uint64_t together = 64;
  const std::uint32_t* const users = graph.users->narrow();
  std::array<std::uint32_t, together> parent;
  std::array<std::uint32_t, together> known;
  for (std::uint64_t first = begin; first < end; first += together) {
    const std::span slots(graph.slots->narrow() + first, std::min(together, end - first));
    for (const std::uint32_t slot : slots) {
      if (answer.parent != nullptr) __builtin_prefetch(&parents[slot]);
      if (answer.level != nullptr) __builtin_prefetch(&levels[slot]);
    }
    if (answer.level != nullptr)
      for (std::size_t i = 0; i < slots.size(); ++i) answer.level[first + i] = whole_level(levels[slots[i]]);
    if (answer.parent == nullptr) continue;
    for (std::size_t i = 0; i < slots.size(); ++i) {
      parent[i] = parents[slots[i]];
      known[i] = parent[i] == unreached ? 0 : ~std::uint32_t{0};
      parent[i] &= known[i];
      __builtin_prefetch(&users[parent[i]]);
    }
    for (std::size_t i = 0; i < slots.size(); ++i) answer.parent[first + i] = users[parent[i]] | ~known[i];
  }
}

template void name_by_user(const OnePart&, const std::uint32_t*, const std::uint16_t*, std::uint64_t, std::uint64_t,
                           const SearchAnswer&);
template void name_by_user(const OnePart&, const std::uint32_t*, const std::uint32_t*, std::uint64_t, std::uint64_t,
                           const SearchAnswer&);

}  // namespace Atoll::kernels
