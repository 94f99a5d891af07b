// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/leafless_rows.hpp"

#include "atoll/base/random.hpp"
#include "atoll/topology/ranked_bits.hpp"

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

std::optional<std::uint64_t> LeaflessRows::word_of(const Record& record, std::uint32_t v) {
  static_assert(std::endian::native == std::endian::little);
  Steps steps;
  for (std::uint32_t k = 0; k < room; ++k) {
    const std::int64_t step = std::int64_t{record.ends[k]} - v;
    steps[k] = static_cast<std::int16_t>(step);
    if (steps[k] != step) return std::nullopt;
  }
  return std::bit_cast<std::uint64_t>(steps);
}

bool LeaflessRows::suit(const OnePart& graph) {
  constexpr std::uint64_t sample = 1024;
  const Random random(1);
  std::uint64_t good = 0;
  for (std::uint64_t i = 0; i < sample && graph.vertices > 0; ++i) {
    const auto v = static_cast<std::uint32_t>(random.below(i, graph.vertices));
    const Record record = record_of(graph.out, v);
    const bool is_near = record.ends[0] != v && word_of(record, v);
    good += is_near || is_leaf(graph.out, v) ? 1u : 0u;
  }
  return good * 2 >= sample;
}

LeaflessRows::LeaflessRows(const OnePart& graph, Crew& crew) : words_(graph.vertices, Contents::whatever) {
  RankedBits leaves(graph.vertices), far(graph.vertices);
  crew.for_chunks(graph.vertices, rows_per_grain, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto v = static_cast<std::uint32_t>(i);
      const std::optional<std::uint64_t> word = word_of(record_of(graph.out, v), v);
      words_[v] = word.value_or(0);
      if (!word) far.mark(v);
      if (is_leaf(graph.out, v)) leaves.mark(v);
    }
  });
  leaves.count(crew);
  leaves_ = Array<Leaf>(leaves.marks());
  leaves.for_each(crew, [&](std::uint64_t v, std::uint64_t rank) {
    leaves_[rank] = {static_cast<std::uint32_t>(v), graph.out[static_cast<std::uint32_t>(v)][0]};
  });
  far.count(crew);
  far_ = Array<Record>(far.marks());
  far.for_each(crew, [&](std::uint64_t v, std::uint64_t rank) {
    far_[rank] = record_of(graph.out, static_cast<std::uint32_t>(v));
    words_[v] = (rank + 1) << far_shift;
  });
}

}  // namespace Atoll::kernels
