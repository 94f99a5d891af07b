// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/ranks.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>
#include <vector>

#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

constexpr std::uint32_t vertices = 2000;
constexpr double even = 1.0 / vertices;
constexpr std::uint32_t first = 3;  // no multiple of what is settled together

// Of so many arcs each, by turns, to those behind it.
struct Degrees {
  explicit Degrees(std::vector<std::uint64_t> by_turns) {
    for (std::uint32_t v = 0; v < vertices; ++v) {
      rows.ends.insert(rows.ends.end(), by_turns[v % by_turns.size()], (v + 1) % vertices);
      rows.end_row();
    }
    graph = rows.graph();
  }
  DirectedRows rows;
  OnePart graph;
};

template <class Real>
class SettledRanks : public ::testing::Test {
 protected:
  static constexpr double error = 4 * std::numeric_limits<Real>::epsilon();

  // Compares what is said next, the change and what is lost with the definition, for so many sums, in the second round.
  void expect_settled(const OnePart& graph, const RankingOptions& options, double overshoot, std::size_t count) {
    SCOPED_TRACE(std::to_string(count) + " sums, overshoot " + std::to_string(overshoot) + ", damping " +
                 std::to_string(options.damping));
    Crew crew(synthetic_machine("1x2"), {.threads = 1, .pin = false});
    Ranks<Real> ranks(graph, options);
    ranks.start(crew);
    ranks.begin_round();
    const std::vector<Real> before_sums = sums_of(1, count);
    ranks.settle(first, before_sums, 1);
    ranks.swap();
    const std::vector<Real> sums = sums_of(2, count);
    double all_lost = 0;
    for (std::uint32_t v = 0; v < vertices; ++v) all_lost += graph.out.degree(v) == 0 ? even : 0;
    const double kept = 1 - options.damping;
    const double jumped =
        (kept + (options.spread_dangling ? options.damping * all_lost : 0)) / options.jump.among(vertices);
    Change expected;
    const Change change = ranks.settle(first, sums, overshoot);
    for (std::size_t i = 0; i < count; ++i) {
      const auto v = static_cast<std::uint32_t>(first + i);
      const auto arcs = static_cast<double>(graph.out.degree(v));
      const double base = options.jump.lands(v) ? jumped : 0;
      const double before = base + options.damping * static_cast<double>(before_sums[i]);
      const double rank = base + options.damping * static_cast<double>(sums[i]);
      const double next = even + overshoot * (rank - even);  // of the round before the last, all had as much
      const double share = arcs > 0 ? 1 / arcs : 2;
      ASSERT_NEAR(static_cast<double>(ranks.other()[v]) / share, next, error * 2 * even) << v;
      expected += {.change = std::abs(rank - before), .lost = options.spread_dangling && arcs == 0 ? next : 0};
    }
    EXPECT_NEAR(change.change, expected.change, 100 * error * even * (1 + static_cast<double>(count)));
    EXPECT_NEAR(change.lost, expected.lost, 100 * error * even * (1 + static_cast<double>(count)));
  }

  // Of three arcs each, the first round leaves the ranks even where so many have heard this.
  void expect_even(const RankingOptions& options, std::size_t count, double heard) {
    const Degrees alike({3});
    Crew crew(synthetic_machine("1x2"), {.threads = 1, .pin = false});
    Ranks<Real> ranks(alike.graph, options);
    ranks.start(crew);
    ranks.begin_round();
    ranks.settle(first, std::vector<Real>(count, static_cast<Real>(heard)), 1);
    for (std::uint32_t v = first; v < first + count; ++v)
      ASSERT_NEAR(static_cast<double>(ranks.other()[v]) * 3, even, error * even) << v;
  }

 private:
  static std::vector<Real> sums_of(std::uint64_t seed, std::size_t count) {
    std::vector<Real> sums;
    for (std::size_t i = 0; i < count; ++i) sums.push_back(static_cast<Real>(2 * even * Random(seed).unit(i)));
    return sums;
  }
};
using Reals = ::testing::Types<float, double>;
TYPED_TEST_SUITE(SettledRanks, Reals);

TYPED_TEST(SettledRanks, AreThoseOfTheDefinition) {
  const Degrees uneven({0, 1, 2, 3, 70});
  const std::vector<std::uint64_t> marks(words_for(vertices), 0x5555555555555555);
  for (const std::size_t count : {0u, 1u, 3u, 5u, 255u, 257u, 515u}) {
    for (const double overshoot : {1.0, 1.25}) {
      RankingOptions options;
      this->expect_settled(uneven.graph, options, overshoot, count);
      options.damping = 0.3;
      this->expect_settled(uneven.graph, options, overshoot, count);
      options = {.spread_dangling = false};
      this->expect_settled(uneven.graph, options, overshoot, count);
      options.jump = {.marks = marks, .marked = vertices / 2};
      this->expect_settled(uneven.graph, options, overshoot, count);
    }
  }
}

// Of a settled round no shares are kept.
TYPED_TEST(SettledRanks, AreTheSameWithoutShares) {
  this->expect_even({.tolerance = 1e-4, .spread_dangling = false, .rounds = RoundKind::settled}, 515, even);
}

// A hub that is heard as little as others, whatever it hears itself.
TYPED_TEST(SettledRanks, KeepTheirDigitsWithoutDamping) { this->expect_even({.damping = 0}, 5, 1); }

TYPED_TEST(SettledRanks, AreTheSameToTheBitWhereverAVertexLies) {
  const Degrees alike({3});
  const RankingOptions options;
  Crew crew(synthetic_machine("1x2"), {.threads = 1, .pin = false});
  for (int draw = 0; draw < 50; ++draw) {
    Ranks<TypeParam> ranks(alike.graph, options);
    ranks.start(crew);
    ranks.begin_round();
    const auto heard = static_cast<TypeParam>(2 * even * Random(2).unit(static_cast<std::uint64_t>(draw)));
    const std::vector<TypeParam> sums(515, heard);
    ranks.settle(first, sums, 1);
    for (std::uint32_t v = first; v < first + sums.size(); ++v) ASSERT_EQ(ranks.other()[v], ranks.other()[first]) << v;
  }
}

}  // namespace
}  // namespace Atoll::kernels
