// SPDX-License-Identifier: Apache-2.0
#include "cli/complaint.hpp"

#include <gtest/gtest.h>

#include "atoll/graph/read/testing.hpp"

namespace Atoll::cli {
namespace {

TEST(Complaint, CallsVerticesByTheirLabels) {
  const Labels from_one = Labels::counting_from(1);
  EXPECT_EQ(in_labels("vertex 7: level 3, but its neighbour 2 has level 1", from_one, 34),
            "vertex 8: level 3, but its neighbour 3 has level 1");
  EXPECT_EQ(in_labels("vertex 4: distance 9, but the arc from 0 of weight 2 starts at distance 3", from_one, 34),
            "vertex 5: distance 9, but the arc from 1 of weight 2 starts at distance 3");
  const Labels named = testing::names({"Bern", "Thun"});
  EXPECT_EQ(in_labels("vertex 1: is in component 1, but its neighbour 0 is in component 0", named, 2),
            "vertex Thun: is in component Thun, but its neighbour Bern is in component Bern");
  EXPECT_EQ(in_labels("vertex 1: is in community 1 by 1 votes, but has 2 for community 0", named, 2),
            "vertex Thun: is in community Thun by 1 votes, but has 2 for community Bern");
}

TEST(Complaint, CallsTreesAndWaysByTheirLabels) {
  const Labels named = testing::names({"Bern", "Thun", "Brig"});
  EXPECT_EQ(in_labels("vertex 1: is in the tree of 0, but its neighbour 2 is in that of 1", named, 3),
            "vertex Thun: is in the tree of Bern, but its neighbour Brig is in that of Thun");
  EXPECT_EQ(in_labels("vertex 1: the root 2 of its tree is greater", named, 3),
            "vertex Thun: the root Brig of its tree is greater");
  EXPECT_EQ(
      in_labels("vertex 1: its edge to 2 weighs 1, less than one of 2 on the way between them in the tree", named, 3),
      "vertex Thun: its edge to Brig weighs 1, less than one of 2 on the way between them in the tree");
  EXPECT_EQ(in_labels("vertex 1: is in component 0, but inside that no path leads from 0 to it", named, 3),
            "vertex Thun: is in component Bern, but inside that no path leads from Bern to it");
  EXPECT_EQ(in_labels("vertex 1: is in component 0, but inside that no path leads from it to 0", named, 3),
            "vertex Thun: is in component Bern, but inside that no path leads from it to Bern");
}

TEST(Complaint, LeavesNumbersThatAreNoVertices) {
  const Labels from_one = Labels::counting_from(1);
  EXPECT_EQ(in_labels("vertex 1: its parent 99 is no vertex", from_one, 34), "vertex 2: its parent 99 is no vertex");
  EXPECT_EQ(in_labels("5 parents for 34 vertices", from_one, 34), "5 parents for 34 vertices");
  EXPECT_EQ(in_labels("vertex 99999999999999999999: odd", from_one, 34), "vertex 99999999999999999999: odd");
  EXPECT_EQ(in_labels("", from_one, 34), "");
}

}  // namespace
}  // namespace Atoll::cli
