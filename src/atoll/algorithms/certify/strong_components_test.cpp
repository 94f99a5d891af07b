// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/catalog.hpp"
#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

// A layout in one address space, as the algorithm has it.
struct SharedLayout {
  explicit SharedLayout(Graph&& graph, int parts = 3) : crew(crew_of(3)) {
    const Needs needs = algorithm("strong-components").needs(DirectionChoice::automatic);
    layout = prepare(graph, needs, {.parts = parts}, crew, Watch());
  }
  std::string asked(const Classes& component, bool wide = false) {
    return complaint(certify::strong_components(layout, id_array(component, wide), crew));
  }

  Crew crew;
  Layout layout;
};

TEST(StrongComponentsCertificate, AcceptsRightAnswers) {
  bool wide = false;
  for (const Sample& sample : all_samples(test_seed())) {
    SCOPED_TRACE(sample.name);
    SharedLayout at(sample.graph(Weighing::none, wide), wide ? 1 : 3);
    EXPECT_EQ(at.asked(reference::strong_components(sample.graph()), wide), "");
    wide = !wide;
  }
}

TEST(StrongComponentsCertificate, RejectsAnyOtherLabel) {
  Dice dice(21);
  for (const Sample& sample : some_samples()) {
    SharedLayout at(sample.graph());
    expect_no_other_label(reference::strong_components(sample.graph()), dice,
                          [&](const Classes& component) { return at.asked(component); });
  }
}

// Two components become one, named by the lesser: no path leads there, or none back.
TEST(StrongComponentsCertificate, RejectsComponentsThatAreMerged) {
  Dice dice(22);
  for (const Sample& sample : some_samples()) {
    if (sample.vertices == 0) continue;
    SharedLayout at(sample.graph());
    const Classes right = reference::strong_components(sample.graph());
    for (int trial = 0; trial < 5; ++trial) {
      const std::uint64_t one = right[dice.below(sample.vertices)];
      const std::uint64_t other = right[dice.below(sample.vertices)];
      if (one == other) continue;
      SCOPED_TRACE(fmt::format("{}, components {} and {}", sample.name, one, other));
      Classes wrong = right;
      for (std::uint64_t& label : wrong) label = label == std::max(one, other) ? std::min(one, other) : label;
      EXPECT_NE(at.asked(wrong), "");
    }
  }
}

TEST(StrongComponentsCertificate, SaysWhatIsWrong) {
  SharedLayout at(drawn("0>1 1>2 2>0 2>3 3>4 4>3 4>5"));
  EXPECT_EQ(at.asked({0, 0, 0, 3, 3, 5}), "");
  EXPECT_EQ(at.asked({0, 0, 0, 3, 3}), "5 labels for 6 vertices");
  EXPECT_EQ(at.asked({0, 0, 0, 4, 4, 5}), "vertex 3: its component 4 is no vertex up to itself");
  EXPECT_EQ(at.asked({0, 0, 1, 3, 3, 5}), "vertex 2: its component 1 lies itself in component 0");
  EXPECT_EQ(at.asked({0, 0, 0, 3, 3, 0}), "vertex 5: is in component 0, but inside that no path leads from 0 to it");
  EXPECT_EQ(at.asked({0, 0, 0, 3, 3, 3}), "vertex 5: is in component 3, but inside that no path leads from it to 3");
  EXPECT_EQ(at.asked({0, 0, 0, 3, 4, 5}),
            "vertex 3: its component 3, or one from which arcs lead to it, lies on a cycle of components");
}

TEST(StrongComponentsCertificate, WalksArcsInTheirDirection) {
  SharedLayout at(drawn("1>0 1>2 3>2"));
  EXPECT_EQ(at.asked({0, 1, 2, 3}), "");
  EXPECT_NE(at.asked({0, 0, 0, 0}), "");
}

}  // namespace
}  // namespace Atoll
