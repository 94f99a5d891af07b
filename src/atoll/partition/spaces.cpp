// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/spaces.hpp"

#include <algorithm>
#include <limits>

#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"
#include "atoll/base/error.hpp"
#include "atoll/partition/layout.hpp"

namespace Atoll {

void check_slots(std::uint64_t slots) {
  if (slots <= std::numeric_limits<std::uint32_t>::max()) return;
  throw Error(ErrorKind::usage, "a part would have to name more than 2^32 vertices", {}, "use more parts (--parts)");
}

Space own_space(std::uint64_t own) {
  check_slots(word_aligned(own));
  Space space;
  space.own = static_cast<std::uint32_t>(own);
  space.size = word_aligned(space.own);
  return space;
}

void keep_slices(Space& space, int part, std::size_t count, SpaceStorage& storage) {
  storage.slices.segment(part).shrink(count);
  space.slices = storage.slices[part];
  storage.slice_of_word.allocate_and_touch(part, count == 0 ? 0 : words_for(space.size));
  const std::span<std::uint16_t> slice_of_word = storage.slice_of_word[part];
  for (std::size_t s = 0; s < count; ++s) {
    const Slice& slice = space.slices[s];
    std::ranges::fill(slice_of_word.subspan(slice.first / bits_per_word, words_for(slice.count)),
                      static_cast<std::uint16_t>(s));
  }
  space.slice_of_word = slice_of_word;
}

Space whole_space(const Partition& partition, int part, const std::vector<int>& owners, SpaceStorage& storage) {
  Space space;
  space.whole = true;
  storage.slices.allocate_and_touch(part, owners.size());
  std::size_t slices = 0;
  std::uint64_t next = 0;
  for (const int owner : owners) {
    check_slots(next + partition.size(owner) + bits_per_piece);
    const auto count = static_cast<std::uint32_t>(partition.size(owner));
    const auto first = static_cast<std::uint32_t>(next);
    if (owner == part) {
      space.own_first = first;
      space.own = count;
    } else {
      storage.slices[part][slices++] = {owner, first, count};
    }
    next += piece_aligned<std::uint64_t>(count);
  }
  space.size = static_cast<std::uint32_t>(next);
  keep_slices(space, part, slices, storage);
  return space;
}

Stretches shared_slots(const Layout& layout) {
  Stretches slots;
  std::uint64_t next = 0;
  for (int part = 0; part < layout.parts(); ++part) {
    const std::uint64_t own = layout.own(part);
    slots.first.push_back(next);
    slots.size.push_back(own);
    next += piece_aligned(own);
  }
  return slots;
}

int slice_index(const Space& space, int part, int owner) {
  if (owner == part) return Block::own_slice;
  const auto at = std::ranges::lower_bound(space.slices, owner, {}, &Slice::owner);
  ATOLL_CHECK(at != space.slices.end() && at->owner == owner);
  return static_cast<int>(at - space.slices.begin());
}

std::uint32_t slice_first(const Space& space, int slice) {
  return slice == Block::own_slice ? space.own_first : space.slices[static_cast<std::size_t>(slice)].first;
}

WholeSlots::WholeSlots(const Partition& partition, int part, const Space& space)
    : partition_(partition), shift_(static_cast<std::size_t>(partition.parts())) {
  const auto begins = [&](int owner, std::uint32_t slot) {
    shift_[static_cast<std::size_t>(owner)] = slot - partition.first[static_cast<std::size_t>(owner)];
  };
  begins(part, space.own_first);
  for (const Slice& slice : space.slices) begins(slice.owner, slice.first);
}

}  // namespace Atoll
