// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/shared_graph.hpp"

#include "atoll/base/check.hpp"
#include "atoll/partition/spaces.hpp"

namespace Atoll::kernels {

SharedGraph::SharedGraph(const Layout& layout, const View& view) : layout_(layout) {
  ATOLL_CHECK(layout.arrangement == Arrangement::shared);
  const Stretches slots = shared_slots(layout);
  for (std::size_t p = 0; p < view.parts.size(); ++p) {
    const PartView& part = view.parts[p];
    const Block& block = part.blocks[0];
    parts_.push_back({.first = static_cast<std::uint32_t>(slots.first[p]),
                      .rows = {block.offsets.whole(), part.ends.data(), part.weights},
                      .chunks = block.chunks.get()});
  }
  last_ = &parts_.back();
  ATOLL_CHECK(slots.total() <= slots_max);
  slots_ = static_cast<std::uint32_t>(slots.total());
}

}  // namespace Atoll::kernels
