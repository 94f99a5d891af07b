// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/level_parents.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Rows of up to seven ends, the last of them so short that four ends behind their beginning would lie beyond all.
struct DrawnLevels {
  explicit DrawnLevels(std::uint64_t seed, std::uint32_t vertices = 500) {
    const Random random(seed);
    for (std::uint32_t v = 0; v < vertices; ++v) {
      levels.push_back(random.below(8 * v, 9) == 0 ? ~std::uint32_t{0}
                                                   : static_cast<std::uint32_t>(random.below(8 * v, 4)));
      for (std::uint64_t i = 0; i < random.below(v, 8); ++i)
        ends.push_back(static_cast<std::uint32_t>(random.below(8 * v + 1 + i, vertices)));
      offsets.push_back(ends.size());
    }
  }
  LeveledRows rows() const { return {{offsets.data(), ends.data()}, ends.size(), levels.data()}; }

  std::uint32_t parent(std::uint32_t v) const {
    for (std::uint64_t e = offsets[v]; e < offsets[v + 1]; ++e)
      if (levels[ends[e]] != ~std::uint32_t{0} && levels[ends[e]] + 1 == levels[v]) return ends[e];
    return ~std::uint32_t{0};
  }

  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> ends, levels;
};

void expect_parents(LevelParents find) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const DrawnLevels graph(seed);
    const auto vertices = static_cast<std::uint32_t>(graph.levels.size());
    std::vector<std::uint32_t> parents(vertices, 77);
    find(graph.rows(), 3, vertices, parents.data());
    for (std::uint32_t v = 0; v < vertices; ++v) EXPECT_EQ(parents[v], v < 3 ? 77 : graph.parent(v)) << v;
  }
}

TEST(LevelParents, are_the_first_ends_of_the_level_before) { expect_parents(level_parents_one_by_one); }

TEST(LevelParents, are_found_the_same_by_what_this_processor_has) { expect_parents(level_parents()); }

}  // namespace
}  // namespace Atoll::kernels
