// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/leafless_rows.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t rows_per_grain = 4096;

LeaflessRows::Record record_of(const Rows& rows, std::uint32_t v) {
  const LeaflessRows::Record alone{{v, v, v, v}};
  LeaflessRows::Record record = alone;
  std::uint32_t size = 0;
  for (const std::uint32_t end : rows[v]) {
    const bool again = size != 0 && record.ends[size - 1] == end;
    if (end == v || again || LeaflessRows::is_leaf(rows, end)) continue;
    if (size == LeaflessRows::room) return alone;
    record.ends[size++] = end;
  }
  return record;
}

}  // namespace

LeaflessRows::LeaflessRows(const OnePart& graph, Crew& crew) : records_(graph.vertices, Contents::whatever) {
  RankedBits leaves(graph.vertices);
  crew.for_chunks(graph.vertices, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto v = static_cast<std::uint32_t>(i);
      records_[v] = record_of(graph.out, v);
      if (is_leaf(graph.out, v)) leaves.mark(v);
    }
  });
  leaves.count(crew);
  leaves_ = Array<Leaf>(leaves.marks());
  leaves.for_each(crew, [&](std::uint64_t v, std::uint64_t rank) {
    leaves_[rank] = {static_cast<std::uint32_t>(v), graph.out[static_cast<std::uint32_t>(v)][0]};
  });
}

}  // namespace Atoll::kernels
