// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/betweenness/root_sums.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace Atoll::kernels {
namespace {

constexpr double tiny = 0x1p-53;         // 1 + tiny is 1, and 1 + (tiny + tiny) is more
constexpr double uneven = 1 + 2 * tiny;  // uneven + tiny + 2 tiny is more than uneven + 2 tiny + tiny

Chain kept(double dependency) {
  Array<double> dependencies(1);
  dependencies[0] = dependency;
  return Chain(std::move(dependencies));
}

// The score of a vertex to which chains of one root each add these, as they are put in this order.
double sum_of(double before, const std::vector<double>& added, const std::vector<std::size_t>& order) {
  std::vector<double> scores{before};
  Rooms rooms(1);
  InOrder sums(added.size(), added.size(), scores, before == 0, rooms);
  for (const std::size_t chain : order) sums.put(chain, kept(added[chain]));
  EXPECT_EQ(rooms.idle(), added.size());
  return scores[0];
}

TEST(InOrder, is_the_order_of_the_chains_whoever_comes_first) {
  for (const double before : {0.0, 1.0, uneven}) {
    for (const std::vector<double>& added :
         {std::vector<double>{1, tiny, tiny}, {tiny, 2 * tiny, tiny}, {tiny, 2 * tiny, 1}}) {
      const double expected = sum_of(before, added, {0, 1, 2});
      EXPECT_EQ(expected, before + added[0] + added[1] + added[2]);
      for (const auto& order :
           std::vector<std::vector<std::size_t>>{{0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}})
        EXPECT_EQ(sum_of(before, added, order), expected) << before << " and " << order[0] << order[1] << order[2];
    }
  }
}

TEST(InOrder, does_not_keep_the_second_waiting) {
  std::vector<double> scores{0};
  Rooms rooms(1);
  InOrder sums(2, 2, scores, true, rooms);
  sums.put(1, kept(3));
  EXPECT_EQ(scores[0], 3);
  EXPECT_EQ(rooms.idle(), 1u);
  sums.put(0, kept(4));
  EXPECT_EQ(scores[0], 7);
}

// While the first adds to the scores itself, the second waits.
TEST(InOrder, keeps_the_second_waiting_while_the_first_adds) {
  std::vector<double> scores{0};
  Rooms rooms(1);
  InOrder sums(2, 2, scores, true, rooms);
  Chain first = sums.begin(0);
  sums.put(1, kept(3));
  EXPECT_EQ(scores[0], 0);
  first.add(0, 4);
  sums.put(0, std::move(first));
  EXPECT_EQ(scores[0], 7);
}

// Where a chain has several roots, the first may add one after the other to the scores.
TEST(InOrder, of_chains_of_several_roots_waits_for_the_first) {
  std::vector<double> scores{0};
  Rooms rooms(1);
  InOrder sums(2, 4, scores, true, rooms);
  sums.put(1, kept(3));
  EXPECT_EQ(scores[0], 0);
  sums.put(0, kept(4));
  EXPECT_EQ(scores[0], 7);
}

}  // namespace
}  // namespace Atoll::kernels
