// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/vertex_ids.hpp"

#include <utility>

#include "atoll/partition/spaces.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t grain = std::uint64_t{1} << 14;

// ids[slot] = the user's id, for every slot that an arc may name.
void name_slots(const Layout& layout, int part, const Space& space, IdArray& ids, Crew& crew) {
  const auto name = [&](std::uint32_t first, std::uint32_t count) {
    crew.for_chunks(count, grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::uint32_t slot = first + static_cast<std::uint32_t>(i);
        ids.set(slot, layout.user_id(part, space, slot));
      }
    });
  };
  name(space.own_first, space.own);
  for (const Slice& slice : space.slices) name(slice.first, slice.count);
}

// One array for all parts, each stretch of it at home.
void name_shared_slots(Layout& layout, const Space& space, Crew& crew) {
  IdArray ids(space.size, layout.wide);
  const std::uint64_t id_bytes = layout.wide ? 8 : 4;
  const Stretches slots = shared_slots(layout);
  for (int part = 0; part < layout.parts(); ++part) {
    const auto p = static_cast<std::size_t>(part);
    std::byte* mine = ids.data() + slots.first[p] * id_bytes;
    place(layout.homes, part, mine, slots.size[p] * id_bytes);
    touch_first(layout.homes, part, mine, slots.size[p] * id_bytes);
    layout.own_id_first.push_back(static_cast<std::uint32_t>(slots.first[p]));
  }
  name_slots(layout, 0, space, ids, crew);
  layout.bytes += ids.bytes();
  layout.ids.push_back(std::move(ids));
}

}  // namespace

void name_vertices(Layout& layout, bool source_slots, Crew& crew) {
  const View& view = layout.pull ? *layout.pull : *layout.push;
  const bool shared = layout.arrangement == Arrangement::shared && layout.pull && layout.parts() > 1;
  if (shared && source_slots) return name_shared_slots(layout, view.parts[0].sources, crew);
  const Partition& partition = layout.partition;
  for (int part = 0; part < layout.parts(); ++part) {
    const Space& sources = view.parts[static_cast<std::size_t>(part)].sources;
    const bool own_only = !source_slots || sources.only_own();
    layout.own_id_first.push_back(own_only ? 0 : sources.own_first);
    if (own_only && partition.user_of.is_counting()) {
      layout.ids.push_back(IdArray::counting(partition.first[static_cast<std::size_t>(part)], layout.own(part)));
      continue;
    }
    IdArray ids(own_only ? layout.own(part) : sources.size, layout.wide);
    place(layout.homes, part, ids.data(), ids.bytes());
    touch_first(layout.homes, part, ids.data(), ids.as_bytes().size());
    if (own_only) {
      crew.for_chunks(ids.size(), grain, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t v = begin; v < end; ++v) ids.set(v, partition.user_id(part, v));
      });
    } else {
      name_slots(layout, part, sources, ids, crew);
    }
    layout.bytes += ids.bytes();
    layout.ids.push_back(std::move(ids));
  }
}

Layout::Place Layout::place_of(std::uint64_t user) const {
  const std::uint64_t internal = partition.internal_of[user];
  const int part = in_order ? 0 : partition.owner(internal);
  return {part, internal - partition.first[static_cast<std::size_t>(part)]};
}

std::uint64_t Layout::user_id(int part, const Space& space, std::uint32_t slot) const {
  if (space.owns(slot)) return partition.user_id(part, slot - space.own_first);
  const Slice& slice = space.slice_of(slot);
  return partition.user_id(slice.owner, space.local_of(slice, slot));
}

IdArray Layout::user_ids(int part, const Space& space, Crew& crew) const {
  const bool counts = space.only_own() && space.own_first == 0 && partition.user_of.is_counting();
  if (counts) return IdArray::counting(partition.first[static_cast<std::size_t>(part)], space.size);
  IdArray named(space.size, wide);
  name_slots(*this, part, space, named, crew);
  return named;
}

}  // namespace Atoll
