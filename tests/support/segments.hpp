// SPDX-License-Identifier: Apache-2.0
// All memory of a layout and of a program's state, segment by segment, with the part it belongs to.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "atoll/exchange/state.hpp"

namespace Atoll::testing {

struct Segment {
  static constexpr int nobody = -1;  // shared by all parts, and out of bounds during a scan
  const char* name = "";
  int owner = nobody;
  std::span<const std::byte> bytes;
};

// Offsets, ends, weights, ids, the lists of ghosts and of those that mirror them; the partition, which is nobody's.
// Empty ones are left out.
std::vector<Segment> segments_of(const Layout& layout);

// Those of the layout are not among them.
template <Program P>
std::vector<Segment> segments_of(const State<P>& state) {
  std::vector<Segment> segments;
  const auto add = [&](const char* name, int part, const auto& array) {
    const auto bytes = std::as_bytes(array[part]);
    if (!bytes.empty()) segments.push_back({name, part, bytes});
  };
  for (int part = 0; part < state.parts(); ++part) {
    add("values", part, state.values);
    add("next", part, state.next);
    add("pieces of next", part, state.next_pieces);
    add("messages", part, state.messages);
    add("active", part, state.active);
    add("pieces of active", part, state.active_pieces);
    add("sums", part, state.sums);
    add("touched", part, state.touched);
    add("pieces of touched", part, state.touched_pieces);
  }
  return segments;
}

}  // namespace Atoll::testing
