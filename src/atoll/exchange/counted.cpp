// SPDX-License-Identifier: Apache-2.0
#include "atoll/exchange/counted.hpp"

#include <algorithm>

#include "atoll/base/check.hpp"

namespace Atoll {

void Chart::add_arcs(int part, const Layout& layout) {
  add(part, layout.out_offsets[static_cast<std::size_t>(part)].bytes());
  for (const auto* view : {&layout.push, &layout.pull}) {
    if (*view) add_view(part, (*view)->parts[static_cast<std::size_t>(part)]);
  }
}

void Chart::add_view(int part, const PartView& view) {
  for (const Block& block : view.blocks) add(part, block.offsets.bytes());
  add(part, view.ends);
  add(part, view.weights.bytes());
  for (const Space* space : {&view.sources, &view.targets}) {
    add(part, space->locals);
    add(part, space->slice_of_word);
  }
  for (const auto mirrors : {view.source_mirrors, view.target_mirrors}) {
    for (const Mirror& mirror : mirrors) add(part, mirror.locals);
  }
}

Place Chart::place(int part, const void* address) const {
  if (holds(part, address)) return Place::local;
  int owner = 0;
  while (owner < std::ssize(segments_) && !holds(owner, address)) ++owner;
  ATOLL_CHECK(owner < std::ssize(segments_));
  return Place::remote;
}

bool Chart::holds(int part, const void* address) const {
  return std::ranges::any_of(segments_[static_cast<std::size_t>(part)], [address](const auto& bytes) {
    return address >= bytes.data() && address < bytes.data() + bytes.size();
  });
}

Counter::Counter(const Chart& chart, int part, Effort effort, std::unique_ptr<AccessCounts>& counts)
    : chart_(&chart), part_(part), effort_(effort) {
  if (counts == nullptr) counts = std::make_unique<AccessCounts>();
  counts_ = counts.get();
}

void Counter::count(Subject subject, Operation operation, Order order, const void* at, std::uint64_t elements,
                    std::size_t bytes) const {
  if (elements == 0) return;
  const Access access{.place = chart_->place(part_, at), .operation = operation, .order = order};
  counts_->of(effort_, subject)[access] += {elements, elements * bytes};
}

}  // namespace Atoll
