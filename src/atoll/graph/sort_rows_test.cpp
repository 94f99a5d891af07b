// SPDX-License-Identifier: Apache-2.0
#include "atoll/graph/sort_rows.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <gtest/gtest.h>
#include <type_traits>
#include <utility>
#include <vector>

#include "atoll/base/random.hpp"
#include "atoll/topology/machine.hpp"

namespace Atoll {
namespace {

// Rows of each length around where the way to sort changes, few targets or many, so that some arcs are parallel; with
// weights of both signs.
template <class Id, class Payload>
void sorts_as_std_does(WeightType type, std::uint64_t targets) {
  constexpr bool laden = !std::is_same_v<Payload, Nothing>;
  std::vector<std::uint64_t> ends{0};
  for (const std::uint64_t size : {0u, 1u, 2u, 63u, 64u, 65u, 700u, 5000u}) ends.push_back(ends.back() + size);
  Csr<Id> rows{Array<std::uint64_t>(ends.size()), Array<Id>(ends.back())};
  std::ranges::copy(ends, rows.offsets.begin());
  Array<Payload> payload(laden ? ends.back() : 0);
  std::vector<std::pair<Id, float>> expected;
  const Random random(7);
  for (std::uint64_t i = 0; i < ends.back(); ++i) {
    rows.targets[i] = static_cast<Id>(random.below(2 * i, targets));
    const float weight = static_cast<float>(random.below(2 * i + 1, 100)) - (type == WeightType::real ? 50.0f : 0.0f);
    if constexpr (laden) {
      payload[i] = type == WeightType::real ? std::bit_cast<std::uint32_t>(weight) : static_cast<std::uint32_t>(weight);
    }
    expected.emplace_back(rows.targets[i], laden ? weight : 0);
  }
  for (std::size_t v = 1; v < ends.size(); ++v)
    std::sort(expected.begin() + static_cast<std::ptrdiff_t>(ends[v - 1]),
              expected.begin() + static_cast<std::ptrdiff_t>(ends[v]));
  const Watch watch;
  Steps steps(watch, "sorting", ends.back());
  Crew crew(synthetic_machine("1"), {.threads = 2, .pin = false});
  sort_rows(rows, payload, type, crew, steps);
  for (std::uint64_t i = 0; i < ends.back(); ++i) {
    ASSERT_EQ(rows.targets[i], expected[i].first) << "arc " << i;
    if constexpr (laden) {
      ASSERT_EQ(type == WeightType::real ? std::bit_cast<float>(payload[i]) : static_cast<float>(payload[i]),
                expected[i].second)
          << "arc " << i;
    }
  }
}

TEST(SortRows, AgreesWithStdSort) {
  for (const std::uint64_t targets : {std::uint64_t{3}, std::uint64_t{1000}, std::uint64_t{1} << 31}) {
    sorts_as_std_does<std::uint32_t, Nothing>(WeightType::none, targets);
    sorts_as_std_does<std::uint64_t, Nothing>(WeightType::none, targets << 20);
    sorts_as_std_does<std::uint32_t, std::uint32_t>(WeightType::integer, targets);
    sorts_as_std_does<std::uint32_t, std::uint32_t>(WeightType::real, targets);
    sorts_as_std_does<std::uint64_t, std::uint32_t>(WeightType::real, targets << 20);
  }
}

}  // namespace
}  // namespace Atoll
