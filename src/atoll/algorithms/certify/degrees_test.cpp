// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

std::string asked(LaidOut& at, const reference::Degrees& degrees) {
  return complaint(certify::degrees(at.layout, degrees.in, degrees.out, at.crew));
}

TEST(DegreesCertificate, AcceptsRightAnswers) {
  bool push = false;
  for (const Sample& sample : all_samples(test_seed())) {
    SCOPED_TRACE(sample.name);
    LaidOut at(sample.graph(Weighing::none, push), 3, push);
    EXPECT_EQ(asked(at, reference::degrees(sample.graph())), "");
    push = !push;
  }
}

TEST(DegreesCertificate, RejectsAnyOtherDegree) {
  Dice dice(8);
  for (const Sample& sample : some_samples()) {
    if (sample.vertices == 0) continue;
    LaidOut at(sample.graph());
    for (int trial = 0; trial < 5; ++trial) {
      const std::uint64_t v = dice.below(sample.vertices);
      SCOPED_TRACE(fmt::format("{}, vertex {}", sample.name, v));
      for (const auto side : {&reference::Degrees::in, &reference::Degrees::out}) {
        for (const std::uint64_t off : {std::uint64_t{1}, ~std::uint64_t{0}}) {
          reference::Degrees degrees = reference::degrees(sample.graph());
          (degrees.*side)[v] += off;
          EXPECT_NE(asked(at, degrees), "");
        }
      }
    }
  }
}

TEST(DegreesCertificate, SaysWhatIsWrong) {
  LaidOut at(drawn("0>1 0>1 2>2"));
  EXPECT_EQ(asked(at, {.in = {0, 2, 1}, .out = {2, 0, 1}}), "");
  EXPECT_EQ(asked(at, {.in = {0, 1, 1}, .out = {2, 0, 1}}), "vertex 1: in-degree 1, but it has 2 arcs");
  EXPECT_EQ(asked(at, {.in = {0, 2, 1}, .out = {2, 0, 2}}), "vertex 2: out-degree 2, but it has 1 arcs");
  EXPECT_EQ(asked(at, {.in = {2, 0, 1}, .out = {0, 2, 1}}), "vertex 0: in-degree 2, but it has 0 arcs");
  EXPECT_EQ(asked(at, {.in = {0, 2}, .out = {2, 0, 1}}), "2 in-degrees for 3 vertices");
}

}  // namespace
}  // namespace Atoll
