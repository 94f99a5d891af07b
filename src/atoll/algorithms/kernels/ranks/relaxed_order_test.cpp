// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/ranks/relaxed_order.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <set>
#include <vector>

#include "atoll/algorithms/kernels/ranks/ranks.hpp"
#include "atoll/algorithms/kernels/ranks/relaxed_rounds.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// An undirected graph of one part.
struct Roads {
  std::vector<std::vector<std::uint32_t>> rows;
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> ends;
  IdArray order;

  explicit Roads(std::uint32_t vertices) : rows(vertices), order(IdArray::counting(0, vertices)) {}
  void join(std::uint32_t u, std::uint32_t v) {
    rows[u].push_back(v);
    if (u != v) rows[v].push_back(u);
  }
  OnePart graph() {
    offsets = {0};
    ends.clear();
    for (auto& row : rows) {
      std::ranges::sort(row);
      ends.insert(ends.end(), row.begin(), row.end());
      offsets.push_back(ends.size());
    }
    const Rows all{.offsets = offsets.data(), .ends = ends.data()};
    return {.vertices = static_cast<std::uint32_t>(rows.size()),
            .arcs = ends.size(),
            .out = all,
            .in = all,
            .users = &order,
            .slots = &order,
            .directed = false};
  }
};

constexpr std::uint64_t piece_size = 64;

// Streets of near numbers, some that lead far, a square with many of them, a loop, a double street, nobody's places;
// and a clique with one member in each of so many pieces that turns do not suffice.
Roads town(std::uint32_t vertices, std::uint32_t clique) {
  Roads roads(vertices);
  const Random random(1);
  const auto joins = [](std::uint32_t v) { return v % 50 != 49; };  // the others have no street
  for (std::uint32_t v = 1; v < vertices; ++v) {
    const auto near = static_cast<std::uint32_t>(random.below(v, std::min<std::uint64_t>(v, 20))) + 1;
    if (joins(v) && joins(v - near)) roads.join(v, v - near);
    const auto far = static_cast<std::uint32_t>(random.below(vertices + v, vertices));
    if (v % 31 == 0 && joins(v) && joins(far)) roads.join(v, far);
  }
  for (std::uint32_t v = 200; v < 208; ++v) roads.join(100, v);
  roads.join(7, 7);
  roads.join(10, 11);
  roads.join(10, 11);
  for (std::uint32_t i = 0; i < clique; ++i) {
    for (std::uint32_t j = 0; j < i; ++j)
      roads.join(i * static_cast<std::uint32_t>(piece_size), j * static_cast<std::uint32_t>(piece_size));
  }
  return roads;
}

Crew workers(int threads) { return Crew(synthetic_machine("1x4"), {.threads = threads, .pin = false}); }

// By turns, pieces and vertices. Nobody who is there in two pieces of a turn has an arc to the other, but in the last
// turn.
std::vector<std::vector<std::vector<std::uint32_t>>> walked(const RelaxedOrder& order) {
  std::vector<std::vector<std::vector<std::uint32_t>>> found(order.turns());
  for (std::uint32_t turn = 0; turn < order.turns(); ++turn) {
    for (std::uint64_t piece = 0; piece < order.pieces(); ++piece) {
      auto& mine = found[turn].emplace_back();
      if (turn > 0) {
        mine.assign(order.waiting(turn, piece).begin(), order.waiting(turn, piece).end());
        continue;
      }
      std::set<std::uint32_t> wait;
      for (std::size_t i = 0; i < order.apart(piece).size(); ++i) {
        if (order.apart(piece)[i].waits) wait.insert(order.apart(piece)[i].vertex);
      }
      for (std::uint32_t v = order.first(piece); v < order.last(piece); ++v) {
        if (!wait.contains(v)) mine.push_back(v);
      }
    }
  }
  return found;
}

TEST(RelaxedOrder, SettlesEveryVertexWithArcsOnceAndNoNeighboursAtATime) {
  for (const std::uint32_t clique : {0u, 5u, 40u}) {
    SCOPED_TRACE(clique);
    Roads roads = town(64 * 45 + 17, clique);
    const OnePart graph = roads.graph();
    Crew crew = workers(3);
    const RelaxedOrder order(graph, crew, piece_size);
    EXPECT_EQ(order.turns() == RelaxedOrder::turns_max, clique == 40);
    std::vector<int> times(graph.vertices, 0);
    const auto all = walked(order);
    for (std::uint32_t turn = 0; turn < order.turns(); ++turn) {
      std::vector<std::uint64_t> piece_of(graph.vertices, order.pieces());
      for (std::uint64_t piece = 0; piece < order.pieces(); ++piece) {
        EXPECT_TRUE(std::ranges::is_sorted(all[turn][piece]));
        for (const std::uint32_t v : all[turn][piece]) {
          ++times[v];
          piece_of[v] = piece;
        }
      }
      if (turn + 1 == RelaxedOrder::turns_max) continue;
      for (std::uint32_t v = 0; v < graph.vertices; ++v) {
        if (piece_of[v] == order.pieces()) continue;
        for (const std::uint32_t u : graph.in[v])
          ASSERT_TRUE(piece_of[u] == order.pieces() || piece_of[u] == piece_of[v]) << u << " and " << v;
      }
    }
    for (std::uint32_t v = 0; v < graph.vertices; ++v) ASSERT_EQ(times[v], graph.in.degree(v) > 0 ? 1 : 0) << v;
  }
}

TEST(RelaxedOrder, can_be_stopped_in_a_large_piece) {
  Roads roads = town(64 * 45 + 17, 0);
  const OnePart graph = roads.graph();
  Watch stopped;
  stopped.cancel();
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false, .watch = &stopped});
  EXPECT_THROW(RelaxedOrder(graph, crew), Error);
}

// The same ranks for any number of threads, and no more is left than was said.
TEST(RelaxedRounds, LeaveNoMoreThanTheySay) {
  constexpr double tolerance = 1e-10;
  for (const std::uint32_t clique : {0u, 40u}) {
    Roads roads = town(64 * 45 + 17, clique);
    const OnePart graph = roads.graph();
    const RankingOptions options{.tolerance = tolerance, .rounds = RoundKind::relaxed};
    std::vector<double> first;
    for (const int threads : {1, 2, 4}) {
      SCOPED_TRACE(threads);
      Crew crew = workers(threads);
      const RelaxedOrder order(graph, crew, piece_size);
      Ranks<double> ranks(graph, options);
      ranks.start(crew);
      RelaxedRounds<double> round(graph, order, tolerance, ranks, crew);
      double said = 1;
      int rounds = 0;
      for (; said >= tolerance && rounds < 60; ++rounds) {
        said = round();
        double left = 0;
        for (std::uint32_t v = 0; v < graph.vertices; ++v) {
          double sum = 0;
          for (const std::uint32_t u : graph.in[v]) sum += ranks.said()[u];
          const auto rank = ranks.said()[v] * static_cast<double>(std::max<std::size_t>(1, graph.in[v].size()));
          left += std::abs(ranks.base() + options.damping * sum - rank);
        }
        ASSERT_LE(left, said * (1 + 1e-6) + 1e-15) << "round " << rounds;
      }
      EXPECT_LT(rounds, 40);  // the power iteration takes 130
      const std::vector<double> found(ranks.said(), ranks.said() + graph.vertices);
      if (first.empty()) first = found;
      EXPECT_TRUE(found == first);
    }
  }
}

}  // namespace
}  // namespace Atoll::kernels
