// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/certify/tree.hpp"

#include "atoll/algorithms/certify/testing.hpp"

namespace Atoll {
namespace {

using namespace testing;

// Vertex 3 is no child of anybody.
const std::vector<std::uint64_t> path = {0, 0, 1, reference::no_vertex, 2};

TEST(CertifyTree, depths_count_the_parents_above) {
  Crew crew = crew_of(2);
  std::vector<std::uint32_t> level(path.size());
  certify::depths(id_array(path), 0, level, crew);
  EXPECT_EQ(level, (std::vector<std::uint32_t>{0, 1, 2, certify::no_level, 3}));
}

TEST(CertifyTree, a_climb_can_be_stopped) {
  std::vector<std::uint32_t> level(path.size());
  expect_stopped([&](Crew& crew) { certify::depths(id_array(path), 0, level, crew); });
  expect_stopped([&](Crew& crew) { certify::tree(id_array(path), path.size(), 0, crew); });
}

}  // namespace
}  // namespace Atoll
