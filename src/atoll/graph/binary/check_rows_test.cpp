// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/binary/check_rows.hpp"

#include <algorithm>
#include <gtest/gtest.h>
#include <initializer_list>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "atoll/base/error.hpp"
#include "atoll/base/random.hpp"

namespace Atoll {
namespace row_check {
namespace {

constexpr std::uint64_t drawn_vertices = 50;
using Arcs = std::multiset<std::pair<std::uint64_t, std::uint64_t>>;

Arcs drawn(std::uint64_t seed) {
  const Random random(seed);
  Arcs arcs;
  for (std::uint64_t i = 0; i < 300; ++i)
    arcs.emplace(random.below(2 * i, drawn_vertices), random.below(2 * i + 1, drawn_vertices));
  return arcs;
}

Arcs turned(const Arcs& arcs) {
  Arcs result;
  for (const auto& [u, v] : arcs) result.emplace(v, u);
  return result;
}

Csr<std::uint32_t> rows_of(const Arcs& arcs) {
  Csr<std::uint32_t> rows{Array<std::uint64_t>(drawn_vertices + 1), Array<std::uint32_t>(arcs.size())};
  for (const auto& [u, v] : arcs) ++rows.offsets[u + 1];
  for (std::uint64_t u = 0; u < drawn_vertices; ++u) rows.offsets[u + 1] += rows.offsets[u];
  std::ranges::transform(arcs, rows.targets.begin(), [](const auto& arc) { return arc.second; });
  return rows;
}

// Looked at in pieces of so many arcs.
RowState state_of(const Csr<std::uint32_t>& rows, Rows kind, std::uint64_t piece,
                  const std::vector<std::uint32_t>& weights = {}) {
  const std::string path = "file";
  RowCheck<std::uint32_t> check(path, kind, rows, weights.empty() ? WeightType::none : WeightType::integer, weights);
  for (std::uint64_t begin = 0; begin < rows.targets.size(); begin += piece)
    check(begin, std::min<std::uint64_t>(begin + piece, rows.targets.size()));
  return check.state();
}

constexpr std::initializer_list<std::uint64_t> pieces = {1, 2, 7, 64, 1000};

TEST(RowCheck, SumsOfBothDirectionsAreTheSameUnlessAnArcDiffers) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Arcs arcs = drawn(seed);
    for (const std::uint64_t piece : pieces) {
      const std::uint64_t forward = state_of(rows_of(arcs), Rows::forward, piece).sum;
      EXPECT_EQ(state_of(rows_of(turned(arcs)), Rows::turned, piece).sum, forward);
      Arcs other = arcs;
      const auto [u, v] = *other.begin();
      other.erase(other.begin());
      other.emplace(u, (v + seed) % drawn_vertices);
      EXPECT_NE(state_of(rows_of(turned(other)), Rows::turned, piece).sum, forward);
    }
  }
}

TEST(RowCheck, SumIsNothingIfEveryArcHasItsCounterpart) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Arcs arcs = drawn(seed);
    for (const auto& [u, v] : Arcs(arcs))
      if (u != v) arcs.emplace(v, u);
    for (const std::uint64_t piece : pieces) {
      EXPECT_EQ(state_of(rows_of(arcs), Rows::both_ways, piece).sum, 0u);
      Arcs other = arcs;
      const auto arc = *std::ranges::find_if(other, [](const auto& a) { return a.first != a.second; });
      other.erase(other.find(arc));
      EXPECT_NE(state_of(rows_of(other), Rows::both_ways, piece).sum, 0u);
      other.emplace(arc.second, arc.first);
      EXPECT_NE(state_of(rows_of(other), Rows::both_ways, piece).sum, 0u);
    }
  }
}

// What swaps the ends of two arcs keeps all degrees, and what swaps two weights keeps all arcs.
TEST(RowCheck, SumTellsWhoseEndAndWeightItIs) {
  Arcs arcs = {{1, 2}, {2, 1}, {3, 4}, {4, 3}};
  Arcs other = {{1, 4}, {2, 1}, {3, 2}, {4, 3}};
  EXPECT_EQ(state_of(rows_of(arcs), Rows::both_ways, 3).sum, 0u);
  EXPECT_NE(state_of(rows_of(other), Rows::both_ways, 3).sum, 0u);
  EXPECT_EQ(state_of(rows_of(arcs), Rows::both_ways, 3, {5, 5, 9, 9}).sum, 0u);
  EXPECT_NE(state_of(rows_of(arcs), Rows::both_ways, 3, {5, 9, 5, 9}).sum, 0u);
}

