// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/row_sums.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
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

bool ShortRows::suit(const OnePart& graph) {
  if (graph.arcs > ends * graph.vertices) return false;
  const Random random(1);
  std::uint64_t longer = 0;
  for (std::uint64_t i = 0; i < sample && graph.vertices > 0; ++i)
    longer += graph.in.degree(static_cast<std::uint32_t>(random.below(i, graph.vertices))) > ends ? 1u : 0u;
  return longer * 4 <= sample;
}

ShortRows::ShortRows(const OnePart& graph, Crew& crew) : records_(ends * graph.vertices, Contents::whatever) {
  crew.for_chunks(graph.vertices, 1u << 14, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t v = begin; v < end; ++v) {
      const auto row = graph.in[static_cast<std::uint32_t>(v)];
      std::uint32_t* const record = &records_[ends * v];
      for (std::size_t i = 0; i < ends; ++i) record[i] = i < row.size() ? row[i] : graph.vertices;
      for (std::size_t i = 1; i < ends; ++i)
        if (record[i] + 1 == v) std::swap(record[0], record[i]);
    }
  });
}

Segments::Segments(const OnePart& graph, std::size_t bytes_of_real, const Machine& machine)
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
