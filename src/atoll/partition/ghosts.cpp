// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/ghosts.hpp"

namespace Atoll {

GhostSlots::GhostSlots(const RankedBits& marks, const Partition& partition, int part, Space& space,
                       SpaceStorage& storage, Crew& crew)
    : marks_(marks), partition_(partition), shift_(static_cast<std::size_t>(partition.parts())) {
  const bool alone = marks.marks() == 0;
  if (!alone) {  // no ghost in a piece with my own
    check_slots(std::uint64_t{space.own} + bits_per_piece);
    space.size = piece_aligned(space.own);
  }
  const std::uint32_t locals_first = space.size;
  storage.slices.allocate_and_touch(part, static_cast<std::size_t>(partition.parts()));
  std::size_t slices = 0;
  std::uint64_t next = space.size;
  for (int owner = 0; owner < partition.parts(); ++owner) {
    const auto q = static_cast<std::size_t>(owner);
    const std::uint64_t before = marks.below(partition.first[q]);
    const std::uint64_t count = marks.below(partition.first[q + 1]) - before;
    shift_[q] = next - before;
    if (owner == part || count == 0) continue;
    check_slots(next + count + bits_per_word);
    storage.slices[part][slices++] = {owner, static_cast<std::uint32_t>(next), static_cast<std::uint32_t>(count)};
    next += word_aligned(count);
  }
  space.size = static_cast<std::uint32_t>(next);
  keep_slices(space, part, slices, storage);
  storage.locals.allocate_and_touch(part, space.size - locals_first);
  const std::span<std::uint32_t> mine = storage.locals[part];
  marks.for_each(crew, [&](std::uint64_t internal, std::uint64_t rank) {
    const auto owner = static_cast<std::size_t>(partition.owner(internal));
    mine[shift_[owner] + rank - locals_first] = static_cast<std::uint32_t>(internal - partition.first[owner]);
  });
  space.locals = mine;
  for (Slice& slice : storage.slices[part]) slice.locals = mine.data() + (slice.first - locals_first);
}

}  // namespace Atoll
