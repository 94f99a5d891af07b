// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/kernels/search/level_parents.hpp"

#include <gtest/gtest.h>
#include <vector>

#include "atoll/algorithms/kernels/search/search_answer.hpp"
#include "atoll/base/random.hpp"

namespace Atoll::kernels {
namespace {

// Rows of up to seven ends, the last of them so short that four ends behind their beginning would lie beyond all.
template <class Level>
struct DrawnLevels {
  explicit DrawnLevels(std::uint64_t seed, std::uint32_t vertices = 500) {
    const Random random(seed);
    for (std::uint32_t v = 0; v < vertices; ++v) {
      levels.push_back(random.below(8 * v, 9) == 0 ? no_level<Level> : static_cast<Level>(random.below(8 * v, 4)));
      for (std::uint64_t i = 0; i < random.below(v, 8); ++i)
        ends.push_back(static_cast<std::uint32_t>(random.below(8 * v + 1 + i, vertices)));
      offsets.push_back(ends.size());
    }
    levels.push_back(1);  // is not looked at
  }
  LeveledRows<Level> rows() const {
    return {{.offsets = offsets.data(), .ends = ends.data()}, ends.size(), levels.data()};
  }

  std::uint32_t parent(std::uint32_t v) const {
    for (std::uint64_t e = offsets[v]; e < offsets[v + 1]; ++e)
      if (levels[ends[e]] != no_level<Level> && levels[ends[e]] + 1 == levels[v]) return ends[e];
    return ~std::uint32_t{0};
  }

  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> ends;
  std::vector<Level> levels;
};

template <class Level>
void expect_parents(LevelParents<Level> find) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const DrawnLevels<Level> graph(seed);
    const auto vertices = static_cast<std::uint32_t>(graph.levels.size() - 1);
    std::vector<std::uint32_t> parents(vertices, 77);
    find(graph.rows(), 3, vertices, parents.data());
    for (std::uint32_t v = 0; v < vertices; ++v) EXPECT_EQ(parents[v], v < 3 ? 77 : graph.parent(v)) << v;
  }
}

TEST(LevelParents, are_the_first_ends_of_the_level_before) {
  expect_parents<std::uint16_t>(level_parents_one_by_one);
  expect_parents<std::uint32_t>(level_parents_one_by_one);
}

TEST(LevelParents, are_found_the_same_by_what_this_processor_has) {
  expect_parents(level_parents<std::uint16_t>());
  expect_parents(level_parents<std::uint32_t>());
}

}  // namespace
}  // namespace Atoll::kernels
