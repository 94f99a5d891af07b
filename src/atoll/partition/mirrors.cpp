// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/mirrors.hpp"

#include <algorithm>
#include <utility>

#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"

namespace Atoll {
namespace {

using SpaceOf = Space PartView::*;

const Space& space_of(const View& view, int part, SpaceOf side) {
  return view.parts[static_cast<std::size_t>(part)].*side;
}

// Every owner's mirrors, by ascending readers.
void collect(const View& view, SpaceOf side, DomainArray<Mirror>& mirrors) {
  const auto for_slices = [&](const auto& visit) {
    for (int reader = 0; reader < mirrors.parts(); ++reader) {
      for (const Slice& slice : space_of(view, reader, side).slices) visit(reader, slice);
    }
  };
  std::vector<std::size_t> counts(view.parts.size());
  for_slices([&](int, const Slice& slice) { ++counts[static_cast<std::size_t>(slice.owner)]; });
  for (int owner = 0; owner < mirrors.parts(); ++owner) {
    mirrors.allocate_and_touch(owner, std::exchange(counts[static_cast<std::size_t>(owner)], 0));
  }
  for_slices([&](int reader, const Slice& slice) {
    const std::size_t before = counts[static_cast<std::size_t>(slice.owner)]++;
    Mirror* const mine = mirrors[slice.owner].data() + before;
    const std::uint64_t first = before == 0 ? 0 : mine[-1].box_first + word_aligned(mine[-1].slice.count);
    *mine = {.reader = reader, .slice = slice, .box_first = first};
  });
}

void copy_lists(const View& view, int owner, std::span<Mirror> mirrors, SpaceOf side, DomainArray<std::uint32_t>& lists,
                Crew& crew) {
  if (mirrors.empty() || space_of(view, mirrors[0].reader, side).whole) return;
  const Mirror& last = mirrors.back();
  lists.allocate_and_touch(owner, last.box_first + last.slice.count);
  for (Mirror& mirror : mirrors) {
    const std::span listed(mirror.slice.locals, mirror.slice.count);
    const auto mine = lists[owner].subspan(mirror.box_first, mirror.slice.count);
    crew.for_chunks(mine.size(), std::uint64_t{1} << 16, [&](std::uint64_t begin, std::uint64_t end) {
      std::ranges::copy(listed.subspan(begin, end - begin), mine.subspan(begin).begin());
    });
    mirror.locals = mine;
  }
}

}  // namespace

void add_mirrors(View& view, MirrorStorage& storage, Crew& crew) {
  collect(view, &PartView::sources, storage.sources);
  collect(view, &PartView::targets, storage.targets);
  for (int owner = 0; owner < static_cast<int>(view.parts.size()); ++owner) {
    PartView& mine = view.parts[static_cast<std::size_t>(owner)];
    mine.source_mirrors = storage.sources[owner];
    mine.target_mirrors = storage.targets[owner];
    // At most one of the two spaces is listed: an arrangement has ghosts on one side only.
    ATOLL_CHECK(mine.source_mirrors.empty() || mine.target_mirrors.empty() || mine.sources.whole);
    copy_lists(view, owner, storage.sources[owner], &PartView::sources, storage.lists, crew);
    copy_lists(view, owner, storage.targets[owner], &PartView::targets, storage.lists, crew);
  }
}

void leave_lists_to_owners(View& view, MirrorStorage& storage, SpaceStorage& sources, SpaceStorage& targets) {
  const auto leave = [&](DomainArray<Mirror>& mirrors, SpaceOf side, SpaceStorage& spaces) {
    for (int owner = 0; owner < mirrors.parts(); ++owner) {
      for (Mirror& mirror : mirrors[owner]) {
        if (mirror.locals.empty()) continue;  // of a whole space
        const auto theirs = spaces.slices[mirror.reader];
        const auto slice = std::ranges::lower_bound(theirs, owner, {}, &Slice::owner);
        mirror.slice.locals = slice->locals = mirror.locals.data();
      }
    }
    for (int part = 0; part < mirrors.parts(); ++part) {
      (view.parts[static_cast<std::size_t>(part)].*side).locals = {};
      spaces.locals.segment(part) = {};
    }
  };
  leave(storage.sources, &PartView::sources, sources);
  leave(storage.targets, &PartView::targets, targets);
}

}  // namespace Atoll
