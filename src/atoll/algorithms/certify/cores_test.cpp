// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;
using Numbers = std::vector<std::uint32_t>;

std::string asked(LaidOutShared& at, const Numbers& core) {
  return complaint(certify::cores(at.layout, core, at.crew));
}

TEST(CoresCertificate, AcceptsRightAnswers) {
  for (const Sample& sample : all_samples(test_seed())) {
    SCOPED_TRACE(sample.name);
    LaidOutShared at(sample.graph());
    EXPECT_EQ(asked(at, reference::core_numbers(sample.graph())), "");
  }
}

// The answer is unique, so whatever is written over a number is wrong.
TEST(CoresCertificate, RejectsAnyOtherNumber) {
  Dice dice(31);
  for (const Sample& sample : some_samples()) {
    if (sample.vertices == 0) continue;
    LaidOutShared at(sample.graph());
    Numbers core = reference::core_numbers(sample.graph());
    for (int trial = 0; trial < 10; ++trial) {
      const std::uint64_t v = dice.below(sample.vertices);
      const std::uint32_t right = core[v];
      for (const std::uint32_t wrong :
           {right + 1, right - 1, 0u, ~0u, right + 1000, core[dice.below(sample.vertices)]}) {
        if (wrong == right) continue;
        SCOPED_TRACE(fmt::format("{}, vertex {}, core number {}", sample.name, v, wrong));
        core[v] = wrong;
        EXPECT_NE(asked(at, core), "");
      }
      core[v] = right;
    }
  }
}

// Whole levels too low or too high, where each vertex has neighbours enough that agree.
TEST(CoresCertificate, RejectsLevelsThatAreOff) {
  for (const Sample& sample : some_samples()) {
    LaidOutShared at(sample.graph());
    const Numbers right = reference::core_numbers(sample.graph());
    const std::uint32_t most = right.empty() ? 0 : *std::ranges::max_element(right);
    for (std::uint32_t level = 0; level <= most; ++level) {
      if (std::ranges::find(right, level) == right.end()) continue;
      SCOPED_TRACE(fmt::format("{}, level {}", sample.name, level));
      for (const std::uint32_t off : {level - 1, level + 1}) {
        Numbers wrong = right;
        std::ranges::replace(wrong, level, off);
        EXPECT_NE(asked(at, wrong), "");
      }
    }
  }
}

TEST(CoresCertificate, SaysWhatIsTooHighOrTooLow) {
  LaidOutShared at(drawn("0-1 1-2 2-0 2-3 4-4 0-1"));  // parallel arcs and loops make no neighbours
  EXPECT_EQ(asked(at, {2, 2, 2, 1, 0}), "");
  EXPECT_EQ(asked(at, {2, 2, 2, 2, 0}), "vertex 3: core number 2, but only 1 neighbours have that or more");
  EXPECT_EQ(asked(at, {2, 2, 2, 1, 1}), "vertex 4: core number 1, but only 0 neighbours have that or more");
  EXPECT_EQ(asked(at, {1, 1, 1, 1, 0}), "vertex 0: core number 1, but it is in a core of 2 neighbours each");
  EXPECT_EQ(asked(at, {0, 0, 0, 0, 0}), "vertex 0: core number 0, but it is in a core of 1 neighbours each");
  EXPECT_EQ(asked(at, {2, 2, 2, 1}), "4 core numbers for 5 vertices");
}

TEST(CoresCertificate, a_cascade_can_be_stopped) {
  LaidOutShared at(drawn("0-1 1-2 2-3"));
  const std::vector<std::uint32_t> core{1, 1, 1, 1};
  expect_stopped([&](Crew& crew) { return certify::cores(at.layout, core, crew); });
}

}  // namespace
}  // namespace Atoll
