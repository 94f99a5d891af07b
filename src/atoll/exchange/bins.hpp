// SPDX-License-Identifier: Apache-2.0
// Messages on their way into segments of slots. A thread has a bin for each segment, a chain of blocks; a block lies in
// the memory of the part that was scanned when it was begun, and its place there is taken once in a superstep.
// Invariant: a bin has one writer, and is read only after a meet.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "atoll/base/bits.hpp"
#include "atoll/base/check.hpp"
#include "atoll/topology/domain_array.hpp"

namespace Atoll {

inline constexpr std::uint32_t messages_per_block = 512;

template <class Message>
struct alignas(64) MessageBlock {
  MessageBlock* before;                                 // of the same bin, or null
  std::uint32_t size;                                   // messages, at most
  int part;                                             // that was scanned
  std::array<std::uint16_t, messages_per_block> slots;  // in the segment
  std::array<Message, messages_per_block> messages;

  // How it begins; the rest is read in a row.
  void fetch() const {
    constexpr std::size_t ahead = 4, line = 64;
    for (std::size_t i = 0; i < ahead; ++i) {
      __builtin_prefetch(reinterpret_cast<const std::byte*>(this) + i * line);
      __builtin_prefetch(reinterpret_cast<const std::byte*>(&messages) + i * line);
    }
  }
};

// Of so many threads that bring `arcs` messages to segments: each may have a block of every segment that is not full.
inline std::uint64_t blocks_for(std::uint64_t arcs, std::uint64_t segments, std::uint64_t threads) {
  return std::min(arcs, arcs / messages_per_block + segments * threads);
}

// A segment has as many slots as half of a cache holds with what is folded into them, in whole pieces of bitmaps.
inline int bits_of_segment(std::uint64_t cache_bytes, std::uint64_t bytes_of_slot) {
  constexpr std::uint64_t least = bits_per_piece, most = std::uint64_t{1} << 16;  // what a slot in it is numbered by
  return static_cast<int>(std::bit_width(std::clamp<std::uint64_t>(cache_bytes / 2 / bytes_of_slot, least, most))) - 1;
}

// Blocks of the parts, for all threads that scan them.
template <class Message>
class BlockPools {
 public:
  using Block = MessageBlock<Message>;

  explicit BlockPools(const Homes& homes) : blocks_(homes), used_(static_cast<std::size_t>(homes.parts)) {}

  // By one thread of the part's team.
  void allocate(int part, std::uint64_t blocks) { blocks_.allocate(part, blocks, Contents::whatever); }
  std::span<const Block> operator[](int part) const { return blocks_[part]; }

  // All are free again. By one thread.
  void begin() {
    for (Used& used : used_) used.count.store(0, std::memory_order_relaxed);
  }
  Block* begin_block(int part, Block* before) {
    const std::uint64_t taken = used_[static_cast<std::size_t>(part)].count.fetch_add(1, std::memory_order_relaxed);
    const std::span<Block> all = blocks_[part];
    ATOLL_CHECK(taken < all.size());
    all[taken].before = before;
    all[taken].size = messages_per_block;
    all[taken].part = part;
    return &all[taken];
  }

 private:
  struct alignas(64) Used {
    std::atomic<std::uint64_t> count{0};
  };
  DomainArray<Block> blocks_;
  std::vector<Used> used_;
};

// The bins of a thread, by segments.
template <class Message>
class Bins {
 public:
  using Block = MessageBlock<Message>;
  struct Bin {
    Block* last = nullptr;
    std::uint32_t size = messages_per_block;  // of the last; full: the next message begins another
    std::uint32_t blocks = 0;

    bool is_full() const { return size == messages_per_block; }
    void begin_block(BlockPools<Message>& pools, int part) {
      last = pools.begin_block(part, last);
      size = 0;
      ++blocks;
    }
    // Unless it is full. Returns where the message is.
    const Message* put(std::uint16_t slot, Message message) {
      last->slots[size] = slot;
      last->messages[size] = message;
      return &last->messages[size++];
    }
    void close() {
      if (last != nullptr) last->size = std::min(last->size, std::exchange(size, messages_per_block));
    }
  };

  explicit Bins(std::uint64_t segments) : bins_(segments, Contents::whatever) {}

  // Those into which a scan of `part` puts what it has in this superstep. In a new one they are empty.
  Bin* of_scan(std::uint64_t superstep, int part) {
    if (superstep_ != superstep) {
      std::ranges::fill(bins_, Bin());
    } else if (part_ != part) {
      std::ranges::for_each(bins_, &Bin::close);
    }
    superstep_ = superstep;
    part_ = part;
    return bins_.data();
  }

  std::uint64_t blocks(std::uint64_t superstep, std::uint64_t segment) const {
    return superstep_ == superstep ? bins_[segment].blocks : 0;
  }
  // visit(block, size) for what was put into a segment in this superstep.
  template <class Visit>
  void for_blocks(std::uint64_t superstep, std::uint64_t segment, const Visit& visit) const {
    if (superstep_ != superstep) return;
    const Bin& bin = bins_[segment];
    std::uint32_t most = bin.size;
    for (const Block* block = bin.last; block != nullptr; block = block->before, most = messages_per_block) {
      if (block->before != nullptr) block->before->fetch();
      visit(*block, std::min(most, block->size));
    }
  }

 private:
  Array<Bin> bins_;  // [segment], as of that superstep
  std::uint64_t superstep_ = ~std::uint64_t{0};
  int part_ = 0;
};

}  // namespace Atoll
