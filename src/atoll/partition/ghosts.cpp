// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/ghosts.hpp"

#include <limits>

#include "atoll/base/error.hpp"

namespace Atoll {

GhostSlots::GhostSlots(const GhostMarks& marks, const Partition& partition, int part, Space& space,
                       DomainArray<std::uint32_t>& locals, Crew& crew)
    : marks_(marks), partition_(partition), shift_(static_cast<std::size_t>(partition.parts())) {
  space.locals_first = space.size;
  std::uint64_t next = space.size;
  for (int owner = 0; owner < partition.parts(); ++owner) {
    const auto q = static_cast<std::size_t>(owner);
    const std::uint64_t before = marks.below(partition.first[q]);
    const std::uint64_t count = marks.below(partition.first[q + 1]) - before;
    shift_[q] = next - before;
    if (owner == part || count == 0) continue;
    if (next + count + bits_per_word > std::numeric_limits<std::uint32_t>::max()) {
      throw Error(ErrorKind::usage, "a part would have to name more than 2^32 vertices", {},
                  "use more parts (--parts)");
    }
    space.slices.push_back({owner, static_cast<std::uint32_t>(next), static_cast<std::uint32_t>(count)});
    next += word_aligned(count);
  }
  space.size = static_cast<std::uint32_t>(next);
  space.index_slices();
  locals.allocate_and_touch(part, space.size - space.locals_first);
  const std::span<std::uint32_t> mine = locals[part];
  crew.for_chunks(marks.words().size(), 4096, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t w = begin; w < end; ++w) {
      for_set_bits(marks.words()[w], w * 64, [&](std::uint64_t internal) {
        const std::uint64_t local = internal - partition.first[static_cast<std::size_t>(partition.owner(internal))];
        mine[of(internal) - space.locals_first] = static_cast<std::uint32_t>(local);
      });
    }
  });
  space.locals = mine;
}

}  // namespace Atoll
