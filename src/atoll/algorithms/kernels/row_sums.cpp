// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/row_sums.hpp"

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t segment_bytes = 1u << 20;  // about a second-level cache
constexpr std::uint64_t sample = 1024;             // rows
// Arcs that lie outside of the segment that most of the row lies in, per visit of a row to a segment: those gain by
// staying in the cache, and these cost.
constexpr std::uint64_t arcs_per_visit = 3;

}  // namespace

ShortRows::ShortRows(const OnePart& graph, Crew& crew) : records_(ends * graph.vertices, Contents::whatever) {
  crew.for_chunks(graph.vertices, 1u << 14, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const auto row = graph.in[static_cast<std::uint32_t>(v)];
      for (std::size_t i = 0; i < ends; ++i) records_[ends * v + i] = i < row.size() ? row[i] : graph.vertices;
    }
  });
}

Segments::Segments(const OnePart& graph, std::size_t bytes_of_real)
    : vertices_(graph.vertices), width_(segment_bytes / bytes_of_real) {
  if (vertices_ <= width_) return;
  const std::uint64_t visits = (vertices_ + width_ - 1) / width_;
  const Random random(1);
  std::uint64_t far = 0;
  for (std::uint64_t i = 0; i < sample; ++i) {
    const auto row = graph.in[static_cast<std::uint32_t>(random.below(i, vertices_))];
    std::uint64_t most = 0;
    for (std::size_t e = 0; e < row.size();) {
      const std::uint64_t segment = row[e] / width_;
      std::size_t next = e;
      while (next < row.size() && row[next] / width_ == segment) ++next;
      most = std::max<std::uint64_t>(most, next - e);
      e = next;
    }
    far += row.size() - most;
  }
  suit_ = far >= arcs_per_visit * visits * sample;
}

}  // namespace Atoll::kernels
