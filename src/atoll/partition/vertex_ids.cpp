// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/vertex_ids.hpp"

#include <utility>

#include "atoll/partition/spaces.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t ids_per_grain = std::uint64_t{1} << 14;

// work(i) for every i below count, by all threads.
template <class F>
void for_each(std::uint64_t count, Crew& crew, F&& work) {
  crew.for_chunks(count, ids_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) work(i);
  });
}

// ids[first + local] for my own vertices.
void name_own(const Layout& layout, int part, std::uint64_t first, IdArray& ids, Crew& crew) {
  for_each(layout.own(part), crew, [&](std::uint64_t v) { ids.set(first + v, layout.partition.user_id(part, v)); });
}

// ids[slot] for those of others that an arc may name; the own vertices of all have names already.
void name_slices(const Layout& layout, int part, const Space& space, IdArray& ids, Crew& crew) {
  for (const Slice& slice : space.slices) {
    for_each(slice.count, crew, [&](std::uint64_t i) {
      const std::uint32_t slot = slice.first + static_cast<std::uint32_t>(i);
      ids.set(slot, layout.user_id(part, space, slot));
    });
  }
}

// One array for all parts, each stretch of it at home: every slot is somebody's own.
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
    name_own(layout, part, slots.first[p], ids, crew);
  }
  layout.bytes += ids.bytes();
  layout.ids.push_back(std::move(ids));
}

// An array for each part.
void name_by_part(Layout& layout, const View& view, bool source_slots, Crew& crew) {
  const auto sources_of = [&](int part) -> const Space& { return view.parts[static_cast<std::size_t>(part)].sources; };
  const auto own_only = [&](int part) { return !source_slots || sources_of(part).only_own(); };
  if (layout.parts() == 1 && own_only(0)) {  // the partition has these names
    layout.own_id_first = {0};
    return;
  }
  for (int part = 0; part < layout.parts(); ++part) {
    layout.own_id_first.push_back(own_only(part) ? 0 : sources_of(part).own_first);
    if (own_only(part) && layout.partition.user_of.is_counting()) {
      const std::uint64_t first = layout.partition.first[static_cast<std::size_t>(part)];
      layout.ids.push_back(IdArray::counting(first, layout.own(part)));
      continue;
    }
    IdArray ids(own_only(part) ? layout.own(part) : sources_of(part).size, layout.wide);
    place(layout.homes, part, ids.data(), ids.bytes());
    touch_first(layout.homes, part, ids.data(), ids.as_bytes().size());
    name_own(layout, part, layout.own_id_first.back(), ids, crew);
    layout.bytes += ids.bytes();
    layout.ids.push_back(std::move(ids));
  }
  for (int part = 0; part < layout.parts(); ++part) {
    if (!own_only(part)) name_slices(layout, part, sources_of(part), layout.ids[static_cast<std::size_t>(part)], crew);
  }
}

}  // namespace

void name_vertices(Layout& layout, bool source_slots, Crew& crew) {
  const View& view = layout.pull ? *layout.pull : *layout.push;
  const bool shared = layout.arrangement == Arrangement::shared && layout.pull && layout.parts() > 1;
  if (shared && source_slots) {
    name_shared_slots(layout, view.parts[0].sources, crew);
  } else {
    name_by_part(layout, view, source_slots, crew);
  }
  if (layout.parts() > 1) layout.partition.user_of = {};
}

Layout::Place Layout::place_of(std::uint64_t user) const {
  const std::uint64_t internal = partition.internal_of[user];
  const int part = in_order ? 0 : partition.owner(internal);
  return {part, internal - partition.first[static_cast<std::size_t>(part)]};
}

std::uint64_t Layout::user_id(int part, const Space& space, std::uint32_t slot) const {
  if (space.owns(slot)) return user_id(part, slot - space.own_first);
  const Slice& slice = space.slice_of(slot);
  return user_id(slice.owner, space.local_of(slice, slot));
}

IdArray Layout::user_ids(int part, const Space& space, Crew& crew) const {
  const bool counts = space.only_own() && space.own_first == 0 && names(part).is_counting();
  if (counts) return IdArray::counting(user_id(part, 0), space.size);
  IdArray named(space.size, wide);
  for_each(space.own, crew, [&](std::uint64_t v) { named.set(space.own_first + v, user_id(part, v)); });
  name_slices(*this, part, space, named, crew);
  return named;
}

}  // namespace Atoll
