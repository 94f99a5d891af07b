// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/generate/generate.hpp"

#include <gtest/gtest.h>
#include <map>
#include <vector>

#include "atoll/base/memory.hpp"
#include "atoll/graph/generate/kronecker.hpp"
#include "atoll/graph/testing.hpp"

namespace Atoll::generate {
namespace {

using testing::arcs_of;

Graph drawn_by(int threads, const Shape& shape, const Options& options) {
  Crew crew(synthetic_machine("4"), {.threads = threads, .pin = false});
  return draw(shape, options, crew, Watch{});
}

Graph drawn(const Shape& shape, const Options& options = {}) { return drawn_by(1, shape, options); }

TEST(Generate, DrawsThePath) {
  EXPECT_EQ(arcs_of(drawn(Path{3})), "0>1 1>0 1>2 2>1");
  EXPECT_EQ(arcs_of(drawn(Path{3}, {.directed = true})), "0>1 1>2");
  EXPECT_EQ(drawn(Path{1}).vertices, 1u);
}

TEST(Generate, DrawsTheStar) {
  EXPECT_EQ(arcs_of(drawn(Star{3})), "0>1 0>2 1>0 2>0");
  EXPECT_EQ(arcs_of(drawn(Star{3}, {.directed = true})), "0>1 0>2");
}

TEST(Generate, DrawsTheCompleteGraph) {
  EXPECT_EQ(arcs_of(drawn(Complete{3})), "0>1 0>2 1>0 1>2 2>0 2>1");
  EXPECT_EQ(arcs_of(drawn(Complete{3}, {.directed = true})), "0>1 0>2 1>0 1>2 2>0 2>1");
}

TEST(Generate, DrawsAGridWithoutHoles) {
  EXPECT_EQ(arcs_of(drawn(Grid{.rows = 2, .columns = 2, .holes = 0})), "0>1 0>2 1>0 1>3 2>0 2>3 3>1 3>2");
  EXPECT_EQ(drawn(Grid{.rows = 30, .columns = 20, .holes = 0}).arcs, 2u * (30 * 19 + 29 * 20));
  EXPECT_EQ(drawn(Grid{.rows = 30, .columns = 20, .holes = 0}, {.directed = true}).arcs, 2u * (30 * 19 + 29 * 20));
}

TEST(Generate, IsolatesTheHolesOfAGrid) {
  EXPECT_EQ(drawn(Grid{.rows = 30, .columns = 20, .holes = 1}).arcs, 0u);
  const Graph graph = drawn(Grid{.rows = 300, .columns = 300, .holes = .1});
  const auto& rows = std::get<Csr<std::uint32_t>>(graph.out);
  std::uint64_t isolated = 0;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) isolated += rows.offsets[v] == rows.offsets[v + 1];
  EXPECT_NEAR(static_cast<double>(isolated), 9000, 500);
}

TEST(Generate, DrawsErdosRenyiWithItsProbability) {
  EXPECT_NEAR(static_cast<double>(drawn(ErdosRenyi{2000, .01}).arcs), .01 * 2000 * 1999, 1000);
  EXPECT_NEAR(static_cast<double>(drawn(ErdosRenyi{2000, .01}, {.directed = true}).arcs), .01 * 2000 * 1999, 1000);
  EXPECT_EQ(drawn(ErdosRenyi{50, 0}).arcs, 0u);
  EXPECT_EQ(arcs_of(drawn(ErdosRenyi{50, 1})), arcs_of(drawn(Complete{50})));
  EXPECT_EQ(drawn(ErdosRenyi{1'000'000, 1e-15}).vertices, 1'000'000u);
}

TEST(Generate, KeepsAllEdgesAsDrawnUnlessSimple) {
  const Options all{.directed = true, .simple = false};
  EXPECT_EQ(drawn(Kronecker{.scale = 10}, all).arcs, 16u << 10);
  EXPECT_EQ(drawn(Uniform{.scale = 10, .degree = 4.5}, all).arcs, 4608u);
}

TEST(Generate, DrawsSimpleGraphsByDefault) {
  const Graph graph = drawn(Kronecker{.scale = 8});
  const auto& rows = std::get<Csr<std::uint32_t>>(graph.out);
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    for (std::uint64_t i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
      ASSERT_NE(rows.targets[i], v);
      ASSERT_TRUE(i == rows.offsets[v] || rows.targets[i - 1] < rows.targets[i]);
    }
  }
}

TEST(Generate, DrawsTheSameForAnyNumberOfThreads) {
  const std::vector<Shape> shapes{Kronecker{.scale = 12}, Uniform{.scale = 12}, ErdosRenyi{5000, .001},
                                  Grid{90, 110, .2}};
  for (const Shape& shape : shapes) {
    for (const bool directed : {false, true}) {
      const Options options{.seed = 5, .weights = DrawnWeights::unit, .directed = directed};
      EXPECT_EQ(arcs_of(drawn_by(1, shape, options)), arcs_of(drawn_by(4, shape, options)));
    }
  }
}

TEST(Generate, DrawsTheSameInBothWidths) {
  const Options wide{.weights = DrawnWeights::byte, .width = IdWidth::wide};
  EXPECT_TRUE(drawn(Kronecker{.scale = 8}, wide).wide());
  EXPECT_EQ(arcs_of(drawn(Kronecker{.scale = 8}, wide)),
            arcs_of(drawn(Kronecker{.scale = 8}, {.weights = DrawnWeights::byte})));
}

