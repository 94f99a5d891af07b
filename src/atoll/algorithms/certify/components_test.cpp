// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

std::string asked(LaidOut& at, const Classes& component, bool wide = false) {
  return complaint(certify::components(at.layout, id_array(component, wide), at.crew));
}

TEST(ComponentsCertificate, AcceptsRightAnswers) {
  bool push = false;
  for (const Sample& sample : all_samples(test_seed())) {
    SCOPED_TRACE(sample.name);
    LaidOut at(sample.graph(Weighing::none, push), 3, push);
    EXPECT_EQ(asked(at, reference::components(sample.graph()), push), "");
    push = !push;
  }
}

TEST(ComponentsCertificate, RejectsAnyOtherLabel) {
  Dice dice(5);
  for (const Sample& sample : some_samples()) {
    LaidOut at(sample.graph());
    expect_no_other_label(reference::components(sample.graph()), dice,
                          [&](const Classes& component) { return asked(at, component); });
  }
}

// Relabels a whole class: merged into another, or named after any other member.
TEST(ComponentsCertificate, RejectsAnotherLabelForAWholeComponent) {
  Dice dice(6);
  for (const Sample& sample : some_samples()) {
    if (sample.vertices == 0) continue;
    LaidOut at(sample.graph());
    const Classes right = reference::components(sample.graph());
    for (int trial = 0; trial < 5; ++trial) {
      const std::uint64_t from = right[dice.below(sample.vertices)];
      const std::uint64_t label = dice.below(sample.vertices);
      for (const std::uint64_t to : {label, right[label]}) {
        if (to == from) continue;
        SCOPED_TRACE(fmt::format("{}, component {} called {}", sample.name, from, to));
        Classes wrong = right;
        for (std::uint64_t& component : wrong) component = component == from ? to : component;
        EXPECT_NE(asked(at, wrong), "");
      }
    }
  }
}

TEST(ComponentsCertificate, SaysWhatIsWrong) {
  LaidOut at(drawn("0-1 1-2 3-4 5"));
  EXPECT_EQ(asked(at, {0, 0, 0, 3, 3, 5}), "");
  EXPECT_EQ(asked(at, {0, 0, 0, 0, 0, 5}), "vertex 3: is in component 0, but no path joins them");
  EXPECT_EQ(asked(at, {0, 0, 0, 3, 3, 3}), "vertex 5: is in component 3, but no path joins them");
  EXPECT_EQ(asked(at, {0, 0, 2, 3, 3, 5}), "vertex 1: is in component 0, but its neighbour 2 is in component 2");
  EXPECT_EQ(asked(at, {0, 0, 0, 4, 4, 5}), "vertex 3: its component 4 is no vertex up to itself");
  EXPECT_EQ(asked(at, {0, 0, 1, 3, 3, 5}), "vertex 2: its component 1 lies itself in component 0");
  EXPECT_EQ(asked(at, {0, 0, 0, 3, 3}), "5 labels for 6 vertices");
}

TEST(ComponentsCertificate, WalksArcsAgainstTheirDirection) {
  LaidOut at(drawn("1>0 1>2 3>2"));
  EXPECT_EQ(asked(at, {0, 0, 0, 0}), "");
  EXPECT_NE(asked(at, {0, 1, 2, 3}), "");
}

}  // namespace
}  // namespace Atoll
