// SPDX-License-Identifier: Apache-2.0
// What hubs hear of leaves that all say the same, in every form of the rows: one float after the other would lose the same
// digits of each.
#include <gtest/gtest.h>
#include <numeric>
#include <span>
#include <vector>

#include "atoll/algorithms/kernels/edge_tiles.hpp"
#include "atoll/algorithms/kernels/row_sums.hpp"
#include "atoll/algorithms/kernels/testing.hpp"
#include "atoll/algorithms/kernels/tiles.hpp"

namespace Atoll::kernels {
namespace {

constexpr float said_by_each = 0.1F;
constexpr double error = 1e-6;  // of a sum; without runs it is 1e-5 and more

// Some hubs with as many leaves each, which come in turns behind them.
UndirectedRows stars(std::uint32_t hubs, std::uint32_t leaves) {
  EdgeList edges;
  for (std::uint32_t i = 0; i < hubs * leaves; ++i) edges.emplace_back(hubs + i, i % hubs);
  return {hubs + hubs * leaves, edges};
}

class HubSums : public ::testing::TestWithParam<std::pair<std::uint32_t, std::uint32_t>> {
 protected:
  const std::uint32_t hubs_ = GetParam().first, leaves_ = GetParam().second;
  const UndirectedRows rows_ = stars(hubs_, leaves_);
  const OnePart graph_ = rows_.graph();
  const std::vector<float> said_ = std::vector<float>(graph_.vertices + std::size_t{1}, said_by_each);
  Crew crew_{synthetic_machine("1x2"), {.threads = 2, .pin = false}};

  void expect_exact(std::span<const float> sums) const {
    const double heard = static_cast<double>(said_by_each) * leaves_;
    for (std::uint32_t hub = 0; hub < hubs_; ++hub)
      EXPECT_NEAR(static_cast<double>(sums[hub]) / heard, 1, error) << "hub " << hub;
  }
};

TEST_P(HubSums, OfRowsKeepTheirDigits) {
  std::vector<float> sums;
  for (std::uint32_t hub = 0; hub < hubs_; ++hub)
    sums.push_back(sum_of_row<float>(graph_.in[hub], graph_.vertices, [&](std::uint32_t u) { return said_[u]; }));
  expect_exact(sums);
}

TEST_P(HubSums, OfSegmentsKeepTheirDigits) {
  std::vector<float> sums(hubs_);
  std::vector<std::uint64_t> next(hubs_);
  Segments(graph_, sizeof(float), crew_.machine()).add_up(graph_.in, said_.data(), 0, std::span(sums), std::span(next));
  expect_exact(sums);
}

TEST_P(HubSums, OfTilesKeepTheirDigits) {
  const Tiles tiles(graph_, crew_);
  std::vector<float> sums(graph_.vertices);
  for (std::size_t i = 0; i < tiles.strips(); ++i)
    tiles.add_up(i, said_.data(), std::span(sums).subspan(tiles.first_row(i), tiles.rows(i)));
  expect_exact(sums);
}

TEST_P(HubSums, OfTilesOfEdgesKeepTheirDigits) {
  const EdgeTiles tiles(graph_, {.arcs = 1u << 16}, crew_);
  std::vector<float> sums(graph_.vertices);
  for (std::size_t i = 0; i < tiles.segments(); ++i)
    tiles.add_up(i, i + 1, said_.data(), std::span(sums).subspan(tiles.first(i), tiles.slots(i)));
  expect_exact(sums);
}

INSTANTIATE_TEST_SUITE_P(OneOrMany, HubSums,
                         ::testing::Values(std::pair{1u, 300'000u}, std::pair{3u, 100'000u}, std::pair{100u, 2000u}));

}  // namespace
}  // namespace Atoll::kernels