TEST(Generate, DrawsAnotherGraphForAnotherSeed) {
  EXPECT_NE(arcs_of(drawn(Kronecker{.scale = 6}, {.seed = 1})), arcs_of(drawn(Kronecker{.scale = 6}, {.seed = 2})));
}

TEST(Generate, WeighsBothArcsOfAnEdgeAlike) {
  const Graph graph = drawn(Kronecker{.scale = 8}, {.weights = DrawnWeights::million});
  const auto& rows = std::get<Csr<std::uint32_t>>(graph.out);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::int32_t> weights;
  for (std::uint64_t v = 0; v < graph.vertices; ++v) {
    for (std::uint64_t i = rows.offsets[v]; i < rows.offsets[v + 1]; ++i) {
      weights[{v, rows.targets[i]}] = graph.weights.as<std::int32_t>()[i];
    }
  }
  for (const auto& [ends, weight] : weights) ASSERT_EQ(weight, weights.at({ends.second, ends.first}));
}

TEST(Generate, DrawsWeightsInTheirRange) {
  const Graph bytes = drawn(Complete{200}, {.weights = DrawnWeights::byte});
  EXPECT_EQ(std::ranges::min(bytes.weights.as<std::int32_t>()), 1);
  EXPECT_EQ(std::ranges::max(bytes.weights.as<std::int32_t>()), 255);
  const Graph units = drawn(Complete{200}, {.weights = DrawnWeights::unit});
  EXPECT_GE(std::ranges::min(units.weights.as<float>()), 0.0f);
  EXPECT_LT(std::ranges::max(units.weights.as<float>()), 1.0f);
}

TEST(Generate, RefusesParametersOutOfRange) {
  const std::vector<Shape> wrong{Kronecker{.scale = 0},
                                 Kronecker{.scale = 41},
                                 Kronecker{.scale = 5, .a = .9, .b = .9},
                                 Uniform{5, -1},
                                 Kronecker{.scale = 5, .degree = std::nan("")},
                                 ErdosRenyi{0, .5},
                                 ErdosRenyi{5, 1.5},
                                 Grid{.rows = 0},
                                 Grid{1u << 31, 1u << 31, 0},
                                 Path{0},
                                 Star{std::uint64_t{1} << 41}};
  for (const Shape& shape : wrong) {
    try {
      drawn(shape);
      ADD_FAILURE() << "shape " << shape.index() << " was drawn";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::usage) << error.what();
    }
  }
  EXPECT_THROW(drawn(Kronecker{.scale = 33, .degree = 0}, {.width = IdWidth::narrow}), Error);
}

TEST(Generate, RefusesWhatCannotFitBeforeDrawing) {
  Crew crew(detect_machine(), {.threads = 1, .pin = false});
  try {
    draw(Kronecker{.scale = 40}, {}, crew, Watch{});
    ADD_FAILURE();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::resource) << error.what();
  }
  memory::set_limit_bytes(memory::current_bytes() + 1'000'000);
  EXPECT_THROW(draw(Kronecker{.scale = 16}, {}, crew, Watch{}), Error);
  memory::set_limit_bytes(0);
}

TEST(Scrambler, IsABijection) {
  for (const int bits : {1, 2, 3, 7, 16}) {
    const Scrambler scrambler(bits, 9);
    std::vector<bool> seen(std::size_t{1} << bits);
    for (std::uint64_t x = 0; x < seen.size(); ++x) {
      ASSERT_LT(scrambler(x), seen.size());
      ASSERT_FALSE(seen[scrambler(x)]);
      seen[scrambler(x)] = true;
    }
  }
}

// Of one level, so the four possible edges are the quadrants, wherever the scrambler puts them.
TEST(Kronecker, ChoosesQuadrantsWithTheirProbabilities) {
  const KroneckerEdges edges({.scale = 1, .a = .5, .b = .3, .c = .15}, 1);
  const Scrambler scrambler(1, 1);
  std::map<std::pair<std::uint64_t, std::uint64_t>, double> share;
  for (std::uint64_t i = 0; i < 400'000; ++i) share[edges(i)] += 1 / 400'000.;
  const std::uint64_t zero = scrambler(0), one = scrambler(1);
  EXPECT_NEAR((share[{zero, zero}]), .5, .005);
  EXPECT_NEAR((share[{zero, one}]), .3, .005);
  EXPECT_NEAR((share[{one, zero}]), .15, .005);
  EXPECT_NEAR((share[{one, one}]), .05, .005);
}

TEST(Kronecker, DrawsEveryLevelAlike) {
  constexpr int scale = 11;
  const KroneckerEdges edges({.scale = scale}, 3);
  const Scrambler scrambler(scale, 3);
  std::vector<std::uint64_t> original(1u << scale);
  for (std::uint64_t x = 0; x < original.size(); ++x) original[scrambler(x)] = x;
  std::vector<double> upper(scale);
  for (std::uint64_t i = 0; i < 200'000; ++i) {
    const std::uint64_t source = original[edges(i).first];
    for (std::size_t level = 0; level < upper.size(); ++level)
      upper[level] += static_cast<double>(source >> level & 1) / 200'000;
  }
  for (const double share : upper) EXPECT_NEAR(share, .24, .005);
}

}  // namespace
}  // namespace Atoll::generate
