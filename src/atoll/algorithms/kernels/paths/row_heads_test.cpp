// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/paths/row_heads.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <vector>

#include "atoll/algorithms/kernels/paths/lengths.hpp"
#include "atoll/base/random.hpp"
#include "atoll/topology/machine.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint32_t head_vertices = 1200;  // no multiple of what is pulled together
constexpr int head_end_bits = 11;
constexpr std::uint32_t head_horizon = 1000, head_held_from = 400;

// Rows of up to `degree` arcs in order of weight, with self-loops and parallel arcs. Weights are such that no offer is
// before the horizon, as none is when a pull begins.
struct DrawnHeads {
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> words;
  std::vector<std::uint32_t> distances;

  DrawnHeads(std::uint64_t seed, std::uint64_t degree, std::uint64_t near_share) {
    const Random random(seed);
    std::uint64_t asked = 0;
    const auto below = [&](std::uint64_t bound) { return random.below(asked++, bound); };
    constexpr std::uint64_t heaviest = (std::uint64_t{1} << (32 - head_end_bits)) - 1;
    for (std::uint32_t v = 0; v < head_vertices; ++v) {
      const std::uint64_t arcs = below(degree + 1);
      for (std::uint64_t e = 0; e < arcs; ++e) {
        const std::uint64_t end = below(8) == 0 ? v : below(head_vertices);
        const std::uint64_t weight = below(16) == 0 ? heaviest : head_horizon + below(300);
        words.push_back(static_cast<std::uint32_t>(weight << head_end_bits | end));
      }
      std::sort(words.begin() + static_cast<std::ptrdiff_t>(offsets.back()), words.end());
      offsets.push_back(words.size());
      const std::uint64_t near = below(head_horizon), far = head_horizon + below(1500);
      distances.push_back(static_cast<std::uint32_t>(below(100) < near_share ? near : below(2) == 0 ? ~0u : far));
    }
  }
  SortedRows<std::uint32_t> rows() const { return {offsets.data(), words.data(), head_end_bits}; }
};

// What a vertex gets from its first `arcs` arcs, self-loops not counted, each as far as it may be better.
struct Walked {
  std::uint32_t best = 0;
  bool beside_far = false;
  bool goes_on = false;
  bool may_matter = false;
};

Walked walk_head(const DrawnHeads& drawn, std::uint32_t v, std::uint32_t arcs) {
  const SortedRows<std::uint32_t> rows = drawn.rows();
  std::vector<std::uint32_t> row(rows.words + rows.offsets[v], rows.words + rows.offsets[v + 1]);
  std::erase_if(row, [&](std::uint32_t word) { return rows.end(word) == v; });
  Walked walked{.best = drawn.distances[v]};
  const auto is_lighter = [&](std::uint32_t word, std::uint32_t from) {
    return rows.weight(word) < NarrowLengths::limit(walked.best, from);
  };
  for (std::size_t e = 0; e < row.size(); ++e) {
    if (e > 0 && !is_lighter(row[e], head_held_from)) break;
    walked.goes_on = e == arcs;
    if (walked.goes_on) return walked;
    const std::uint32_t near = drawn.distances[rows.end(row[e])];
    if (near >= head_horizon) walked.beside_far = true;
    if (near < head_horizon) walked.best = std::min(walked.best, near + rows.weight(row[e]));
  }
  walked.may_matter = walked.beside_far && is_lighter(row[0], head_horizon);
  return walked;
}

void expect_as_walked(const DrawnHeads& drawn, const RowHeads& heads, std::uint32_t begin, std::uint32_t end) {
  std::vector<std::uint32_t> distances = drawn.distances;
  RowHeads::Lists lists;
  const RowHeads::Unfinished unfinished = heads.pull(
      {.distances = distances.data(), .horizon = head_horizon, .held_from = head_held_from}, begin, end, lists);
  std::map<std::uint32_t, bool> open;
  for (const std::uint32_t entry : unfinished.open)
    open[RowHeads::Unfinished::row(entry).vertex] = RowHeads::Unfinished::row(entry).beside_far;
  const std::set<std::uint32_t> beside(unfinished.beside_far.begin(), unfinished.beside_far.end());
  EXPECT_EQ(open.size() + beside.size(), unfinished.open.size() + unfinished.beside_far.size());
  std::uint64_t far = 0;
  for (std::uint32_t v = 0; v < head_vertices; ++v) {
    const bool is_pulled = v >= begin && v < end && drawn.distances[v] >= head_horizon;
    const Walked walked = is_pulled ? walk_head(drawn, v, unfinished.arc) : Walked{.best = drawn.distances[v]};
    far += is_pulled ? 1 : 0;
    EXPECT_EQ(distances[v], walked.best) << v;
    EXPECT_EQ(open.contains(v), walked.goes_on) << v;
    if (walked.goes_on) {
      EXPECT_EQ(open[v], walked.beside_far) << v;
    }
    EXPECT_EQ(beside.contains(v), walked.may_matter) << v;
  }
  EXPECT_EQ(unfinished.far, far);
}

TEST(RowHeads, pull_as_rows_do) {
  if (!RowHeads::suit()) GTEST_SKIP() << "no AVX-512";
  Crew crew(detect_machine(), {.threads = 2});
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (const std::uint64_t degree : {1u, 4u, 12u}) {
      for (const std::uint64_t near_share : {0u, 50u, 90u}) {
        const DrawnHeads drawn(seed, degree, near_share);
        const RowHeads heads(drawn.rows(), head_vertices, crew);
        for (std::uint32_t begin = 0; begin < head_vertices; begin += 397)
          expect_as_walked(drawn, heads, begin, std::min(begin + 397, head_vertices));
        expect_as_walked(drawn, heads, 5, 5);
        expect_as_walked(drawn, heads, 7, 7 + RowHeads::vertices_max);
      }
    }
  }
}

}  // namespace
}  // namespace Atoll::kernels