TEST(RowCheck, SeesOrderWhereverPiecesEnd) {
  Csr<std::uint32_t> rows = rows_of({{0, 3}, {0, 5}, {0, 5}, {0, 9}, {2, 1}, {2, 2}});
  const std::vector<std::uint32_t> weights = {9, 3, 4, 1, 7, 2};
  for (const std::uint64_t piece : pieces) {
    EXPECT_TRUE(state_of(rows, Rows::forward, piece).sorted);
    EXPECT_TRUE(state_of(rows, Rows::forward, piece, weights).sorted);
    EXPECT_FALSE(state_of(rows, Rows::forward, piece, {9, 4, 3, 1, 7, 2}).sorted);
  }
  for (const auto& [first, second] : {std::pair(0, 1), std::pair(2, 3), std::pair(4, 5)}) {
    std::swap(rows.targets[static_cast<std::size_t>(first)], rows.targets[static_cast<std::size_t>(second)]);
    for (const std::uint64_t piece : pieces) EXPECT_FALSE(state_of(rows, Rows::forward, piece).sorted) << first;
    std::swap(rows.targets[static_cast<std::size_t>(first)], rows.targets[static_cast<std::size_t>(second)]);
  }
}

// Rows of 0 to 40 ends, sorted or not.
TEST(RowCheck, VectorsSeeWhatIsSeenOneByOne) {
  const InspectByVectors by_vectors = inspect_by_vectors();
  if (by_vectors == nullptr) GTEST_SKIP() << "this processor has no AVX-512 with products of 64 bits";
  constexpr std::uint64_t vertices = 300;
  for (std::uint64_t seed = 1; seed < 60; ++seed) {
    const Random random(seed);
    Csr<std::uint32_t> rows{Array<std::uint64_t>(vertices + 1), {}};
    for (std::uint64_t u = 0; u < vertices; ++u) rows.offsets[u + 1] = rows.offsets[u] + random.below(u, 41);
    const std::uint64_t arcs = rows.offsets[vertices];
    rows.targets = Array<std::uint32_t>(arcs);
    for (std::uint64_t e = 0; e < arcs; ++e)
      rows.targets[e] = static_cast<std::uint32_t>(random.below(vertices + e, vertices));
    for (std::uint64_t u = 0; u < vertices; ++u)
      std::sort(rows.targets.begin() + rows.offsets[u], rows.targets.begin() + rows.offsets[u + 1]);
    if (seed % 3 == 1) rows.targets[random.below(1, arcs)] = vertices;
    if (seed % 3 == 2) std::swap(rows.targets[arcs / 2], rows.targets[arcs / 3]);
    for (const Rows kind : {Rows::both_ways, Rows::forward, Rows::turned}) {
      for (const std::uint64_t begin : {std::uint64_t{0}, std::uint64_t{13}, arcs / 2}) {
        const Inspection plain = inspect<row_hash::Narrow>(rows, kind, begin, arcs, Unweighted{});
        const Inspection found = by_vectors(rows, kind, begin, arcs);
        EXPECT_EQ(found.sum, plain.sum);
        EXPECT_EQ(found.sorted, plain.sorted);
        EXPECT_EQ(found.in_range, plain.in_range);
      }
    }
  }
}

// On every processor: sums of the narrow hash tell what those of the wide one do.
TEST(RowCheck, NarrowSumsTellIfAnArcDiffers) {
  const auto sum_of = [](const Arcs& arcs, Rows kind) {
    const Csr<std::uint32_t> rows = rows_of(arcs);
    return inspect<row_hash::Narrow>(rows, kind, 0, arcs.size(), Unweighted{}).sum;
  };
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    Arcs arcs = drawn(seed);
    EXPECT_EQ(sum_of(arcs, Rows::forward), sum_of(turned(arcs), Rows::turned));
    for (const auto& [u, v] : Arcs(arcs))
      if (u != v) arcs.emplace(v, u);
    EXPECT_EQ(sum_of(arcs, Rows::both_ways), 0u);
    const std::uint64_t before = sum_of(arcs, Rows::forward);
    const auto [u, v] = *std::ranges::find_if(arcs, [](const auto& arc) { return arc.first != arc.second; });
    arcs.erase(arcs.find({u, v}));
    arcs.emplace(v, u);
    EXPECT_NE(sum_of(arcs, Rows::both_ways), 0u);
    EXPECT_NE(sum_of(arcs, Rows::forward), before);
  }
}

TEST(RowCheck, RefusesWhatIsNoVertex) {
  Csr<std::uint32_t> rows = rows_of({{0, 3}, {7, 5}});
  rows.targets[1] = drawn_vertices;
  EXPECT_THROW(state_of(rows, Rows::forward, 1), Error);
}

}  // namespace
}  // namespace row_check
}  // namespace Atoll
