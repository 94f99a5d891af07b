// SPDX-License-Identifier: Apache-2.0
// Blocks: the arcs of a part, counted and then filled in as slots, row by row and in the order in which the graph has
// them. Invariant: what a row becomes depends on the graph and the partition alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "atoll/base/watch.hpp"
#include "atoll/partition/layout.hpp"
#include "atoll/partition/partition.hpp"
#include "atoll/topology/crew.hpp"
#include "atoll/topology/domain_array.hpp"
#include "atoll/topology/prefix_sum.hpp"

namespace Atoll {

// Arcs as the blocks are cut from them: by source (the graph itself) or by target (its transpose), in the user's ids.
template <class Id>
struct ArcRows {
  std::span<const std::uint64_t> offsets;
  std::span<const Id> ends;
  std::span<const std::uint32_t> weights;  // bits; empty: none
};

// Which arcs go into one block: rows owned by row_owner, ends owned by end_owner (-1: by anybody).
struct BlockSpec {
  int row_owner = 0;
  int end_owner = -1;
  int sources = Block::own_slice;
  int targets = Block::own_slice;
  std::uint32_t row_first = 0;
};

// What the spans of the blocks look at.
struct BlockStorage {
  explicit BlockStorage(const Homes& homes)
      : offsets(homes), ends(homes), weights(homes), taken_offsets(homes), taken_weights(homes) {}
  DomainArray<std::byte> offsets;
  DomainArray<std::uint32_t> ends;
  DomainArray<std::byte> weights;
  // Instead, where they are the graph's own.
  DomainArray<std::uint64_t> taken_offsets;
  DomainArray<std::uint32_t> taken_weights;
};

// Of what is packed.
struct BytesEach {
  bool offsets_whole = true;  // or as few as the arcs of a part need
  std::size_t weight = ArcWeights::bytes_whole;
};

template <class Id>
class BlockFiller {
 public:
  BlockFiller(const Partition& partition, const ArcRows<Id>& rows, const BytesEach& bytes, BlockStorage& storage,
              Crew& crew, const Watch& watch)
      : partition_(partition), rows_(rows), bytes_(bytes), storage_(storage), crew_(crew), watch_(watch) {}

  // Makes the blocks of `part`; slot_of(internal id) is called from any thread. Returns their bytes.
  template <class SlotOf>
  std::uint64_t fill(int part, const std::vector<BlockSpec>& specs, const SlotOf& slot_of, PartView& mine) {
    std::uint64_t entries = 0;
    for (const BlockSpec& spec : specs) entries += partition_.size(spec.row_owner) + 1;
    Array<std::uint64_t> counted(entries);
    std::uint64_t arcs = 0;
    std::uint64_t at = 0;
    for (const BlockSpec& spec : specs) {
      const std::uint64_t count = partition_.size(spec.row_owner);
      const std::span<std::uint64_t> offsets = std::span(counted).subspan(at, count + 1);
      count_rows(spec, offsets);
      arcs = prefix_sum(offsets.first(count), crew_, arcs);
      offsets[count] = arcs;
      at += count + 1;
    }
    const RowOffsets all_offsets = keep_offsets(part, counted, arcs);
    counted = {};
    at = 0;
    for (const BlockSpec& spec : specs) {
      const std::uint64_t count = partition_.size(spec.row_owner);
      Block block;
      block.sources = spec.sources;
      block.targets = spec.targets;
      block.row_first = spec.row_first;
      block.rows = static_cast<std::uint32_t>(count);
      block.offsets = all_offsets.subspan(at, count + 1);
      mine.blocks.push_back(std::move(block));
      at += count + 1;
    }
    storage_.ends.allocate_and_touch(part, arcs);
    const std::uint64_t weights = rows_.weights.empty() ? 0 : arcs;
    storage_.weights.allocate_and_touch(part, ArcWeights::bytes_of(weights, bytes_.weight));
    for (std::size_t b = 0; b < specs.size(); ++b) {
      fill_rows(specs[b], slot_of, mine.blocks[b].offsets, storage_.ends[part], storage_.weights[part]);
      mine.blocks[b].chunks = std::make_shared<const Chunks>(mine.blocks[b].offsets, arcs + entries);
    }
    mine.ends = storage_.ends[part];
    mine.weights = ArcWeights(storage_.weights[part], weights, bytes_.weight);
    return all_offsets.bytes().size() + mine.ends.size_bytes() + mine.weights.bytes().size();
  }

 private:
  static constexpr std::uint64_t rows_per_grain = 1024;

  bool in_block(const BlockSpec& spec, std::uint64_t internal) const {
    if (spec.end_owner < 0) return true;
    const auto p = static_cast<std::size_t>(spec.end_owner);
    return internal >= partition_.first[p] && internal < partition_.first[p + 1];
  }

  RowOffsets keep_offsets(int part, std::span<const std::uint64_t> counted, std::uint64_t arcs) {
    const std::size_t each = bytes_.offsets_whole ? RowOffsets::bytes_whole : RowOffsets::bytes_for(arcs);
    storage_.offsets.allocate_and_touch(part, RowOffsets::bytes_of(counted.size(), each));
    std::byte* const kept = storage_.offsets[part].data();
    crew_.for_chunks(counted.size(), rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) RowOffsets::put(kept + i * each, counted[i], each);
    });
    return {storage_.offsets[part], counted.size(), each};
  }

  void count_rows(const BlockSpec& spec, std::span<std::uint64_t> offsets) {
    crew_.for_chunks(offsets.size() - 1, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t v = begin; v < end; ++v) {
        const std::uint64_t id = partition_.user_id(spec.row_owner, v);
        if (spec.end_owner < 0) {
          offsets[v] = rows_.offsets[id + 1] - rows_.offsets[id];
          continue;
        }
        std::uint64_t count = 0;
        for (std::uint64_t e = rows_.offsets[id]; e < rows_.offsets[id + 1]; ++e) {
          if (in_block(spec, partition_.internal_of[rows_.ends[e]])) ++count;
        }
        offsets[v] = count;
      }
    });
  }

  template <class SlotOf>
  void fill_rows(const BlockSpec& spec, const SlotOf& slot_of, const RowOffsets& offsets, std::span<std::uint32_t> ends,
                 std::span<std::byte> weights) {
    crew_.for_chunks(offsets.size() - 1, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
      watch_.poll();
      for (std::uint64_t v = begin; v < end; ++v) {
        const std::uint64_t id = partition_.user_id(spec.row_owner, v);
        std::uint64_t at = offsets[v];
        for (std::uint64_t e = rows_.offsets[id]; e < rows_.offsets[id + 1]; ++e) {
          const std::uint64_t internal = partition_.internal_of[rows_.ends[e]];
          if (!in_block(spec, internal)) continue;
          ends[at] = slot_of(internal);
          if (!rows_.weights.empty())
            ArcWeights::put(weights.data() + at * bytes_.weight, rows_.weights[e], bytes_.weight);
          ++at;
        }
      }
    });
  }

  const Partition& partition_;
  const ArcRows<Id> rows_;
  const BytesEach bytes_;
  BlockStorage& storage_;
  Crew& crew_;
  const Watch& watch_;
};

}  // namespace Atoll
