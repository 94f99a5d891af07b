// SPDX-License-Identifier: Apache-2.0
// Rows of an undirected graph that is contracted: ascending, with one arc to each neighbour, the lightest, and no loops.
// First they are those of the graph, where they lie; whenever they are made anew they become blocks, each of which takes
// the memory that it had, as far as it needs it, with weights as wide as its largest is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "atoll/algorithms/kernels/one_part.hpp"
#include "atoll/base/array.hpp"
#include "atoll/topology/crew.hpp"

namespace Atoll::kernels {

class ShrinkingRows {
 public:
  static constexpr std::uint32_t vertices_per_block = 1u << 12;

  struct Arc {
    std::uint32_t end;
    std::uint32_t weight;
    auto operator<=>(const Arc&) const = default;
  };
  // Weights of 4, 2 or 1 bytes; of none: all are 1.
  struct Weights {
    const std::byte* first = nullptr;
    std::uint32_t bytes = 0;

    std::uint32_t operator[](std::size_t i) const {
      if (bytes == 4) return read<std::uint32_t>(i);
      if (bytes == 2) return read<std::uint16_t>(i);
      return bytes == 1 ? read<std::uint8_t>(i) : 1;
    }
    template <class Weight>
    Weight read(std::size_t i) const {
      Weight weight;
      std::memcpy(&weight, first + i * sizeof weight, sizeof weight);
      return weight;
    }
  };
  struct Row {
    std::span<const std::uint32_t> ends;
    Weights weights;

    std::uint32_t size() const { return static_cast<std::uint32_t>(ends.size()); }
    std::uint32_t weight(std::size_t i) const { return weights[i]; }
    Arc operator[](std::size_t i) const { return {ends[i], weight(i)}; }
  };

  // The graph's rows are read until they are made for the first time.
  ShrinkingRows(const OnePart& graph, Crew& crew);

  std::uint32_t size(std::uint32_t v) const {
    const auto [begin, end] = bounds(v);
    return static_cast<std::uint32_t>(end - begin);
  }
  Row operator[](std::uint32_t v) const {
    const auto [begin, end] = bounds(v);
    if (given_) {
      const std::span ends(graph_.ends + begin, end - begin);
      if (graph_.weights.empty()) return {ends, {}};
      return {ends, {graph_.weights.at(begin), static_cast<std::uint32_t>(graph_.weights.bytes_each())}};
    }
    const Block& block = blocks_[v / vertices_per_block];
    return {{block.ends() + begin, end - begin}, {block.weights() + begin * block.weight_bytes, block.weight_bytes}};
  }
  std::uint64_t arcs() const;

  // Blocks of vertices, and where the row of one begins in its block, and that of the one behind the last.
  std::uint32_t blocks() const { return static_cast<std::uint32_t>(blocks_.size()); }
  std::uint32_t first_of(std::uint32_t block) const { return std::min(vertices_, block * vertices_per_block); }
  std::uint64_t place_in_block(std::uint32_t v) const { return bounds(v).first - base(v / vertices_per_block); }
  std::uint64_t arcs_of_block(std::uint32_t block) const {
    if (given_) return graph_.offsets[first_of(block + 1)] - base(block);
    return blocks_[block].arcs;
  }
  void free_block(std::uint32_t block) { blocks_[block] = {}; }
  void free_scratch() { scratch_.clear(); }

  // The row of each v becomes what emitted(v, emit) emits by emit(end, weight), of which the lightest arc to each other
  // vertex stays; at most bound(v) arcs. Both read no rows but that of v.
  template <class Bound, class Emitted>
  void make(const Bound& bound, const Emitted& emitted) {
    if (begin_.empty()) begin_ = Array<std::uint32_t>(vertices_ + blocks_.size());
    std::atomic<std::uint32_t> next{0};
    crew_.run([&](Worker& me) {
      for (std::uint32_t block; (block = next.fetch_add(1, std::memory_order_relaxed)) < blocks_.size();) {
        crew_.poll();
        make_block(block, scratch_[static_cast<std::size_t>(me.index)], bound, emitted);
      }
    });
    given_ = false;
  }

 private:
  struct Block {
    Array<std::uint32_t> words;  // the ends of all rows, then the weights of all
    std::uint32_t arcs = 0;
    std::uint32_t weight_bytes = 0;

    std::uint32_t* ends() { return words.data(); }
    const std::uint32_t* ends() const { return words.data(); }
    std::byte* weights() { return reinterpret_cast<std::byte*>(words.data() + arcs); }
    const std::byte* weights() const { return reinterpret_cast<const std::byte*>(words.data() + arcs); }
  };

  std::uint64_t base(std::uint32_t block) const { return given_ ? graph_.offsets[first_of(block)] : 0; }
  std::pair<std::uint64_t, std::uint64_t> bounds(std::uint32_t v) const {
    if (given_) return {graph_.offsets[v], graph_.offsets[v + 1]};
    const std::uint32_t* const begin = &begin_[v + v / vertices_per_block];
    return {begin[0], begin[1]};
  }

  template <class Bound, class Emitted>
  void make_block(std::uint32_t block, Array<Arc>& made, const Bound& bound, const Emitted& emitted) {
    const std::uint32_t first = first_of(block), last = first_of(block + 1);
    std::uint64_t room = 0;
    for (std::uint32_t v = first; v < last; ++v) room += bound(v);
    if (made.size() < room) {
      made = {};
      made = Array<Arc>(room);
    }
    std::uint32_t* const begin = &begin_[first + block];
    std::uint32_t size = 0;
    for (std::uint32_t v = first; v < last; ++v) {
      const std::uint32_t at = size;
      size += make_row(v, made.data() + at, emitted);
      begin[v - first] = at;  // the row that it had was read
    }
    begin[last - first] = size;
    keep(blocks_[block], {made.data(), size});
  }

  // Returns its size.
  template <class Emitted>
  static std::uint32_t make_row(std::uint32_t v, Arc* first, const Emitted& emitted) {
    Arc* last = first;
    emitted(v, [&](std::uint32_t end, std::uint32_t weight) {
      if (end != v) *last++ = {end, weight};
    });
    if (!std::is_sorted(first, last)) std::sort(first, last);
    last = std::unique(first, last, [](const Arc& a, const Arc& b) { return a.end == b.end; });
    return static_cast<std::uint32_t>(last - first);
  }

  static void keep(Block& block, std::span<const Arc> arcs);
  template <class Weight>
  static void keep_weights(Block& block, std::span<const Arc> arcs);
  bool are_clean() const;

  const Rows graph_;
  Crew& crew_;
  const std::uint32_t vertices_;
  bool given_ = true;  // they are the graph's
  std::vector<Block> blocks_;
  Array<std::uint32_t> begin_;       // [vertices + blocks]: where rows begin in their block
  std::vector<Array<Arc>> scratch_;  // [thread]: the rows of a block, with all that was emitted
};

}  // namespace Atoll::kernels
