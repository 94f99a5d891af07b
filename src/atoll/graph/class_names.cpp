// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/class_names.hpp"

#include <algorithm>
#include <atomic>

namespace Atoll {

void name_by_label(const Labels& labels, IdArray& name, Crew& crew) {
  const Array<std::uint64_t>& label = labels.ids();
  if (std::ranges::is_sorted(label)) return;  // as they mostly are, or there are none
  Array<std::uint64_t> namer(name.size());  // of the class of its least vertex v: the member of the least label so far
  const auto for_vertices = [&](auto&& each) {
    crew.for_chunks(name.size(), vertices_per_chunk, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t v = begin; v < end; ++v) each(v);
    });
  };
  for_vertices([&](std::uint64_t v) { namer[v] = v; });
  for_vertices([&](std::uint64_t v) {
    const std::atomic_ref best(namer[name[v]]);
    std::uint64_t seen = best.load(std::memory_order_relaxed);
    while (label[v] < label[seen] && !best.compare_exchange_weak(seen, v, std::memory_order_relaxed)) {
    }
  });
  for_vertices([&](std::uint64_t v) { name.set(v, namer[name[v]]); });
}

}  // namespace Atoll
