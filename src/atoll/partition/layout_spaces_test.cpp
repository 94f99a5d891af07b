// SPDX-License-Identifier: Apache-2.0
// How a layout is built: spaces, slices and their mirrors, blocks and chunks keep what layout.hpp and space.hpp
// promise.
#include <algorithm>
#include <set>
#include <utility>

#include "atoll/base/bits.hpp"
#include "atoll/partition/layout.hpp"
#include "atoll/partition/layout_testing.hpp"
#include "atoll/partition/spaces.hpp"

namespace Atoll {
namespace {

using namespace testing;

bool starts_a_word(std::uint64_t slot) { return slot % 64 == 0; }

// Of bitmaps over slots, the pieces of the own vertices are theirs alone, so that two sweeps may empty marks at once.
void expect_own_pieces(const Space& space) {
  const auto piece = [](std::uint64_t slot) { return slot / bits_per_piece; };
  ASSERT_EQ(space.own_first % bits_per_piece, 0u);
  if (space.own == 0) return;
  for (const Slice& slice : space.slices) {
    if (slice.count == 0) continue;
    const bool before = piece(slice.first + slice.count - 1) < piece(space.own_first);
    ASSERT_TRUE(before || piece(slice.first) > piece(space.own_first + space.own - 1));
  }
}

// Regions begin at words, one after the other, in the order of their owners.
void expect_sound(const Space& space, const Partition& partition, int part) {
  ASSERT_EQ(space.own, partition.size(part));
  ASSERT_TRUE(starts_a_word(space.size) && starts_a_word(space.own_first));
  std::vector<Slice> regions(space.slices.begin(), space.slices.end());
  regions.push_back({part, space.own_first, space.own});
  std::ranges::sort(regions, {}, [](const Slice& slice) { return std::pair(slice.first, slice.count); });
  for (std::size_t r = 0; r < regions.size(); ++r) {
    ASSERT_TRUE(starts_a_word(regions[r].first));
    ASSERT_LE(regions[r].first + regions[r].count, r + 1 < regions.size() ? regions[r + 1].first : space.size);
  }
  for (std::size_t s = 0; s < space.slices.size(); ++s) {
    const Slice& slice = space.slices[s];
    ASSERT_NE(slice.owner, part);
    ASSERT_TRUE(s == 0 || space.slices[s - 1].owner < slice.owner);
    ASSERT_TRUE(!space.whole || slice.count == partition.size(slice.owner));
    for (std::uint32_t slot = slice.first; slot < slice.first + slice.count; ++slot) {
      ASSERT_FALSE(space.owns(slot));
      ASSERT_EQ(&space.slice_of(slot), &slice);
      ASSERT_LT(space.local_of(slice, slot), partition.size(slice.owner));
      ASSERT_TRUE(slot == slice.first || space.local_of(slice, slot - 1) < space.local_of(slice, slot));
    }
  }
}

TEST(LayoutSpaces, AreSlicesAtWordsWithAscendingLocals) {
  for_each_layout([](const Arranged& at) {
    for_each_view(at.layout, [&](const View&, int part, const PartView& mine) {
      expect_sound(mine.sources, at.layout.partition, part);
      expect_sound(mine.targets, at.layout.partition, part);
      expect_own_pieces(mine.sources);
      expect_own_pieces(mine.targets);
    });
  });
}

TEST(LayoutSpaces, NameWhatTheArrangementSays) {
  for_each_layout([](const Arranged& at) {
    const auto others = static_cast<std::size_t>(at.layout.parts() - 1);
    for_each_view(at.layout, [&](const View& view, int, const PartView& mine) {
      const bool by_source = view.grouping == Grouping::by_source;
      EXPECT_EQ(by_source, &view == &*at.layout.push);
      switch (at.shape.options.arrangement) {
        case Arrangement::ghosted:
          EXPECT_TRUE((by_source ? mine.sources : mine.targets).only_own());
          EXPECT_FALSE(mine.sources.whole || mine.targets.whole);
          break;
        case Arrangement::replicated:
          EXPECT_TRUE(mine.targets.only_own());
          EXPECT_EQ(mine.sources.slices.size(), others);
          break;
        case Arrangement::shared:
          EXPECT_TRUE((by_source ? mine.sources : mine.targets).only_own());
          EXPECT_EQ((by_source ? mine.targets : mine.sources).slices.size(), others);
          break;
        case Arrangement::tiled: {
          const auto processes = static_cast<std::size_t>(at.shape.options.processes);
          const std::size_t threads = (others + 1) / processes;
          EXPECT_EQ((mine.sources.slices.size() + 1) * (mine.targets.slices.size() + 1), processes * threads);
          break;
        }
      }
    });
  });
}

// The region of a block: all rows or ends lie in it.
Slice region(const Space& space, int slice, int part) {
  if (slice == Block::own_slice) return {part, space.own_first, space.own};
  return space.slices[static_cast<std::size_t>(slice)];
}

void expect_sound_chunks(const Block& block) {
  const auto bounds = block.chunks->bounds();
  ASSERT_EQ(bounds.front(), 0u);
  ASSERT_EQ(bounds.back(), block.rows);
  for (std::size_t c = 0; c + 1 < bounds.size(); ++c) {
    ASSERT_TRUE(starts_a_word(bounds[c]));
    ASSERT_LT(bounds[c], bounds[c + 1]);
  }
}

TEST(LayoutSpaces, HaveBlocksThatCoverThemInOrder) {
  for_each_layout([](const Arranged& at) {
    const Arrangement arrangement = at.shape.options.arrangement;
    const bool one_block = arrangement == Arrangement::ghosted || arrangement == Arrangement::shared;
    for_each_view(at.layout, [&](const View& view, int part, const PartView& mine) {
      const bool by_source = view.grouping == Grouping::by_source;
      const Space& rows = by_source ? mine.sources : mine.targets;
      const Space& ends = by_source ? mine.targets : mine.sources;
      std::uint64_t next = 0;
      for (const Block& block : mine.blocks) {
        const Slice row_region = region(rows, by_source ? block.sources : block.targets, part);
        const int end_slice = by_source ? block.targets : block.sources;
        ASSERT_EQ(block.row_first, row_region.first);
        ASSERT_EQ(block.rows, row_region.count);
        ASSERT_EQ(block.offsets.size(), block.rows + 1u);
        ASSERT_EQ(block.offsets[0], next);
        next = block.offsets[block.rows];
        expect_sound_chunks(block);
        for (std::uint32_t row = 0; row < block.rows; ++row) {
          ASSERT_LE(block.offsets[row], block.offsets[row + 1]);
          for (std::uint64_t e = block.offsets[row]; e < block.offsets[row + 1]; ++e) {
            const std::uint32_t slot = mine.ends[e];
            const Slice end_region = region(ends, end_slice, part);
            // Ends may be anywhere where one block has them all, and in a pull from replicas.
            const bool anywhere = one_block || !by_source;
            ASSERT_TRUE(anywhere || slot - end_region.first < end_region.count);
            ASSERT_TRUE(ends.owns(slot) || ends.slice_of(slot).owner != part);
            if (e == block.offsets[row]) continue;
            ASSERT_LE(at.layout.user_id(part, ends, mine.ends[e - 1]), at.layout.user_id(part, ends, slot));
          }
        }
      }
      ASSERT_EQ(next, mine.ends.size());
      ASSERT_EQ(mine.weights.size(), at.layout.weight_type == WeightType::none ? 0 : mine.ends.size());
    });
  });
}

TEST(LayoutSpaces, HaveNoGhostWithoutAnArc) {
  for_each_layout([](const Arranged& at) {
    if (at.shape.options.arrangement != Arrangement::ghosted) return;
    for_each_view(at.layout, [&](const View& view, int, const PartView& mine) {
      const Space& space = view.grouping == Grouping::by_source ? mine.targets : mine.sources;
      std::set<std::uint32_t> ghosts;
      for (const std::uint32_t slot : mine.ends) {
        if (!space.owns(slot)) ghosts.insert(slot);
      }
      EXPECT_EQ(ghosts.size(), space.ghosts());
    });
  });
}

// Every slice of every reader has one mirror at its owner, with the same vertices in the same order; and no mirror is
// left over.
void expect_mirrored(const Arranged& at, const View& view, Space PartView::* space,
                     std::span<const Mirror> PartView::* mirrors) {
  std::size_t slices = 0;
  std::size_t mirrored = 0;
  for (int part = 0; part < at.layout.parts(); ++part) {
    const PartView& mine = view.parts[static_cast<std::size_t>(part)];
    slices += (mine.*space).slices.size();
    mirrored += (mine.*mirrors).size();
    std::uint64_t next = 0;
    int reader_before = -1;
    for (const Mirror& mirror : mine.*mirrors) {
      ASSERT_LT(reader_before, mirror.reader);
      reader_before = mirror.reader;
      ASSERT_TRUE(starts_a_word(mirror.box_first));
      ASSERT_GE(mirror.box_first, next);
      next = mirror.box_first + mirror.slice.count;
      const Space& theirs = view.parts[static_cast<std::size_t>(mirror.reader)].*space;
      const auto slice = std::ranges::find(theirs.slices, part, &Slice::owner);
      ASSERT_TRUE(slice != theirs.slices.end());
      ASSERT_EQ(slice->first, mirror.slice.first);
      ASSERT_EQ(slice->count, mirror.slice.count);
      for (std::uint32_t i = 0; i < slice->count; ++i) {
        ASSERT_EQ(mirror.local_of(i), theirs.local_of(*slice, slice->first + i));
      }
    }
  }
  ASSERT_EQ(slices, mirrored);
}

TEST(LayoutSpaces, AreMirroredAtTheOwners) {
  for_each_layout([](const Arranged& at) {
    if (at.shape.options.arrangement == Arrangement::shared) return;  // no boxes
    for (const std::optional<View>* view : {&at.layout.push, &at.layout.pull}) {
      if (!view->has_value()) continue;
      expect_mirrored(at, **view, &PartView::sources, &PartView::source_mirrors);
      expect_mirrored(at, **view, &PartView::targets, &PartView::target_mirrors);
    }
  });
}

TEST(LayoutSpaces, AreOneForAllPartsWhereSlotsAreShared) {
  for_each_layout([](const Arranged& at) {
    if (at.shape.options.arrangement != Arrangement::shared) return;
    const Stretches slots = shared_slots(at.layout);
    for_each_view(at.layout, [&](const View& view, int part, const PartView& mine) {
      const Space& all = view.grouping == Grouping::by_source ? mine.targets : mine.sources;
      EXPECT_EQ(all.own_first, slots.first[static_cast<std::size_t>(part)]);
      for (const Slice& slice : all.slices) EXPECT_EQ(slice.first, slots.first[static_cast<std::size_t>(slice.owner)]);
    });
  });
}

TEST(LayoutSpaces, OfTilesHoldEachPartsOwnDiagonal) {
  for_each_layout([](const Arranged& at) {
    if (at.shape.options.arrangement != Arrangement::tiled) return;
    for_each_view(at.layout, [&](const View&, int, const PartView& mine) {
      const auto own = [](const Block& block) {
        return block.sources == Block::own_slice && block.targets == Block::own_slice;
      };
      EXPECT_EQ(std::ranges::count_if(mine.blocks, own), 1);
    });
  });
}

TEST(LayoutSpaces, CutLongRowsAndShortOnesIntoChunksOfEqualArcs) {
  std::vector<WeightedEdge> edges;
  for (std::uint64_t v = 0; v < 50'000; ++v) edges.push_back({v % 7 == 0 ? 3 : v, v, 1});
  Graph graph = make_graph(50'000, edges, {});
  Crew crew = crew_of(2);
  const Layout layout = build_layout(graph, partition::contiguous(graph, 1, partition::Balance::vertices, crew), {},
                                     Placement::partitioned, crew, Watch());
  const Block& block = layout.push->parts[0].blocks[0];
  const auto bounds = block.chunks->bounds();
  ASSERT_GT(bounds.size(), 8u);
  for (std::size_t c = 1; c < bounds.size(); ++c) {
    const std::uint32_t last_word = std::max(bounds[c - 1], bounds[c] - 65);
    EXPECT_LT(block.offsets[last_word] - block.offsets[bounds[c - 1]], 8192u + 64u);
  }
}

}  // namespace
}  // namespace Atoll
