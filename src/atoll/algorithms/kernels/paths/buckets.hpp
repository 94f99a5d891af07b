// SPDX-License-Identifier: Apache-2.0
// What one thread has found and nobody relaxed yet, by bucket of distance: a window of buckets, and a heap of all that
// lies beyond it, sorted into the window when it moves. Entries lie in chunks, which others may take whole.
// Invariant: nothing is put before `begin`, and nothing beyond the window is nearer than something in it.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "atoll/base/array.hpp"
#include "atoll/base/bits.hpp"

namespace Atoll::kernels {

template <class Key>
struct Waiting {
  std::uint32_t vertex;
  Key distance;  // when it was put
};

template <class Key>
struct Chunk {
  static constexpr std::uint32_t capacity = sizeof(Key) == 4 ? 127 : 63;
  std::uint32_t size;  // once it is taken or shown
  Waiting<Key> entries[capacity];
};

template <class Key>
class Buckets {
 public:
  using Chunks = std::vector<Chunk<Key>*>;
  static constexpr std::uint64_t none = ~std::uint64_t{0};
  static constexpr std::uint64_t window = 1024;

  Buckets() : tails_(window + 1), bins_(window + 1), filled_(words_for(window)) {}

  void put(std::uint64_t bucket, Waiting<Key> entry) {
    const std::uint64_t bin = std::min(bucket - begin_, window);
    if (bin == window) beyond_first_ = std::min(beyond_first_, bucket);
    Tail& tail = tails_[bin];
    if (tail.next == tail.end) grow(bin);
    *tail.next++ = entry;
  }

  // The first bucket of the window with entries, from `from` on.
  std::uint64_t first(std::uint64_t from) const {
    const std::uint64_t bin = from <= begin_ ? 0 : from - begin_;
    if (bin >= window) return none;
    std::uint64_t word = bin / 64;
    for (std::uint64_t bits = filled_[word] & ~low_bits(bin % 64);; bits = filled_[word]) {
      if (bits != 0) return begin_ + word * 64 + static_cast<std::uint64_t>(std::countr_zero(bits));
      if (++word == filled_.size()) return none;
    }
  }
  std::uint64_t first_beyond() const { return beyond_first_; }

  // The chunks of a bucket of the window; they stay mine until taken.
  std::size_t chunks(std::uint64_t bucket) const { return bins_[bucket - begin_].size(); }
  const Chunks& show(std::uint64_t bucket) {
    close(bucket - begin_);
    return bins_[bucket - begin_];
  }
  void take(std::uint64_t bucket, Chunks& taken) {
    if (is_in_window(bucket)) close(bucket - begin_);
    take_shown(bucket, taken);
  }
  // As it was shown: chunks of it may be with others already, and full of what these found.
  void take_shown(std::uint64_t bucket, Chunks& taken) {
    taken.clear();
    if (!is_in_window(bucket)) return;
    clear_bit(filled_.data(), bucket - begin_);
    take_bin(bucket - begin_, taken);
  }
  void give_back(Chunk<Key>* chunk) { free_.push_back(chunk); }

  // The window, which is empty, begins at `begin`. bucket_of(entry) is asked of all beyond; none: it is of no use now.
  template <class BucketOf>
  void move(std::uint64_t begin, const BucketOf& bucket_of) {
    put_again({}, begin, bucket_of);
  }

  // The same where buckets are other ones now: bucket_of(entry) is asked of all.
  template <class BucketOf>
  void renumber(std::uint64_t begin, const BucketOf& bucket_of) {
    Chunks all, some;
    for (std::uint64_t bucket; (bucket = first(0)) != none;) {
      take(bucket, some);
      all.insert(all.end(), some.begin(), some.end());
    }
    put_again(std::move(all), begin, bucket_of);
  }

  // Every chunk of mine is free, whoever has it: nobody has put anything since all were cleared.
  void take_home() {
    free_.clear();
    for (Array<Chunk<Key>>& slab : slabs_) {
      for (Chunk<Key>& chunk : slab) give_back(&chunk);
    }
  }

  // Drops everything; the window begins at `begin`.
  void clear(std::uint64_t begin) {
    for (std::uint64_t bucket; (bucket = first(0)) != none;) {
      Chunks dropped;
      take(bucket, dropped);
      for (Chunk<Key>* chunk : dropped) give_back(chunk);
    }
    move(begin, [](const Waiting<Key>&) { return none; });
  }

 private:
  static constexpr std::size_t first_slab = 32, doublings = 6;  // chunks of 1 KiB: at last, a huge page

  // Where the last chunk of a bin goes on, and where it is full; beside those of the next bins, since one entry in a
  // bin is followed by one in another.
  struct Tail {
    Waiting<Key>* next = nullptr;
    Waiting<Key>* end = nullptr;
  };

  // Apart, so that the rest, which is where everything comes nearer, is short enough to be inlined there.
  [[gnu::noinline]] void grow(std::uint64_t bin) {
    if (bin < window) set_bit(filled_.data(), bin);
    close(bin);
    Chunk<Key>* const chunk = new_chunk();
    bins_[bin].push_back(chunk);
    tails_[bin] = {chunk->entries, chunk->entries + Chunk<Key>::capacity};
  }

  // These, and all that lie beyond the window, which is empty.
  template <class BucketOf>
  void put_again(Chunks taken, std::uint64_t begin, const BucketOf& bucket_of) {
    Chunks beyond;
    close(window);
    take_bin(window, beyond);
    taken.insert(taken.end(), beyond.begin(), beyond.end());
    begin_ = begin;
    beyond_first_ = none;
    for (Chunk<Key>* chunk : taken) {
      for (std::uint32_t i = 0; i < chunk->size; ++i) {
        const std::uint64_t bucket = bucket_of(chunk->entries[i]);
        if (bucket != none) put(bucket, chunk->entries[i]);
      }
      give_back(chunk);
    }
  }

  bool is_in_window(std::uint64_t bucket) const { return bucket - begin_ < window; }

  // Only the last chunk is not full.
  void close(std::uint64_t bin) {
    if (bins_[bin].empty()) return;
    Chunk<Key>& last = *bins_[bin].back();
    last.size = static_cast<std::uint32_t>(tails_[bin].next - last.entries);
  }

  void take_bin(std::uint64_t bin, Chunks& taken) {
    std::swap(taken, bins_[bin]);
    tails_[bin] = {};
  }

  Chunk<Key>* new_chunk() {
    if (free_.empty()) {
      slabs_.emplace_back(first_slab << std::min(slabs_.size(), doublings), Contents::whatever);
      for (Chunk<Key>& chunk : slabs_.back()) free_.push_back(&chunk);
      std::ranges::reverse(free_);
    }
    Chunk<Key>* const chunk = free_.back();
    free_.pop_back();
    return chunk;
  }

  std::uint64_t begin_ = 0;
  std::uint64_t beyond_first_ = none;
  std::vector<Tail> tails_;            // [bin]; the last one is of all beyond the window
  std::vector<Chunks> bins_;           // [bin]
  std::vector<std::uint64_t> filled_;  // a bit per bin of the window
  Chunks free_;
  std::vector<Array<Chunk<Key>>> slabs_;
};

}  // namespace Atoll::kernels
