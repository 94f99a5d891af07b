// SPDX-License-Identifier: Apache-2.0
// Where the horizon of shortest paths comes to lie: as one search shows, or nearer, where trials take less time.
#include <gtest/gtest.h>
#include <vector>

#include "atoll/algorithms/kernels/paths/delta_stepping.hpp"
#include "atoll/algorithms/kernels/paths/lengths.hpp"
#include "atoll/graph/generate/generate.hpp"

#include "tests/everywhere/one_part.hpp"

namespace Atoll::testing {
namespace {

// A drawn graph, and searches of it whose horizon is far too far at first.
class FarHorizon {
 public:
  explicit FarHorizon(int threads)
      : crew_(crew_of(threads)),
        drawn_(generate::draw(generate::Uniform{.scale = 14}, {.seed = 3, .weights = generate::DrawnWeights::byte},
                              crew_, Watch())),
        layout_(prepare(drawn_, {.push = true, .pull = true, .weights = true}, {.parts = 1}, crew_, Watch())),
        graph_(kernels::one_part(layout_)),
        stepping(graph_, ArcRows{graph_.out}, ArcRows{graph_.out}, {.bucket_width = 4, .band_buckets = 1000}, crew_) {}

  // As a share of all arcs.
  double pushed_before_pull(std::uint32_t source) {
    const kernels::Waiting<Lengths::Key> start{source, 0};
    EXPECT_TRUE(stepping.search({&start, 1}, Watch()));
    std::uint64_t arcs = 0;
    for (const SuperstepStatistics& step : stepping.statistics().supersteps) {
      if (step.direction == Direction::pull) break;
      arcs += step.active_arcs;
    }
    return static_cast<double>(arcs) / static_cast<double>(graph_.arcs);
  }

 private:
  using Lengths = kernels::IntegerLengths<std::uint32_t>;
  using ArcRows = kernels::GivenRows<Lengths, kernels::WholeWeights>;

  Crew& crew_;
  Graph drawn_;
  const Layout layout_;
  const kernels::OnePart graph_;

 public:
  kernels::DeltaStepping<Lengths, ArcRows> stepping;
};

// Behind a horizon that is too far nothing is left to be pulled; one search tells where it should lie.
TEST(SsspHorizon, learns_where_the_horizon_should_lie) {
  FarHorizon far(2);
  EXPECT_GE(far.pushed_before_pull(0), 1);
  EXPECT_TRUE(far.stepping.learn_band());
  const double pushed = far.pushed_before_pull(1);
  EXPECT_GT(pushed, 0.7);
  EXPECT_LT(pushed, 0.98);
}

// What is pushed before a pull by the band that was learned, and by the one kept of nearer ones, where the searches
// take so many seconds: by turns of the band that is the best so far and of a nearer one. None but these are made.
struct PushedBefore {
  double learned, kept;
};
PushedBefore pushed_where_trials_take(std::vector<double> seconds, int threads) {
  FarHorizon far(threads);
  far.pushed_before_pull(1);
  EXPECT_TRUE(far.stepping.learn_band());
  PushedBefore pushed{};
  pushed.learned = far.pushed_before_pull(1);
  std::size_t trials = 0;
  far.stepping.try_nearer_bands([&] {
    far.pushed_before_pull(1);
    return trials < seconds.size() ? seconds[trials++] : (++trials, 1e9);
  });
  EXPECT_EQ(trials, seconds.size());
  pushed.kept = far.pushed_before_pull(1);
  return pushed;
}

constexpr double less_pushed = 0.05;  // by a band for a tenth less of the arcs, at least

TEST(SsspHorizon, keeps_a_nearer_horizon_that_takes_less_time) {
  const auto [learned, once] = pushed_where_trials_take({2, 1, 2, 1, 1, 1}, 2);
  EXPECT_LT(once, learned - less_pushed);
  const auto [again, twice] =
      pushed_where_trials_take({2, 1, 2, 1, 1, 0.5, 1, 0.5}, 2);  // the third has no other bucket
  EXPECT_LT(twice, once - less_pushed);
}

TEST(SsspHorizon, keeps_the_horizon_where_a_nearer_one_takes_no_less_time) {
  const auto [learned, kept] = pushed_where_trials_take({1, 0.96}, 2);
  EXPECT_GT(kept, learned - less_pushed);
}

// Somebody else was busy while the first band was tried.
TEST(SsspHorizon, keeps_the_horizon_where_a_second_turn_does_not_confirm_the_first) {
  const auto [learned, kept] = pushed_where_trials_take({2, 1, 1, 1}, 2);
  EXPECT_GT(kept, learned - less_pushed);
}

TEST(SsspHorizon, tries_no_horizon_with_one_thread) {
  const auto [learned, kept] = pushed_where_trials_take({}, 1);
  EXPECT_EQ(kept, learned);
}

}  // namespace
}  // namespace Atoll::testing
