// SPDX-License-Identifier: Apache-2.0
#include "atoll/partition/mirrors.hpp"

#include <algorithm>

#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"

namespace Atoll {
namespace {

using SpaceOf = Space PartView::*;

const Space& space_of(const View& view, int part, SpaceOf side) {
  return view.parts[static_cast<std::size_t>(part)].*side;
}

std::vector<Mirror> mirrors_of(const View& view, int owner, SpaceOf side) {
  std::vector<Mirror> mirrors;
  std::uint64_t next = 0;
  for (int reader = 0; reader < static_cast<int>(view.parts.size()); ++reader) {
    for (const Slice& slice : space_of(view, reader, side).slices) {
      if (slice.owner != owner) continue;
      mirrors.push_back({.reader = reader, .slice = slice, .box_first = next});
      next += word_aligned(slice.count);
    }
  }
  return mirrors;
}

void copy_lists(const View& view, int owner, std::vector<Mirror>& mirrors, SpaceOf side,
                DomainArray<std::uint32_t>& lists, Crew& crew) {
  if (mirrors.empty() || space_of(view, mirrors[0].reader, side).whole) return;
  const Mirror& last = mirrors.back();
  lists.allocate_and_touch(owner, last.box_first + last.slice.count);
  for (Mirror& mirror : mirrors) {
    const Space& theirs = space_of(view, mirror.reader, side);
    const auto listed = theirs.locals.subspan(mirror.slice.first - theirs.locals_first, mirror.slice.count);
    const auto mine = lists[owner].subspan(mirror.box_first, mirror.slice.count);
    crew.for_chunks(mine.size(), std::uint64_t{1} << 16, [&](std::uint64_t begin, std::uint64_t end) {
      std::ranges::copy(listed.subspan(begin, end - begin), mine.subspan(begin).begin());
    });
    mirror.locals = mine;
  }
}

}  // namespace

void add_mirrors(View& view, DomainArray<std::uint32_t>& lists, Crew& crew) {
  for (int owner = 0; owner < static_cast<int>(view.parts.size()); ++owner) {
    PartView& mine = view.parts[static_cast<std::size_t>(owner)];
    mine.source_mirrors = mirrors_of(view, owner, &PartView::sources);
    mine.target_mirrors = mirrors_of(view, owner, &PartView::targets);
    // At most one of the two spaces is listed: an arrangement has ghosts on one side only.
    ATOLL_CHECK(mine.source_mirrors.empty() || mine.target_mirrors.empty() || mine.sources.whole);
    copy_lists(view, owner, mine.source_mirrors, &PartView::sources, lists, crew);
    copy_lists(view, owner, mine.target_mirrors, &PartView::targets, lists, crew);
  }
}

}  // namespace Atoll
