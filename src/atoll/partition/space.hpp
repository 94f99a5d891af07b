// SPDX-License-Identifier: Apache-2.0
// A space is the set of vertices one part can name in 32 bits: slots for its own vertices, and slices of slots for
// vertices of other owners. The slice of a pair of parts is its box. Ghosts, the columns and rows of 2D tiles and
// replicas of the whole frontier are the same thing here: slices that list some vertices of their owner, or hold all of
// them. Invariant: the own region and every slice begin at a multiple of 64, so no two of them share a word of a
// bitmap; the own region begins at a multiple of bits_per_piece, and no slice shares such a piece with it.
#pragma once

#include <cstdint>
#include <span>

namespace Atoll {

struct Slice {
  int owner = 0;
  std::uint32_t first = 0;  // slot, a multiple of 64
  std::uint32_t count = 0;  // slots in use; padding up to the next multiple of 64 is never named by an arc
  const std::uint32_t* locals = nullptr;  // the owner's local id of each, ascending; null where the space is whole
};

struct Space {
  std::uint32_t size = 0;                      // slots, padding included
  std::uint32_t own_first = 0;                 // slot of my local id 0
  std::uint32_t own = 0;                       // my vertices
  std::span<const Slice> slices = {};          // ascending owners
  bool whole = false;                          // a slice holds every vertex of its owner: slot = first + local id
  std::span<const std::uint32_t> locals = {};  // those of all slices, where they lie beside me

  bool owns(std::uint32_t slot) const { return slot - own_first < own; }
  bool only_own() const { return slices.empty(); }

  std::uint32_t local_of(const Slice& slice, std::uint32_t slot) const {
    return whole ? slot - slice.first : slice.locals[slot - slice.first];
  }

  std::span<const std::uint16_t> slice_of_word = {};  // [size / 64]: whose slots a word holds; unused for my own

  // The slice of a slot that is not mine: slices begin at words, so a small table tells.
  const Slice& slice_of(std::uint32_t slot) const { return slices[slice_of_word[slot / 64]]; }

  std::uint64_t ghosts() const {
    std::uint64_t sum = 0;
    for (const Slice& slice : slices) sum += slice.count;
    return sum;
  }
};

// The other end of a box: what the owner knows of a slice that another part holds of it.
struct Mirror {
  int reader = 0;                              // the part whose space has the slice
  Slice slice;                                 // in the reader's space
  std::span<const std::uint32_t> locals = {};  // my local id per slot of the slice, in my memory; empty: whole
  std::uint64_t box_first = 0;                 // where this box begins if all my boxes are laid end to end

  std::uint32_t local_of(std::uint32_t position) const { return locals.empty() ? position : locals[position]; }
};

}  // namespace Atoll
