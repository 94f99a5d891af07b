// SPDX-License-Identifier: Apache-2.0
#include "atoll/model/reuse.hpp"

#include <gtest/gtest.h>

#include "atoll/base/random.hpp"
#include "atoll/model/played_cache.hpp"
#include "atoll/model/rates.hpp"

namespace Atoll {
namespace {

constexpr std::uint64_t kibibyte = 1024;

std::pair<std::uint64_t, std::uint64_t> known_and_found(std::uint64_t lines, std::vector<std::uint64_t> accessed) {
  PlayedCache cache(lines);
  for (const std::uint64_t line : accessed) cache.access(line);
  return {cache.known(), cache.found()};
}

using Counts = std::pair<std::uint64_t, std::uint64_t>;

// Of one set, whose places are filled with 0 .. 7 in turn.
std::vector<std::uint64_t> filled_and(std::vector<std::uint64_t> more) {
  std::vector<std::uint64_t> all{0, 1, 2, 3, 4, 5, 6, 7};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

TEST(PlayedCache, GivesUpTheLineThatWasUsedLongestAgo) {
  EXPECT_EQ(known_and_found(8, filled_and({0, 7, 3})), Counts(3, 3));
  EXPECT_EQ(known_and_found(8, filled_and({8, 0})), Counts(2, 0)) << "0 made room for 8";
  EXPECT_EQ(known_and_found(8, filled_and({0, 8, 0, 1})), Counts(4, 2)) << "1 did, for 0 was used again";
  EXPECT_EQ(known_and_found(8, filled_and({8, 9, 2, 8, 9})), Counts(5, 3));
}

TEST(PlayedCache, KnowsOfASetThatNeverFillsWhatItFound) {
  EXPECT_EQ(known_and_found(8, {0, 1, 0, 1, 0}), Counts(3, 3));
  EXPECT_EQ(known_and_found(8, {0, 1, 2, 3}), Counts(0, 0)) << "each was new";
  EXPECT_EQ(known_and_found(8, {0, 0, 1, 2, 3, 4, 5, 6, 7}), Counts(0, 0)) << "before it was full";
}

TEST(PlayedCache, LinesSideBySideGoToDifferentSets) {
  std::vector<std::uint64_t> twice;
  for (const int round : {0, 1}) {
    for (std::uint64_t line = 0; line < 64; ++line) twice.push_back(line);
    EXPECT_EQ(known_and_found(64, twice), (round == 0 ? Counts(0, 0) : Counts(64, 64)));
  }
  EXPECT_EQ(known_and_found(32, twice).second, 0u) << "an array of twice the size, in order, is never there";
}

double found(double slot_bytes, std::uint64_t cache_bytes, const std::vector<std::uint64_t>& slots) {
  ReuseMeter meter(slot_bytes, {&cache_bytes, 1});
  meter.play(slots);
  return meter.reuse().points.at(0).found;
}

TEST(ReuseMeter, CountsSlotsOfALineAsOne) {
  const std::vector<std::uint64_t> in_order{0, 1, 2, 3, 4, 5, 6, 7};
  EXPECT_EQ(found(8, 4 * kibibyte, in_order), 1);
  EXPECT_EQ(found(1, 4 * kibibyte, in_order), 1);
  ReuseMeter of_whole_lines(64, std::vector<std::uint64_t>{4 * kibibyte});
  of_whole_lines.play(in_order);
  EXPECT_TRUE(of_whole_lines.reuse().points.empty()) << "each was new";
}

TEST(ReuseMeter, FindsTheShareOfAnArrayThatFits) {
  const Random random(7);
  constexpr std::uint64_t slots = 64 * kibibyte / 8;
  std::vector<std::uint64_t> drawn;
  for (std::uint64_t i = 0; i < 100'000; ++i) drawn.push_back(random.below(i, slots));
  EXPECT_NEAR(found(8, 16 * kibibyte, drawn), 0.25, 0.01);
  EXPECT_NEAR(found(8, 32 * kibibyte, drawn), 0.5, 0.01);
  EXPECT_EQ(found(8, 64 * kibibyte, drawn), 1);
}

TEST(ReuseMeter, BeginsEachRunAnew) {
  ReuseMeter meter(64, std::vector<std::uint64_t>{512});
  meter.play(std::vector<std::uint64_t>{1, 1});
  meter.play(filled_and({8}));
  EXPECT_DOUBLE_EQ(meter.reuse().points.at(0).found, 1.0 / 2);
  ReuseMeter more = meter.unplayed();
  EXPECT_TRUE(more.reuse().points.empty());
  more.add(meter);
  EXPECT_EQ(more.reuse(), meter.reuse());
}

class Priced : public ::testing::Test {
 protected:
  static constexpr double MiB = 1 << 20;
  Bandwidth bandwidth = Bandwidth::measured({{MiB, 8e9}, {2 * MiB, 4e9}, {4 * MiB, 1e9}});
  double seconds(double array_bytes, const Reuse& reuse) const {
    return bandwidth.seconds_per_byte(array_bytes, reuse) * 1e9;
  }
};

TEST_F(Priced, WhatIsSpreadEvenlyCostsWhatItsArrayCosts) {
  EXPECT_DOUBLE_EQ(seconds(4 * MiB, {}), 1);
  EXPECT_DOUBLE_EQ(seconds(4 * MiB, {{{MiB, 0.25}, {2 * MiB, 0.5}}}), 1);
  EXPECT_DOUBLE_EQ(seconds(2 * MiB, {{{MiB, 0.5}, {2 * MiB, 1}}}), 0.25);
}

TEST_F(Priced, WhatComesBackEarlyCostsWhatASmallArrayCosts) {
  EXPECT_DOUBLE_EQ(seconds(4 * MiB, {{{MiB, 1}}}), 0.125);
  EXPECT_DOUBLE_EQ(seconds(4 * MiB, {{{MiB, 0.5}, {2 * MiB, 1}}}), 0.25);
}

TEST_F(Priced, WhatComesBackLateCostsMoreThanItsArray) {
  EXPECT_DOUBLE_EQ(seconds(4 * MiB, {{{2 * MiB, 0}}}), 1.75);  // 4 at 1 less 2 at 0.25, by the 2 that lie between
}

TEST_F(Priced, AnArrayThatFitsIsFoundWhateverWasMeasured) {
  EXPECT_DOUBLE_EQ(seconds(MiB, {{{MiB, 0.1}, {2 * MiB, 0.2}}}), 0.125);
}

}  // namespace
}  // namespace Atoll
