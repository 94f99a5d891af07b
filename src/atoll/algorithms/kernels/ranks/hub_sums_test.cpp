// SPDX-License-Identifier: Apache-2.0
// What hubs hear of leaves that all say the same, by rows, segments, tiles and tiles of edges: one float after the
// other would lose the same digits of each.
#include <gtest/gtest.h>
#include <numeric>
#include <span>
#include <string>
#include <vector>

#include "atoll/algorithms/kernels/ranks/edge_tiles.hpp"
#include "atoll/algorithms/kernels/ranks/row_sums.hpp"
#include "atoll/algorithms/kernels/ranks/rows_by_segments.hpp"
#include "atoll/algorithms/kernels/ranks/tiles.hpp"
#include "atoll/algorithms/kernels/testing.hpp"

namespace Atoll::kernels {
namespace {

constexpr float said_by_each = 0.1F;
constexpr double error = 1e-6;  // of a sum; without runs it is 1e-5 and more

// Hubs with so many leaves, which come in turns behind them as long as they last, or, reversed, before them.
struct Stars {
  std::string name;
  std::vector<std::uint32_t> leaves;
  bool reversed = false;

  std::uint32_t hub(std::uint32_t i) const { return reversed ? vertices() - 1 - i : i; }
  std::uint32_t vertices() const {
    return static_cast<std::uint32_t>(std::reduce(leaves.begin(), leaves.end(), leaves.size()));
  }
  UndirectedRows rows() const {
    EdgeList edges;
    auto leaf = static_cast<std::uint32_t>(leaves.size());
    for (std::uint32_t turn = 0; leaf < vertices(); ++turn)
      for (std::uint32_t i = 0; i < leaves.size(); ++i)
        if (turn < leaves[i]) edges.emplace_back(hub(i), hub(leaf++));
    return {vertices(), edges};
  }
};

std::vector<std::uint32_t> one_large_among_many() {
  std::vector<std::uint32_t> leaves(201, 600);
  leaves[0] = 200'000;
  return leaves;
}

class HubSums : public ::testing::TestWithParam<Stars> {
 protected:
  const UndirectedRows rows_ = GetParam().rows();
  const OnePart graph_ = rows_.graph();
  std::vector<float> said_ = std::vector<float>(graph_.vertices, said_by_each);
  Crew crew_{synthetic_machine("1x2"), {.threads = 2, .pin = false}};

  HubSums() { said_.push_back(0); }  // of nobody

  void expect_exact(std::span<const float> sums) const {  // [vertices]
    for (std::uint32_t i = 0; i < GetParam().leaves.size(); ++i) {
      const double heard = static_cast<double>(said_by_each) * GetParam().leaves[i];
      EXPECT_NEAR(static_cast<double>(sums[GetParam().hub(i)]) / heard, 1, error) << "hub " << i;
    }
  }
};

TEST_P(HubSums, OfRowsKeepTheirDigits) {
  std::vector<float> sums;
  for (std::uint32_t v = 0; v < graph_.vertices; ++v)
    sums.push_back(sum_of_row<float>(graph_.in[v], graph_.vertices, [&](std::uint32_t u) { return said_[u]; }));
  expect_exact(sums);
}

TEST_P(HubSums, OfSegmentsKeepTheirDigits) {
  std::vector<float> sums(graph_.vertices);
  std::vector<std::uint64_t> next(graph_.vertices);
  const RowsBySegments rows(graph_, sizeof(float), crew_.machine());
  rows.add_up(graph_.in, said_.data(), 0, std::span(sums), std::span(next));
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
  const EdgeTiles tiles(graph_, {.slots = 1u << 11, .arcs = 1u << 16}, crew_);
  std::vector<float> sums(graph_.vertices);
  for (std::size_t i = 0; i < tiles.segments(); ++i)
    tiles.add_up(i, i + 1, said_.data(), std::span(sums).subspan(tiles.first(i), tiles.slots(i)));
  expect_exact(sums);
}

INSTANTIATE_TEST_SUITE_P(Of, HubSums,
                         ::testing::Values(Stars{"OneStar", {300'000}}, Stars{"OneStarFromItsLeaves", {300'000}, true},
                                           Stars{"Three", std::vector<std::uint32_t>(3, 100'000)},
                                           Stars{"Hundred", std::vector<std::uint32_t>(100, 2000)},
                                           Stars{"HundredFromTheirLeaves", std::vector<std::uint32_t>(100, 2000), true},
                                           Stars{"OneLargeAmongMany", one_large_among_many()}),
                         [](const auto& stars) { return stars.param.name; });

}  // namespace
}  // namespace Atoll::kernels
