// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/components/listed_slots.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

using List = std::vector<std::uint32_t>;

constexpr std::uint32_t size = 1000;
constexpr std::uint32_t most = 3;

// Sets as they are midway: some slots are called by themselves, many are in that of `most`, others below somebody.
List drawn_sets(std::uint64_t seed) {
  const Random random(seed);
  List set(size);
  for (std::uint32_t v = 0; v < size; ++v) {
    const std::uint64_t kind = random.below(2 * v, 3);
    const auto below = static_cast<std::uint32_t>(random.below(2 * v + 1, v + 1));
    set[v] = kind == 0 || v <= most ? v : kind == 1 ? most : below;
  }
  return set;
}

constexpr SlotRange ranges[] = {{0, size}, {0, 1}, {5, 5}, {7, 23}, {7, 22}, {16, 48}, {983, size}, {1, 999}};

template <class ListThem>
List listed(SlotRange range, const ListThem& list_them) {
  constexpr std::uint32_t untouched = 12345;
  List list(range.end - range.begin + list_slack + 1, untouched);
  const std::size_t count = list_them(list.data());
  EXPECT_EQ(list.back(), untouched);
  list.resize(count);
  return list;
}

TEST(SlotLists, HaveRootsAndOthers) {
  for (const SlotLists& lists : {plain_slot_lists, slot_lists()}) {
    const List set = drawn_sets(1);
    for (const SlotRange range : ranges) {
      List roots, others;
      for (std::uint32_t v = range.begin; v < range.end; ++v) {
        if (set[v] == v) roots.push_back(v);
        if (set[v] != most) others.push_back(v);
      }
      EXPECT_EQ(listed(range, [&](std::uint32_t* list) { return lists.roots(set.data(), range, list); }), roots);
      EXPECT_EQ(listed(range, [&](std::uint32_t* list) { return lists.others(set.data(), most, range, list); }),
                others);
    }
  }
}

}  // namespace
}  // namespace Atoll::kernels
