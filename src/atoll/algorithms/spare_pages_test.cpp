// SPDX-License-Identifier: Apache-2.0
#include "atoll/algorithms/spare_pages.hpp"

#include <cstdint>
#include <gtest/gtest.h>

#include "atoll/base/array.hpp"
#include "atoll/topology/machine.hpp"

namespace Atoll {
namespace {

TEST(SparePages, wait_for_arrays_of_their_sizes) {
  constexpr std::uint64_t small = 1u << 20, large = 3u << 20;
  memory::release_spares();
  const std::uint64_t before = memory::current_bytes();
  Crew crew(synthetic_machine("1x4"), {.threads = 2, .pin = false});
  make_spare_pages({small, large, 0}, crew);
  const std::uint64_t made = memory::current_bytes();
  EXPECT_GE(made, before + small + large);
  {
    const Array<std::uint32_t> one(small / sizeof(std::uint32_t), Contents::whatever);
    const Array<double> other(large / sizeof(double), Contents::whatever);
    EXPECT_EQ(memory::current_bytes(), made);
    const Array<double> further(large / sizeof(double), Contents::whatever);
    EXPECT_GE(memory::current_bytes(), made + large);
  }
  memory::release_spares();
  make_spare_pages({small, memory::spare_bytes_max}, crew);
  EXPECT_EQ(memory::current_bytes(), before);
}

}  // namespace
}  // namespace Atoll
