// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/rows_by_segments.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint64_t segments_cached = 2;  // in a second-level cache, beside the rows that pass through it
constexpr std::uint64_t sample = 1024;        // rows
// Arcs to segments other than the one that most of the row lies in, per visit of a row to a segment: these gain by
// staying in the cache, and visits cost. Ends of many arcs are in the cache anyway.
constexpr std::uint64_t arcs_per_visit = 5;
constexpr std::uint64_t many = 4;  // times the mean

}  // namespace

RowsBySegments::RowsBySegments(const OnePart& graph, std::size_t bytes_of_real, const Machine& machine)
    : vertices_(graph.vertices), width_(machine.second_level_bytes() / segments_cached / bytes_of_real) {
  if (vertices_ <= width_) return;
  const std::uint64_t visits = (vertices_ + width_ - 1) / width_;
  const std::uint64_t often = many * graph.arcs / vertices_;
  const Random random(1);
  std::vector<std::uint64_t> counts(visits);
  std::uint64_t far = 0;
  for (std::uint64_t i = 0; i < sample; ++i) {
    std::ranges::fill(counts, 0);
    for (const std::uint32_t u : graph.in[static_cast<std::uint32_t>(random.below(i, vertices_))]) {
      if (graph.in.degree(u) <= often) ++counts[u / width_];
    }
    far += std::reduce(counts.begin(), counts.end()) - std::ranges::max(counts);
  }
  suit_ = far >= arcs_per_visit * visits * sample;
}

}  // namespace Atoll::kernels
