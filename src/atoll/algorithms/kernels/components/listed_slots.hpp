// SPDX-License-Identifier: Apache-2.0
// Which slots have something left to be joined, of many that mostly have nothing: sixteen at a time where the processor
// has such vectors. set[v]: the slot that the set of v is called by, as far as v knows.
#pragma once

#include <cstddef>
#include <cstdint>

namespace Atoll::kernels {

struct SlotRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t size() const { return end - begin; }
};

// Of the range, into `list`, which has room for all and list_slack more: those that sets are called by; and those whose set
// is not called by `most`. Others may change sets meanwhile. Each returns how many.
struct SlotLists {
  using Roots = std::size_t (*)(const std::uint32_t* set, SlotRange range, std::uint32_t* list);
  using Others = std::size_t (*)(const std::uint32_t* set, std::uint32_t most, SlotRange range, std::uint32_t* list);

  Roots roots;
  Others others;
};
constexpr std::size_t list_slack = 16;  // places behind those listed that are written over

extern const SlotLists plain_slot_lists;

// The fastest that this processor has.
const SlotLists& slot_lists();

}  // namespace Atoll::kernels
